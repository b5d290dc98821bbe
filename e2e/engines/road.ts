import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** What every page runs before anything of its own. */
const firstScript = '/theme.js';
/** Where a page tells what went wrong in it. */
const complaints = '/told-to-the-journey';

/**
 * Comes before the page's first script, for engines whose driver tells nothing of errors. It is sent as text, so it reaches
 * nothing that is not in it.
 */
function complain(path: string): void {
  const tell = (text: string) => navigator.sendBeacon(path, `${text} (${location.href})`);
  const told = (reason: unknown) =>
    reason instanceof Error ? `${reason.name}: ${reason.message}\n${reason.stack}` : String(reason);
  addEventListener('error', (event) => tell(`error: ${told(event.error ?? event.message)}`));
  addEventListener('unhandledrejection', (event) => tell(`rejection: ${told(event.reason)}`));
  document.addEventListener('securitypolicyviolation', (event) =>
    tell(`policy: ${event.violatedDirective} ${event.blockedURI}`),
  );
  const { error } = console;
  console.error = (...words: unknown[]) => {
    tell(`console: ${words.map(told).join(' ')}`);
    error.apply(console, words);
  };
}

/**
 * The way between browsers and a server, which can be cut for one of them: no driver of an engine beside Chromium takes the
 * network away from its pages.
 */
export class Road {
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));
  /** Whose sockets are open, by what the browser calls itself. */
  readonly #travellers = new Map<Socket, string>();
  #cutFor: RegExp | null = null;
  #port = 0;
  /** Scripts that come before the page's first, for the browsers that call themselves so. */
  readonly #before: { agents: RegExp; script: string }[] = [];
  /** What pages complained of. */
  readonly complaints: string[] = [];

  static async open(): Promise<Road> {
    const road = new Road();
    road.#server.listen(0, '127.0.0.1');
    await once(road.#server, 'listening');
    return road;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  leadTo(port: number): void {
    this.#port = port;
  }

  /** Pages of such browsers complain here, and begin with a script of the journey's. */
  listenTo(agents: RegExp, script = ''): void {
    this.#before.push({ agents, script: `(${complain})(${JSON.stringify(complaints)});\n${script}\n` });
  }

  /** For the browsers that call themselves so. */
  cut(agents: RegExp): void {
    this.#cutFor = agents;
    for (const [socket, agent] of this.#travellers) if (agents.test(agent)) socket.destroy();
  }

  mend(): void {
    this.#cutFor = null;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const agent = asked.headers['user-agent'] ?? '';
    const { socket, method, url: path } = asked;
    if (this.#cutFor?.test(agent)) {
      socket.destroy();
      return;
    }
    if (!this.#travellers.has(socket)) socket.once('close', () => this.#travellers.delete(socket));
    this.#travellers.set(socket, agent);
    if (path === complaints) {
      // One that is cut off in the middle is still a complaint.
      text(asked).then(
        (complaint) => this.complaints.push(complaint),
        () => this.complaints.push('A complaint that was cut off'),
      );
      answer.writeHead(204).end();
      return;
    }
    const before = path === firstScript && this.#before.find(({ agents }) => agents.test(agent))?.script;
    const headers = { ...asked.headers, ...(before && { 'accept-encoding': 'identity' }) };
    const onward: ClientRequest = request({ port: this.#port, host: '127.0.0.1', method, path, headers });
    onward.on('response', (answered) => {
      const { statusCode = 502, headers: given } = answered;
      if (before && statusCode === 200) {
        const { 'content-length': _length, ...others } = given;
        answer.writeHead(statusCode, others);
        answer.write(before);
      } else answer.writeHead(statusCode, given);
      // What waits for events is told at once that it stands.
      answer.flushHeaders();
      answered.pipe(answer);
      answered.on('error', () => answer.destroy());
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  }
}
