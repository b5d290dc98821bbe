import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { loadDemoTown } from '@dazi/contract/demo-town/demo-town';
import { TestPerson } from '../server/src/testing/test-person.ts';
import { moveDemoTown } from '../server/src/testing/test-town.ts';
import { freePort } from '../tools/services.mjs';

const root = join(import.meta.dirname, '..');
/** Machine code for its database that is quickly made: making better code takes more than it gives in minutes. */
const flags = ['--liftoff-only', '--single-threaded-gc', '--max-semi-space-size=64'];
const startLimit_ms = 120_000;
const stopLimit_ms = 12_000;
/** Whoever signs in with it is an administrator. */
export const administratorEmail = 'administrator@journeys.example';
/** Of another one, who looks at appeals. */
export const secondAdministratorEmail = 'second-administrator@journeys.example';
/** Where the runner keeps the data of a stopped server with the demo town, see `town.setup.ts`. */
const townVariable = 'DAZI_JOURNEYS_TOWN';
const ownSettings = /^(PATH|HOME|TMPDIR|TEMP|TMP|SystemRoot|LANG|TZ)$/i;

const newDataDir = () => mkdtemp(join(tmpdir(), 'dazi-journeys-'));

/** The built product on a port and with a data directory of its own. */
export class DaziServer {
  readonly port: number;
  readonly #dataDir: string;
  readonly #settings: Readonly<Record<string, string>>;
  /** The origin at which browsers reach it, where that is not its own port. */
  readonly #road: string | undefined;
  #process: ChildProcess | null = null;
  #output = '';

  private constructor(
    port: number,
    dataDir: string,
    settings: Readonly<Record<string, string>>,
    road?: string,
  ) {
    this.port = port;
    this.#dataDir = dataDir;
    this.#settings = { ...settings, ...(road && { PUBLIC_URL: road }) };
    this.#road = road;
  }

  /** `settings` are environment variables; `files` lie in its data directory before it starts. */
  static async start(
    settings: Readonly<Record<string, string>> = {},
    files: Readonly<Record<string, Uint8Array>> = {},
  ): Promise<DaziServer> {
    const dataDir = await newDataDir();
    for (const [path, bytes] of Object.entries(files)) {
      await mkdir(dirname(join(dataDir, path)), { recursive: true });
      await writeFile(join(dataDir, path), bytes);
    }
    const server = new DaziServer(await freePort(), dataDir, settings);
    await server.start();
    return server;
  }

  /** In demo mode under a name that a browser has to be told of: it comes by plain http, and not from this machine. */
  static async startNamed(name: string, more: Readonly<Record<string, string>> = {}): Promise<DaziServer> {
    const port = await freePort();
    const settings = { PUBLIC_URL: `http://${name}:${port}`, DEMO_PUBLIC: '1', ...more };
    const server = new DaziServer(port, await newDataDir(), settings);
    await server.start();
    return server;
  }

  /** With the demo town in San Francisco: a copy, which costs a fraction of building it. */
  static async startWithTown(
    settings: Readonly<Record<string, string>> = {},
    road?: string,
  ): Promise<DaziServer> {
    const town = process.env[townVariable];
    if (!town) throw new Error('The runner has prepared no demo town');
    const dataDir = await newDataDir();
    await cp(town, dataDir, { recursive: true });
    const server = new DaziServer(await freePort(), dataDir, settings, road);
    await moveDemoTown(join(dataDir, 'database'), server.url);
    await server.start();
    return server;
  }

  /** Builds the demo town for the servers of this run; what is answered takes it away again. */
  static async prepareTown(): Promise<() => Promise<void>> {
    const server = await DaziServer.start();
    try {
      await new TestPerson(server.url).get(loadDemoTown);
    } catch (error) {
      await server.remove();
      throw new Error(`No demo town:\n${server.output}`, { cause: error });
    }
    await server.stop();
    process.env[townVariable] = server.#dataDir;
    return () => server.remove();
  }

  get url(): string {
    return this.#road ?? `http://127.0.0.1:${this.port}`;
  }

  /** The end of what it has printed, log lines too. */
  get output(): string {
    return this.#output;
  }

  get #environment(): NodeJS.ProcessEnv {
    const inherited = Object.entries(process.env).filter(([name]) => ownSettings.test(name));
    return {
      ...Object.fromEntries(inherited),
      PORT: String(this.port),
      DATA_DIR: this.#dataDir,
      RATE_LIMIT_FACTOR: '100',
      MAP_STYLE_URL: 'none',
      ADMIN_EMAILS: `${administratorEmail},${secondAdministratorEmail}`,
      ...this.#settings,
    };
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [...flags, 'server/dist/main.js'], {
      cwd: root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const until = Date.now() + startLimit_ms;
    while (!(await this.#isHealthy())) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`No server:\n${this.#output}`);
      await delay(50);
    }
  }

  /** What an operator says about people, beside the running server; answers what is said to that. */
  async moderate(...words: string[]): Promise<string> {
    const program = [...flags, 'server/dist/moderation.js', ...words, '--yes'];
    const { stdout } = await promisify(execFile)(process.execPath, program, {
      cwd: root,
      env: this.#environment,
    });
    return stdout.trim();
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const code = await Promise.race([ended.then(([status]) => status), delay(stopLimit_ms, 'late')]);
    if (code !== 0) {
      child.kill('SIGKILL');
      throw new Error(`The server did not end as it should (${code}):\n${this.#output}`);
    }
  }

  /** Starts it anew; meanwhile something may be done to its embedded database. */
  async whileStopped(change: (database: string) => Promise<void>): Promise<void> {
    await this.stop();
    await change(join(this.#dataDir, 'database'));
    await this.start();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  async #isHealthy(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
  }
}
