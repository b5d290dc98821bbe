import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../../tools/services.mjs';
import { pooledSettings } from './test-database.ts';

const repository = join(import.meta.dirname, '..', '..', '..');

/** For what lives for seconds: machine code that is quickly made is enough for it and for the embedded database. */
const quickStart = ['--liftoff-only', '--single-threaded-gc', '--no-opt'];

/** The built server as it is installed, with a page of its own: the web need not be built. Of another checkout, if one is named. */
export class TestInstallation {
  readonly root = mkdtempSync(join(tmpdir(), 'dazi-installation-'));
  readonly #running = new Set<TestProcess>();

  constructor(given = repository) {
    const checkout = resolve(given);
    const built = join(checkout, 'server', 'dist');
    if (!existsSync(join(built, 'main.js'))) {
      throw new Error(
        'The server is not built: npx vite build server && node server/dist/make-new-database.js',
      );
    }
    cpSync(built, join(this.root, 'server', 'dist'), { recursive: true });
    cpSync(join(checkout, 'server', 'migrations'), join(this.root, 'server', 'migrations'), {
      recursive: true,
    });
    mkdirSync(join(this.root, 'web', 'dist'), { recursive: true });
    writeFileSync(join(this.root, 'web', 'dist', 'index.html'), '<!doctype html><title>Dazi</title>');
    symlinkSync(join(checkout, 'node_modules'), join(this.root, 'node_modules'), 'junction');
  }

  newDataDir(): string {
    return mkdtempSync(join(this.root, 'data-'));
  }

  /** Starts it; it may still be on its way. With a size its data directory lies on a disk of its own. */
  async launch(
    environment: Record<string, string>,
    { disk_MiB, flags = quickStart }: { disk_MiB?: number | undefined; flags?: readonly string[] } = {},
  ): Promise<TestProcess> {
    const port = environment.PORT ?? String(await freePort());
    const program = [process.execPath, ...flags, join(this.root, 'server', 'dist', 'main.js')];
    const started = new TestProcess(
      disk_MiB === undefined ? program : onSmallDisk(environment.DATA_DIR!, disk_MiB * 1024, program),
      {
        RATE_LIMIT_FACTOR: '100000',
        MAP_STYLE_URL: 'none',
        PORT: port,
        ...(await pooledSettings(environment)),
      },
    );
    this.#running.add(started);
    return started;
  }

  async remove(): Promise<void> {
    for (const each of this.#running) await each.kill();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A command that sees a memory disk of this size at a directory; nobody else sees it, and it goes with the process. */
export const onSmallDisk = (directory: string, size_KiB: number, program: string[]) => [
  'unshare',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${size_KiB}k tmpfs "$0" && exec "$@"`,
  directory,
  ...program,
];

/** Needs Linux that lets its users make namespaces. */
export function canHaveSmallDisk(): boolean {
  const [command, ...rest] = onSmallDisk(tmpdir(), 1024, ['true']);
  return spawnSync(command!, rest).status === 0;
}

export class TestProcess {
  readonly url: string;
  readonly child: ChildProcess;
  said = '';
  readonly #ended: Promise<number | null>;

  constructor([command, ...rest]: string[], environment: Record<string, string>) {
    const { PATH = '', HOME = '', TMPDIR = tmpdir(), SystemRoot = '' } = process.env;
    this.url = `http://127.0.0.1:${environment.PORT}`;
    this.child = spawn(command!, rest, {
      env: { PATH, HOME, TMPDIR, SystemRoot, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const output of [this.child.stdout!, this.child.stderr!]) {
      output.on('data', (chunk) => {
        this.said += chunk;
      });
    }
    this.#ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** Waits until it answers; throws what it said when it ends instead. */
  async ready(): Promise<this> {
    const running = new Promise<'running'>((resolve) => {
      const look = () => this.said.includes('Dazi is running') && resolve('running');
      this.child.stdout!.on('data', look);
      look();
    });
    if ((await Promise.race([running, this.#ended])) !== 'running') throw new Error(this.said);
    return this;
  }

  /** A path as the process sees it, also on its small disk. */
  pathInside(path: string): string {
    return join('/proc', String(this.child.pid), 'root', path);
  }

  /** The exit code; null after a signal. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.child.kill(signal);
    return this.#ended;
  }
}
