import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPostgres } from '../../../tools/postgres-programs.mjs';
import { freePort, unprivilegedAccount, whenReady } from '../../../tools/services.mjs';

const programs = findPostgres();
const programIn = (name: string) => join(dirname(programs?.postgres ?? ''), name);
export const hasReplication = programs !== undefined && existsSync(programIn('pg_basebackup'));

/** A PostgreSQL and a replica of it, of which a commit waits until both have it. */
export class TestReplicated {
  readonly #directory: string;
  readonly ports: { primary: number; replica: number };
  readonly #account = unprivilegedAccount();
  #primary: ChildProcess | undefined;
  #replica: ChildProcess | undefined;

  private constructor(ports: { primary: number; replica: number }) {
    this.ports = ports;
    this.#directory = mkdtempSync(join(realpathSync(tmpdir()), 'dazi-replicated-'));
    if (this.#account) chownSync(this.#directory, this.#account.uid, this.#account.gid);
  }

  static async start(): Promise<TestReplicated> {
    const replicated = new TestReplicated({ primary: await freePort(), replica: await freePort() });
    const { primary, replica } = replicated.ports;
    const name = replicated.#pathOf('primary');
    replicated.#run('initdb', ['-D', name, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
    replicated.#primary = await replicated.#serve('primary', primary, []);
    const url = `postgres://postgres@127.0.0.1:${primary}/postgres?application_name=replica`;
    replicated.#run('pg_basebackup', [
      '-D',
      replicated.#pathOf('replica'),
      '-d',
      url,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    ]);
    replicated.#replica = await replicated.#serve('replica', replica, []);
    replicated.ask(url, "ALTER SYSTEM SET synchronous_standby_names = 'replica'");
    replicated.ask(url, 'SELECT pg_reload_conf()');
    return replicated;
  }

  urlOf = (which: 'primary' | 'replica'): string =>
    `postgres://postgres@127.0.0.1:${this.ports[which]}/postgres`;

  #pathOf = (name: string) => join(this.#directory, name);

  #options = () => ({
    ...this.#account,
    cwd: this.#directory,
    env: { ...process.env, HOME: this.#directory, LC_ALL: 'C.UTF-8' },
  });

  #run(program: string, words: readonly string[]): string {
    const done = spawnSync(programIn(program), words, { ...this.#options(), encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${program}: ${done.error?.message ?? done.stderr}`);
    return done.stdout;
  }

  async #serve(name: string, port: number, words: readonly string[]): Promise<ChildProcess> {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 100,
      fsync: 'off',
      wal_level: 'replica',
      hot_standby: 'on',
    };
    const all = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const child = spawn(programIn('postgres'), ['-D', this.#pathOf(name), ...all, ...words], {
      ...this.#options(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    process.once('exit', () => child.kill('SIGQUIT'));
    await whenReady(child, name);
    return child;
  }

  /** What a statement with one row of one column answers there. */
  ask(url: string, statement: string): string {
    return this.#run('psql', ['-q', '-A', '-t', '-d', url, '-c', statement]).trim();
  }

  /** What is sent to the replica waits there until `takeIn`, and who commits waits with it, done but not answered. */
  holdReceiver(): { takeIn(): void } {
    const pid = Number(this.ask(this.urlOf('replica'), 'SELECT pid FROM pg_stat_wal_receiver'));
    process.kill(pid, 'SIGSTOP');
    return { takeIn: () => void process.kill(pid, 'SIGCONT') };
  }

  /** As a server that is killed: what is under way ends without an answer. */
  async killPrimary(): Promise<void> {
    const gone = once(this.#primary!, 'exit');
    this.#primary!.kill('SIGQUIT');
    await gone;
  }

  /** From now on it waits for nobody. */
  promote(): void {
    const url = this.urlOf('replica');
    this.ask(url, 'SELECT pg_promote()');
    this.ask(url, 'ALTER SYSTEM RESET synchronous_standby_names');
    this.ask(url, 'SELECT pg_reload_conf()');
  }

  async stop(): Promise<void> {
    for (const child of [this.#replica, this.#primary]) {
      if (!child || child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGQUIT');
      await gone;
    }
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
