import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy'].find((file) =>
  existsSync(file),
);
export const hasHaproxy = program !== undefined;
/** Says at which node a browser is; without it nodes come by turns. */
export const balancerCookie = 'dazi_node';

const answersAt = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Looks often whether nodes are there, and gives up what is under way at one that is not. */
const often = 'inter 300ms fall 1 rise 1 on-marked-down shutdown-sessions';
const deployed = readFileSync(join(import.meta.dirname, '../../../deploy/haproxy.cfg'), 'utf8');
/** As `deploy/haproxy.cfg` does. */
export const asDeployed = /default-server check (.*)/.exec(deployed)![1]!;

/** A balancer as in `deploy/haproxy.cfg`, without certificate. */
export class TestHaproxy {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #directory: string;

  private constructor(port: number, child: ChildProcess, directory: string) {
    this.port = port;
    this.#child = child;
    this.#directory = directory;
  }

  static before(nodes: readonly number[], port: number, looking = often): Promise<TestHaproxy> {
    return TestHaproxy.#started(
      port,
      `defaults
  mode http
  timeout connect 1s
  timeout client 120s
  timeout server 120s
  timeout check 2s
  option redispatch
  option forwardfor
frontend web
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  cookie ${balancerCookie} insert indirect nocache httponly
  option httpchk GET /readyz
  http-check expect status 200
  default-server check ${looking}
${nodes.map((node, number) => `  server n${number} 127.0.0.1:${node} cookie n${number}`).join('\n')}
`,
    );
  }

  /** In front of a PostgreSQL and of the replica that takes its place once nobody answers there. */
  static beforeDatabases(primary: number, replica: number, port: number): Promise<TestHaproxy> {
    return TestHaproxy.#started(
      port,
      `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  default-server check ${often}
  server primary 127.0.0.1:${primary}
  server replica 127.0.0.1:${replica} backup
`,
    );
  }

  static async #started(port: number, configuration: string): Promise<TestHaproxy> {
    const directory = mkdtempSync(join(tmpdir(), 'dazi-haproxy-'));
    const file = join(directory, 'haproxy.cfg');
    writeFileSync(file, configuration);
    const child = spawn(program!, ['-f', file, '-db'], { stdio: 'ignore' });
    process.once('exit', () => child.kill('SIGKILL'));
    const haproxy = new TestHaproxy(port, child, directory);
    while (!(await answersAt(port))) {
      if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return haproxy;
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
