import { Redis } from 'ioredis';
import { findRedis, startRedis } from '../../../tools/services.mjs';

export const hasRedis = findRedis() !== undefined;

/** A Redis that goes away and comes back at the same address. */
export class TestRedis {
  #running: Awaited<ReturnType<typeof startRedis>>;

  private constructor(running: Awaited<ReturnType<typeof startRedis>>) {
    this.#running = running;
  }

  static async start(): Promise<TestRedis> {
    return new TestRedis(await startRedis());
  }

  get url(): string {
    return this.#running.url;
  }

  /** Asks it something, as an operator may. */
  async ask(command: string, ...words: (string | number)[]): Promise<unknown> {
    const client = new Redis(this.url);
    try {
      return await client.call(command, ...words);
    } finally {
      client.disconnect();
    }
  }

  /** It answers nobody, and forgets nothing. */
  fallSilent(): void {
    this.#running.child.kill('SIGSTOP');
  }

  speakAgain(): void {
    this.#running.child.kill('SIGCONT');
  }

  async goAway(): Promise<void> {
    await this.#running.stop();
  }

  async comeBack(): Promise<void> {
    this.#running = await startRedis({ port: this.#running.port });
  }
}
