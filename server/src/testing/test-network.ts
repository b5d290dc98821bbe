import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** The way to a database server, which can be cut and restored while somebody uses it. */
export class TestNetwork {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  #hasServer = true;
  #lost: RegExp | null = null;
  /** Of each connection; null as long as all of them pass. */
  #passing: number | null = null;

  private constructor(target: URL) {
    this.#target = target;
  }

  static async to(url: string): Promise<TestNetwork> {
    const network = new TestNetwork(new URL(url));
    await network.restore();
    return network;
  }

  /** The same database, reached through this network. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  async restore(): Promise<void> {
    this.#lost = null;
    this.#passing = null;
    const server = createServer((near) => {
      if (!this.#hasServer) {
        near.on('error', () => near.destroy());
        near.resume().end();
        return;
      }
      const far = connect(Number(this.#target.port || 5432), this.#target.hostname);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
      let isLost = false;
      let passed = 0;
      const through = (answers: boolean) =>
        new Transform({
          transform: (words: Buffer, _encoding, done) => {
            if (this.#passing !== null && passed++ >= this.#passing) void this.cut();
            isLost ||= this.#lost?.test(words.toString('latin1')) ?? false;
            done(null, answers && isLost ? undefined : words);
          },
        });
      near.pipe(through(false)).pipe(far).pipe(through(true)).pipe(near);
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** As a proxy before servers that have all gone: it takes a connection and ends it. Until `findServer`. */
  loseServer(): void {
    this.#hasServer = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  findServer(): void {
    this.#hasServer = true;
  }

  /** From these words on, asked or answered, nobody hears what the server says. Until `restore`. */
  loseAnswersFrom(words: RegExp): void {
    this.#lost = words;
  }

  /** Breaks off by itself as soon as a new connection has had so many pieces, of either side. Until `restore`. */
  cutAfter(pieces: number): void {
    this.#passing = pieces;
    for (const socket of this.#sockets) socket.destroy();
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
