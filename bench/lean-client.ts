import { connect, type Socket } from 'node:net';

export interface LeanAnswer {
  status: number;
  text: string;
}

interface Asked {
  resolve(answer: LeanAnswer): void;
  reject(error: Error): void;
}

/**
 * One kept connection that asks one thing at a time. Node's own client takes about as much of a processor for a
 * request as the server does for answering it: where both share the cores, it would measure itself.
 */
export class LeanConnection {
  readonly #host: string;
  readonly #socket: Socket;
  /** When the connection is there; before that what is asked waits. Rejects where nobody listens. */
  readonly ready: Promise<void>;
  #received = '';
  #asked: Asked | null = null;

  constructor(origin: string) {
    const { hostname, port, host } = new URL(origin);
    this.#host = host;
    this.#socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    this.ready = new Promise((resolve, reject) => {
      this.#socket.once('connect', resolve);
      this.#socket.once('error', reject);
    });
    this.#socket.on('data', (text: string) => this.#read(text));
    this.#socket.on('error', (error) => this.#asked?.reject(error));
    this.#socket.on('close', () => this.#asked?.reject(new Error('The connection was closed')));
  }

  get(path: string, cookie: string): Promise<LeanAnswer> {
    return this.#ask(`GET ${path} HTTP/1.1\r\nhost: ${this.#host}\r\ncookie: ${cookie}\r\n\r\n`);
  }

  post(path: string, cookie: string, body: string): Promise<LeanAnswer> {
    const length = Buffer.byteLength(body);
    return this.#ask(
      `POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
    );
  }

  #ask(request: string): Promise<LeanAnswer> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#socket.write(request);
    });
  }

  #read(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(this.#received.slice(0, end + 2))?.[1];
    if (length === undefined) throw new Error(`An answer without its length: ${this.#received}`);
    const whole = end + 4 + Number(length);
    if (this.#received.length < whole) return;
    const answer = {
      status: Number(this.#received.slice(9, 12)),
      text: this.#received.slice(end + 4, whole),
    };
    this.#received = this.#received.slice(whole);
    const asked = this.#asked;
    this.#asked = null;
    asked?.resolve(answer);
  }

  close(): void {
    this.#socket.destroy();
  }
}
