import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DirectoryInUse, DirectoryUnusable, lockDirectory } from './directory-lock.ts';

let directory: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'dazi-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  rmSync(directory, { recursive: true, force: true });
});

const lockFile = () => join(directory, 'server.lock');

/** Another process that locks the directory, says how it went, and stays. */
async function otherProcess(): Promise<{ child: ChildProcess; said: string }> {
  const source = `
    const { lockDirectory } = await import(${JSON.stringify(join(import.meta.dirname, 'directory-lock.ts'))});
    try { lockDirectory(process.argv[1]); console.log('locked'); } catch (error) { console.log(error.message); }
    setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', source, directory],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  const [said] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, said: String(said).trim() };
}

test('a directory in use is refused with a sentence that says what to do', async () => {
  const { child, said } = await otherProcess();
  expect(said).toBe('locked');
  expect(() => lockDirectory(directory)).toThrow(
    new DirectoryInUse(
      `Another Dazi server (process ${child.pid}) is already using ${directory}. Stop it first, or choose another DATA_DIR.`,
    ),
  );
});

/** As somebody who may not do everything. */
function asNobody(work: () => void) {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid!(65534);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid!(0);
  }
}

test('what can be no data directory is refused with a sentence that says why', () => {
  const what = 'Name a directory that the user who runs Dazi may write to.';
  const file = join(directory, 'file');
  writeFileSync(file, '');
  const refused = (path: string, why: string) =>
    expect(() => lockDirectory(path)).toThrow(new DirectoryUnusable(`DATA_DIR: ${path} ${why}. ${what}`));
  refused(file, 'is a file');
  refused(join(file, 'data'), 'lies below a file');
  chmodSync(directory, 0o555);
  asNobody(() => {
    refused(directory, 'may not be written to');
    refused(join(directory, 'data'), 'may not be written to');
  });
});

test('what a killed process left behind is taken over', async () => {
  const { child } = await otherProcess();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(lockFile())).toBe(true);
  const unlock = lockDirectory(directory);
  expect((await otherProcess()).said).toContain(`process ${process.pid}`);
  unlock();
  expect(existsSync(lockFile())).toBe(false);
  expect((await otherProcess()).said).toBe('locked');
});

test('a lock that somebody took away from a server that runs is put back, and ends it not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const unlock = lockDirectory(directory);
    const written = readFileSync(lockFile(), 'utf8');
    rmSync(lockFile());
    vi.advanceTimersByTime(15_000);
    expect(readFileSync(lockFile(), 'utf8')).toBe(written);
    // What a full disk has left of it.
    writeFileSync(lockFile(), '');
    vi.advanceTimersByTime(15_000);
    expect(readFileSync(lockFile(), 'utf8')).toBe(written);
    rmSync(directory, { recursive: true });
    vi.advanceTimersByTime(15_000);
    unlock();
  } finally {
    vi.useRealTimers();
  }
});

test('who stood still for so long that another machine took the lock over ends, and leaves it to that one', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const unlock = lockDirectory(directory);
    vi.advanceTimersByTime(15_000);
    expect(exit).not.toHaveBeenCalled();
    writeFileSync(lockFile(), '1 1 another-machine');
    vi.advanceTimersByTime(15_000);
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('taken over'));
    unlock();
    expect(readFileSync(lockFile(), 'utf8')).toBe('1 1 another-machine');
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});

test('an id that was given to another process since does not lock', () => {
  // The process that runs this test's worker lives, but did not begin at the first tick.
  writeFileSync(lockFile(), `${process.ppid} 1`);
  lockDirectory(directory)();
});

test('a lock that is being written is no stale one', async () => {
  writeFileSync(lockFile(), '');
  // Written by somebody else while this process looks at it.
  const writer = spawn('sh', ['-c', `sleep 1; printf '${process.ppid}' > '${lockFile()}'`]);
  children.push(writer);
  expect(() => lockDirectory(directory)).toThrow(`process ${process.ppid}`);
});

test('nobody takes a stale lock away while another does', async () => {
  writeFileSync(lockFile(), '999999999 1');
  mkdirSync(`${lockFile()}.stale`);
  // Which puts its own in the place of the stale one.
  const source = `sleep 1; printf '${process.ppid}' > '${lockFile()}'; rmdir '${lockFile()}.stale'`;
  children.push(spawn('sh', ['-c', source]));
  expect(() => lockDirectory(directory)).toThrow(`process ${process.ppid}`);
});

test('who was killed while it took a stale lock away keeps nobody out', () => {
  writeFileSync(lockFile(), '999999999 1');
  mkdirSync(`${lockFile()}.stale`);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(`${lockFile()}.stale`, longAgo, longAgo);
  lockDirectory(directory)();
  expect(readdirSync(directory)).toEqual([]);
});

test('of many that start at once over a stale lock, one gets the directory', async () => {
  writeFileSync(lockFile(), '999999999 1');
  const outcomes = await Promise.all(Array.from({ length: 6 }, otherProcess));
  expect(outcomes.filter(({ said }) => said === 'locked')).toHaveLength(1);
});
