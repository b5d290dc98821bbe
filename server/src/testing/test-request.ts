import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface RawRequest {
  method?: string;
  /** Sent as it is: nothing is normalised or escaped. */
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** Announces a body of this many bytes and never sends it. */
  announced_bytes?: number;
}

const agent = new Agent({ keepAlive: true });

/** One request as bytes on the wire, with what no browser would send. */
export function rawRequest(origin: string, input: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const { method = 'GET', path, headers = {}, body, announced_bytes } = input;
  return new Promise((resolve, reject) => {
    const announcing = announced_bytes !== undefined;
    const request = httpRequest(
      {
        hostname,
        port,
        method,
        path,
        agent: announcing ? new Agent() : agent,
        headers: {
          ...headers,
          ...(announcing ? { 'content-length': String(announced_bytes) } : {}),
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          });
          if (announcing) request.destroy();
        });
        answer.on('error', reject);
      },
    );
    request.on('error', reject);
    if (announcing) request.flushHeaders();
    else request.end(body);
  });
}

export const cookieHeader = (cookies: ReadonlyMap<string, string>): Record<string, string> =>
  cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {};
