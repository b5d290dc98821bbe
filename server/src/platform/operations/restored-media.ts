import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { mayMakeMediaDir, openDirectory } from '../storage/configured-storage.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import type { BackupFile } from './backup-file.ts';
import { holdsNothing, restoreMark } from './files.ts';
import { OperatorError } from './manifest.ts';
import { storageOf } from './media-copy.ts';

export interface RestoredMedia {
  files: number;
  /** Says that nothing is missing any more. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

interface Place {
  storage: FileStorage;
  /** As an operator reads it. */
  name: string;
  tidy(): void;
}

async function placeOf(config: Config): Promise<Place> {
  if (config.s3) {
    return { storage: await storageOf(config), name: `The bucket ${config.s3.bucket}`, tidy() {} };
  }
  const { mediaDir } = config;
  const isNew = !existsSync(mediaDir);
  return {
    storage: await openDirectory(mediaDir, mayMakeMediaDir(config)),
    name: mediaDir,
    tidy() {
      removeEmptyIn(mediaDir);
      if (isNew && readdirSync(mediaDir).length === 0) rmdirSync(mediaDir);
    },
  };
}

/** Folders of others may not even be looked into. */
function removeEmptyIn(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(directory, entry.name);
    try {
      removeEmptyIn(folder);
      if (readdirSync(folder).length === 0) rmdirSync(folder);
    } catch {}
  }
}

/** What the mark says: media of another backup do not belong to the database of this one. */
const idOf = ({ manifest: { createdAt, database } }: BackupFile) => `${createdAt} ${database.sha256}`;

async function markIn(storage: FileStorage): Promise<string | null> {
  const stream = await (await storage.find(restoreMark))?.open();
  return stream ? text(stream) : null;
}

/** What is there already, as large as it should be, was written as a whole. Media left in a bucket are there. */
export async function restoreMedia(backup: BackupFile, config: Config): Promise<RestoredMedia> {
  if (!backup.manifest.media) return { files: 0, finish: async () => {}, discard: async () => {} };
  const { storage, name: place, tidy } = await placeOf(config);
  const mark = await markIn(storage);
  if (mark !== null && mark !== idOf(backup)) {
    throw new OperatorError(
      `${place} holds a part of another backup, whose restore was broken off. Restore that one again, or empty it.`,
    );
  }
  if (mark === null && !(await holdsNothing(storage))) {
    tidy();
    throw new OperatorError(`${place} is not empty. Restore into an empty one.`);
  }
  const media = {
    files: 0,
    finish: () => storage.remove(restoreMark),
    async discard() {
      for (const { name } of backup.media()) await storage.remove(name).catch(() => {});
      await storage.remove(restoreMark).catch(() => {});
      tidy();
    },
  };
  try {
    await storage.write(restoreMark, Buffer.from(idOf(backup)));
    for (const { name, size, open } of backup.media()) {
      if ((await storage.find(name))?.size !== size) await storage.write(name, await buffer(await open()));
      media.files++;
    }
  } catch (error) {
    await media.discard();
    throw error;
  }
  return media;
}
