import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Somebody else's map server, well-behaved or not. */
export class TestMapSource {
  readonly requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  readonly answers = new Map<string, Answer>();
  #server: Server | null = null;
  #port = 0;

  static async start(): Promise<TestMapSource> {
    const source = new TestMapSource();
    await source.restore();
    return source;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  asked(path: string): number {
    return this.requests.filter((request) => request.path === path).length;
  }

  json(path: string, value: unknown, headers: Record<string, string> = {}): void {
    this.answers.set(path, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(value));
    });
  }

  bytes(path: string, type: string, body: Uint8Array, headers: Record<string, string> = {}): void {
    this.answers.set(path, (request, response) => {
      if (headers.etag && request.headers['if-none-match'] === headers.etag) {
        response.writeHead(304, headers).end();
        return;
      }
      response.writeHead(200, { 'content-type': type, ...headers });
      response.end(body);
    });
  }

  redirect(path: string, location: string): void {
    this.answers.set(path, (_request, response) => response.writeHead(302, { location }).end());
  }

  async restore(): Promise<void> {
    const server = createServer((request, response) => {
      this.requests.push({ path: request.url ?? '', headers: request.headers });
      const answer = this.answers.get(request.url ?? '');
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}
