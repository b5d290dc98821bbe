import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { openDirectory, openStorage } from '../storage/configured-storage.ts';
import { directoryStorage, type FileStorage, type ListedFile } from '../storage/file-storage.ts';
import { filesIn } from './files.ts';
import { OperatorError } from './manifest.ts';

/** Each is held in memory as a whole. */
const copiedAtOnce = 4;

export interface Copied {
  files: number;
  bytes: number;
  /** What was there already, as large as it should be. */
  there: number;
}

/** Media as commands read them; what does not answer now is of no use to them. */
export const storageOf = async (config: Config): Promise<FileStorage> =>
  config.s3
    ? openStorage(config, (problem) => {
        throw new OperatorError(problem);
      })
    : directoryStorage(config.mediaDir);

/** Copies what is not there yet. The same again goes on where it was broken off, and copies what came meanwhile. */
async function copyFiles(from: FileStorage, to: FileStorage): Promise<Copied> {
  const copied = { files: 0, bytes: 0, there: 0 };
  const copy = async ({ key, size }: ListedFile) => {
    if ((await to.find(key))?.size === size) {
      copied.there++;
      return;
    }
    const bytes = await (await from.find(key))?.open();
    // Removed meanwhile.
    if (!bytes) return;
    await to.write(key, await buffer(bytes));
    copied.files++;
    copied.bytes += size;
  };
  let batch: ListedFile[] = [];
  for await (const file of filesIn(from)) {
    batch.push(file);
    if (batch.length < copiedAtOnce) continue;
    await Promise.all(batch.map(copy));
    batch = [];
  }
  await Promise.all(batch.map(copy));
  return copied;
}

export async function copyMedia(
  config: Config,
  direction: 'to-s3' | 'to-directory',
  directory = config.mediaDir,
): Promise<Copied> {
  if (!config.s3) throw new OperatorError('Name the bucket with S3_ENDPOINT, S3_BUCKET and its keys.');
  if (direction === 'to-s3' && !existsSync(directory)) throw new OperatorError(`There is no ${directory}.`);
  const bucket = await storageOf(config);
  const files = await openDirectory(directory, direction === 'to-directory');
  return direction === 'to-s3' ? copyFiles(files, bucket) : copyFiles(bucket, files);
}
