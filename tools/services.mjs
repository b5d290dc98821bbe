import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findPostgres } from './postgres-programs.mjs';

/**
 * @typedef {object} Postgres
 * @property {string} url a superuser connection
 * @property {number} pid
 * @property {() => Promise<void>} stop ends the server and removes its files
 */

/**
 * Starts a private PostgreSQL in a temporary directory on a free port. It forgets everything when stopped
 * and, unless `durable`, never syncs, so it is for tests and measurements only.
 * @param {{ durable?: boolean }} [options]
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ durable = false } = {}) {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed.');
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'dazi-postgres-'));
  const account = unprivilegedAccount();
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(directory, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [directory, passwordFile]) chownSync(path, account.uid, account.gid);
  const options = { cwd: directory, ...account, env: { ...process.env, HOME: directory, LC_ALL: 'C' } };
  const data = join(directory, 'data');
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  const made = spawnSync(
    programs.initdb,
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale',
      locale,
      '--no-sync',
    ],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    rmSync(directory, { recursive: true, force: true });
    throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  }
  const port = await freePort();
  const child = spawn(programs.postgres, ['-D', data, ...settings(port, durable)], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const removeFiles = () =>
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  const endAbruptly = () => {
    child.kill('SIGQUIT');
    removeFiles();
  };
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    endAbruptly();
    // Another listener ends its own children first and then this process.
    if (process.listenerCount(signal) === 1) process.exit(130);
  };
  process.on('exit', endAbruptly);
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const gone = new Promise((resolve) => child.once('exit', resolve)).then(() => {
    process.off('exit', endAbruptly);
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    removeFiles();
  });
  await whenReady(child, 'PostgreSQL');
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    pid: /** @type {number} */ (child.pid),
    stop: async () => {
      child.kill('SIGQUIT');
      await gone;
    },
  };
}

/**
 * The program of Redis or of Valkey, which speaks the same.
 * @returns {string | undefined}
 */
export function findRedis() {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ];
  const files = folders.flatMap((folder) =>
    ['redis-server', 'valkey-server'].map((name) => join(folder, name)),
  );
  return files.find((file) => existsSync(file));
}

/**
 * Debian's lies where only root looks.
 * @returns {string | undefined}
 */
export function findPgbouncer() {
  const files = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
  return files.find((file) => existsSync(file));
}

/**
 * @typedef {object} RunningRedis
 * @property {string} url
 * @property {number} port
 * @property {import('node:child_process').ChildProcess} child
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a Redis that keeps nothing on disk, on a free port or the one that an earlier one had.
 * @param {{ port?: number, password?: string }} [options]
 * @returns {Promise<RunningRedis>}
 */
export async function startRedis({ port, password } = {}) {
  const program = findRedis();
  if (!program) throw new Error('Redis is not installed.');
  const own = port ?? (await freePort());
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'dazi-redis-'));
  const words = [
    '--port',
    String(own),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    directory,
  ];
  const child = spawn(program, [...words, ...(password ? ['--requirepass', password] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endAbruptly = () => child.kill('SIGKILL');
  process.on('exit', endAbruptly);
  const gone = new Promise((resolve) => child.once('exit', resolve)).then(() => {
    process.off('exit', endAbruptly);
    rmSync(directory, { recursive: true, force: true });
  });
  await whenReady(child, 'Redis');
  return {
    url: `redis://${password ? `:${password}@` : ''}127.0.0.1:${own}`,
    port: own,
    child,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Systems give these to nobody who connects somewhere: the port of a connection would be taken before it is listened on. */
const lowestPort = 15_000;
const highestPort = 32_000;

/** A file for each port that a process of this user keeps, with the number of the process. */
const keptPorts = join(tmpdir(), `dazi-ports-${process.getuid?.() ?? 'all'}`);
/** @type {Set<number>} */
const ownPorts = new Set();

/**
 * Nobody else is given the same one as long as this process lives: what listens on it may end and come back.
 * @returns {Promise<number>} a port of this machine that nobody listens on
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(lowestPort, highestPort);
    if (keepPort(port) && (await isFree(port))) return port;
  }
}

/**
 * @param {number} port
 * @returns {boolean} false if a process keeps it already
 */
function keepPort(port) {
  if (ownPorts.size === 0) {
    mkdirSync(keptPorts, { recursive: true });
    process.on('exit', () => {
      for (const each of ownPorts) rmSync(join(keptPorts, String(each)), { force: true });
    });
  }
  const file = join(keptPorts, String(port));
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    ownPorts.add(port);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (isLeftBehind(file)) rmSync(file, { force: true });
    return false;
  }
}

/**
 * @param {string} file
 * @returns {boolean} whether the process that kept the port ended without a word
 */
function isLeftBehind(file) {
  try {
    process.kill(Number(readFileSync(file)), 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * @param {number} port
 * @param {boolean} durable
 */
function settings(port, durable) {
  /** Keeps nothing for a crash or a copy, and does nothing beside what it is asked. */
  const forgetful = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    checkpoint_timeout: '1h',
    max_wal_size: '8GB',
    autovacuum: 'off',
    jit: 'off',
  };
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    logging_collector: 'off',
    ...(durable ? {} : forgetful),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * PostgreSQL refuses to run as root, so root hands it to an account that every system has.
 * @returns {{ uid: number, gid: number } | undefined} nothing when we are not root
 */
export function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('There is neither an account "postgres" nor "nobody" to run PostgreSQL as.');
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} name
 */
export function whenReady(child, name) {
  return new Promise((resolve, reject) => {
    let log = '';
    for (const output of [child.stdout, child.stderr]) {
      output?.on('data', (chunk) => {
        log = (log + chunk).slice(-10_000);
        if (/ready to accept (read-only )?connections/i.test(log)) resolve(undefined);
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with code ${code} at its start:\n${log}`)));
  });
}
