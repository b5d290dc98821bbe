import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPgbouncer, freePort } from '../../../tools/services.mjs';

const program = findPgbouncer();
export const hasPgbouncer = program !== undefined;

/** Refuses to be root, as PostgreSQL does. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody']).stdout));
  return { uid: uid!, gid: gid! };
}

/** Ends the program with whoever began it, however that ends: then nothing holds the other end of its input any more. */
const untilInputEnds =
  'exec 3<&0; "$0" "$@" & program=$!; (read -r _ <&3; kill -KILL $program) & wait $program';

/** A pooler in front of a PostgreSQL server that hands connections on after each transaction. */
export class TestPgbouncer {
  readonly #child: ChildProcess;
  readonly #directory: string;
  readonly #port: number;

  private constructor(child: ChildProcess, directory: string, port: number) {
    this.#child = child;
    this.#directory = directory;
    this.#port = port;
  }

  /** Lets in the role of this address, to any database of its server. */
  static async before(url: string, connections = 10): Promise<TestPgbouncer> {
    const directory = mkdtempSync(join(tmpdir(), 'dazi-pgbouncer-'));
    const { hostname, port, username, password } = new URL(url);
    const own = await freePort();
    const [users, settings] = [join(directory, 'users'), join(directory, 'pgbouncer.ini')];
    writeFileSync(users, `"${username}" "${password}"\n`);
    writeFileSync(
      settings,
      `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
server_idle_timeout = 10
`,
    );
    const user = account();
    if (user) for (const path of [directory, users, settings]) chownSync(path, user.uid, user.gid);
    const child = spawn('sh', ['-c', untilInputEnds, program!, settings], {
      ...user,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const pgbouncer = new TestPgbouncer(child, directory, own);
    await pgbouncer.#up();
    return pgbouncer;
  }

  async #up(): Promise<void> {
    let said = '';
    await new Promise<void>((resolve, reject) => {
      this.#child.stderr!.on('data', (chunk) => {
        said += chunk;
        if (said.includes('process up')) resolve();
      });
      this.#child.once('exit', (code) => reject(new Error(`pgbouncer ended with code ${code}:\n${said}`)));
    });
  }

  /** The same database and role, through the pooler. */
  urlOf(directUrl: string): string {
    const url = new URL(directUrl);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.stdin!.end();
    await ended;
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
