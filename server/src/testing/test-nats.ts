import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { freePort } from '../../../tools/services.mjs';

/** Debian's lies where only root looks. */
const program = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'].find((file) =>
  existsSync(file),
);
export const hasNats = program !== undefined;

/** A NATS server that goes away and comes back at the same address. */
export class TestNats {
  readonly port: number;
  readonly #parameters: string[];
  #child: ChildProcess | undefined;

  private constructor(port: number, parameters: string[]) {
    this.port = port;
    this.#parameters = parameters;
  }

  static async start(parameters: string[] = []): Promise<TestNats> {
    const nats = new TestNats(await freePort(), parameters);
    await nats.comeBack();
    return nats;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  async comeBack(): Promise<void> {
    const child = spawn(program!, ['-a', '127.0.0.1', '-p', String(this.port), ...this.#parameters], {
      stdio: 'ignore',
    });
    this.#child = child;
    process.once('exit', () => child.kill('SIGKILL'));
    while (!(await this.#answers())) {
      if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  }

  async goAway(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}
