import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';

export interface StoredFile {
  size: number;
  /** From byte `start` to byte `end`, both included; all of it without. Null for what has gone meanwhile. */
  open(range?: { start: number; end: number }): Promise<Readable | null>;
  /** Where browsers may fetch it for a minute; null where this server sends it. */
  address: ((answer: { contentType: string; disposition?: string | undefined }) => Promise<string>) | null;
}

export interface ListedFile {
  key: string;
  size: number;
}

/** The storage did not do what it was asked for; it may later. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** Where media bytes live. Keys are made by the server: lower-case letters, digits, hyphens and slashes. */
export interface FileStorage {
  write(key: string, bytes: Uint8Array): Promise<void>;
  find(key: string): Promise<StoredFile | null>;
  remove(key: string): Promise<void>;
  olderThan(instant: Date): AsyncIterable<ListedFile>;
  /** The same for whoever keeps files in the same place, by whatever path. */
  identity(): Promise<string>;
  /** False where nothing could be stored now. */
  isWritable(): Promise<boolean>;
  /** How much of the disk is free, from 0 to 1; looked at every ten seconds at most. */
  freeShare(): Promise<number>;
}

const keyPattern = /^[a-z0-9]+(?:[-/.][a-z0-9]+)*$/;
export const isStorageKey = (key: string): boolean => keyPattern.test(key);

/** Before which everything is older. */
export const endOfTime = new Date(8.64e15);

/** How long what the disk said of itself is believed. */
const believed_ms = 10_000;

export function directoryStorage(root: string, look: typeof statfs = statfs): FileStorage {
  let looked: { at: number; share: Promise<number> } | null = null;
  const path = (key: string) => {
    if (!isStorageKey(key)) throw new Error('Not a storage key');
    return join(root, ...key.split('/'));
  };
  return {
    async write(key, bytes) {
      const target = path(key);
      // A disk that is not mounted any more is not made anew: what was written would vanish under it.
      await access(root).catch(() => {
        throw new StorageUnavailable(`${root} is not there`);
      });
      await mkdir(dirname(target), { recursive: true });
      // Written beside and renamed: nobody ever reads half a picture.
      const temporary = `${target}.${randomBytes(6).toString('hex')}`;
      try {
        await writeFile(temporary, bytes, { flush: true });
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async find(key) {
      const found = await stat(path(key)).catch(nothingThere);
      if (!found) return null;
      return {
        size: found.size,
        async open(range) {
          const file = await open(path(key)).catch(nothingThere);
          return file && file.createReadStream(range ?? {});
        },
        address: null,
      };
    },
    async remove(key) {
      const file = path(key);
      await rm(file, { force: true });
      // The folder bears the name of what was in it; it stays while something else still is. Nobody makes the root anew.
      if (dirname(file) !== join(root)) await rmdir(dirname(file)).catch(() => {});
    },
    async identity() {
      const file = join(root, '.dazi-directory');
      await writeFile(file, randomBytes(9).toString('hex'), { flag: 'wx' }).catch(unlessThere);
      return `directory ${await readFile(file, 'utf8')}`;
    },
    async isWritable() {
      await access(root, constants.W_OK | constants.X_OK);
      return (await stat(root)).isDirectory();
    },
    freeShare() {
      const at = performance.now();
      if (!looked || at - looked.at >= believed_ms) {
        const share = look(root).then(({ bavail, blocks }) => (blocks > 0 ? bavail / blocks : 1));
        // Before the first file there is no folder, and a disk that says nothing of itself is in nobody's way.
        looked = { at, share: share.catch(() => 1) };
      }
      return looked.share;
    },
    async *olderThan(instant) {
      for await (const file of filesIn(root)) {
        const key = relative(root, file).split(sep).join('/');
        if (!isStorageKey(key)) continue;
        const found = await stat(file).catch(nothingThere);
        if (found && found.mtime < instant) yield { key, size: found.size };
      }
    },
  };
}

/** What comes or goes meanwhile is in it or not. Folders such as `lost+found` may not even be looked into. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  for await (const entry of (await opendir(folder).catch(nothingThere)) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && isStorageKey(entry.name)) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
