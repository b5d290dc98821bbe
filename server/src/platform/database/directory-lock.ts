import { mkdirSync, readFileSync, rmSync, statfsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
}

export class DirectoryUnusable extends Error {
  override name = 'DirectoryUnusable';
}

const whyUnusable: Readonly<Record<string, string>> = {
  EEXIST: 'is a file',
  ENOTDIR: 'lies below a file',
  ENOENT: 'cannot be made',
  EACCES: 'may not be written to',
  EPERM: 'may not be written to',
  EROFS: 'lies on a disk that is read only',
  ENOSPC: 'lies on a disk that is full',
};

/** Another reason than these is nothing an operator could mend by a setting. */
export function asUnusable(setting: string, directory: string, error: unknown): unknown {
  const why = whyUnusable[(error as NodeJS.ErrnoException).code ?? ''];
  if (!why) return error;
  return new DirectoryUnusable(
    `${setting}: ${directory} ${why}. Name a directory that the user who runs Dazi may write to.`,
  );
}

/** The embedded database writes files of 16 MiB ahead, and says nothing of the reason where there is no room for one. */
const leastFree_bytes = 32 * 1024 * 1024;

export function isFull(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize < leastFree_bytes;
  } catch {
    return false;
  }
}

/** In clock ticks since boot, null where unknown: after a crash another process may have been given the same id. */
function startOf(processId: number): string | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A holder on another machine (or in another container) is judged by how fresh its file is. */
const touchEvery_ms = 15_000;
const foreignLockLifetime_ms = 60_000;

/** Between making a file and writing to it, and while a stale one is taken away, goes no more, but for who was killed there. */
const halfDone_ms = 5000;

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** In ms; null when it is gone. */
const ageOf = (path: string): number | null => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? Date.now() - stat.mtimeMs : null;
};

/** The process that holds it; null for one that left it behind, undefined while it is written or when it is gone. */
function livingHolder(file: string): number | null | undefined {
  const age_ms = ageOf(file);
  if (age_ms === null) return undefined;
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (text === '') return age_ms < halfDone_ms ? undefined : null;
  const [holder = '', start = '', host = ''] = text.split(' ');
  const holderId = Number(holder);
  if (host !== '' && host !== hostname()) return age_ms < foreignLockLifetime_ms ? holderId : null;
  if (holderId === process.pid || !(holderId > 0) || !isAlive(holderId)) return null;
  return start === '' || startOf(holderId) === start ? holderId : null;
}

/**
 * By one at a time, who looks once more: of two who found it stale the second would take away what the first has put
 * in its place, and both would hold the directory.
 */
function takeAwayStale(file: string): void {
  const turn = `${file}.stale`;
  try {
    mkdirSync(turn);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if ((ageOf(turn) ?? 0) < halfDone_ms) pause(20);
    else rmSync(turn, { recursive: true, force: true });
    return;
  }
  try {
    if (livingHolder(file) === null) rmSync(file, { force: true });
  } finally {
    rmSync(turn, { recursive: true, force: true });
  }
}

/** Whose it is; null while there is none, undefined where the disk does not say. */
function textOf(file: string): string | null | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined;
  }
}

/**
 * One that somebody has taken away is put back, or a second server would open the same database. Whoever stood still for
 * so long that another machine took it over ends at once: two that write to one database destroy it.
 */
function keepFresh(file: string, mine: string): () => void {
  const touch = setInterval(() => {
    const text = textOf(file);
    if (text && text !== mine) {
      process.stderr.write(
        `Another Dazi server has taken over ${file}: this one stood still for too long.\n`,
      );
      process.exit(1);
    }
    const now = new Date();
    try {
      if (text === mine) utimesSync(file, now, now);
      else if (text === null) writeFileSync(file, mine, { flag: 'wx' });
      else if (text === '') writeFileSync(file, mine);
    } catch {
      // A disk that fails for a moment ends nobody; the next time comes.
    }
  }, touchEvery_ms).unref();
  return () => {
    clearInterval(touch);
    if (textOf(file) === mine) rmSync(file, { force: true });
  };
}

/**
 * The embedded database takes no lock of its own. Throws DirectoryInUse when another living process holds it and
 * DirectoryUnusable when nothing can be written there; what a killed process left behind is taken over.
 */
export function lockDirectory(directory: string): () => void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw asUnusable('DATA_DIR', directory, error);
  }
  const file = join(directory, 'server.lock');
  const mine = `${process.pid} ${startOf(process.pid) ?? ''} ${hostname()}`;
  const until_ms = performance.now() + 2 * halfDone_ms;
  while (performance.now() < until_ms) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return keepFresh(file, mine);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw asUnusable('DATA_DIR', directory, error);
    }
    const holderId = livingHolder(file);
    if (typeof holderId === 'number') {
      throw new DirectoryInUse(
        `Another Dazi server (process ${holderId}) is already using ${directory}. Stop it first, or choose another DATA_DIR.`,
      );
    }
    if (holderId === null) takeAwayStale(file);
    else pause(20);
  }
  throw new DirectoryInUse(`Could not lock ${directory}`);
}
