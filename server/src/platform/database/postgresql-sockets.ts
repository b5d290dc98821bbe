import { Socket } from 'node:net';

/** What the driver has made of an address, which may name several servers. */
interface Addresses {
  host: string[];
  port: number[];
  /** Of a socket in the file system. */
  path?: string | false;
}

/**
 * How each client of the driver connects. It asks for no types of arrays: the driver hears of no error of that question,
 * so that a connection that is lost under it would end the process. Lists travel as text.
 *
 * A proxy that has no server left takes a connection and ends it. The driver would then connect again at once, and
 * again, and whoever asked would wait without an answer: to end before anything was said is an error here.
 */
export function connecting(): object {
  let next = 0;
  const socket = ({ host, port, path }: Addresses): Socket => {
    const made = new Socket();
    made.once('end', () => {
      if (made.bytesRead > 0) return;
      made.destroy(Object.assign(new Error('The connection was ended unanswered'), { code: 'ECONNRESET' }));
    });
    const which = next++ % port.length;
    if (path) return made.connect(path);
    // The driver reads there whose certificate it asks for.
    return Object.assign(made.connect(port[which]!, host[which]!), { host: host[which] });
  };
  return { socket, fetch_types: false };
}
