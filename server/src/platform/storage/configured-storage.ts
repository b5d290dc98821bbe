import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { asUnusable, DirectoryUnusable } from '../database/directory-lock.ts';
import { directoryStorage, type FileStorage, StorageUnavailable } from './file-storage.ts';
import type { S3Storage } from './s3-storage.ts';

type Say = (text: string) => void;

const bucketProblems: Readonly<Record<number, (bucket: string) => string>> = {
  301: (bucket) => `S3_REGION: the bucket ${bucket} lies in another region.`,
  400: (bucket) =>
    `S3_REGION: S3 does not understand what it is asked for the bucket ${bucket}; look at region and keys.`,
  403: (bucket) =>
    `S3_SECRET_ACCESS_KEY: S3 does not let this key into the bucket ${bucket}; look at key, secret and region.`,
  404: (bucket) => `S3_BUCKET: there is no bucket ${bucket} at S3_ENDPOINT.`,
};

async function openS3(config: Config, say: Say): Promise<S3Storage> {
  const settings = config.s3!;
  // Nobody else waits for it to be read.
  const { s3Storage } = await import('./s3-storage.ts');
  const storage = s3Storage(settings);
  const status = await storage.bucketStatus().catch((error: unknown) => {
    if (!(error instanceof StorageUnavailable)) throw error;
    say(`Media cannot be reached: ${error.message}. They are asked for again with every request.`);
    return 200;
  });
  const problem = bucketProblems[status];
  if (problem) throw new ConfigError(problem(settings.bucket));
  return storage;
}

/** Of MEDIA_DIR: one that somebody named and that is not there is most likely a disk that is not mounted. */
export const mayMakeMediaDir = ({ dataDir, mediaDir }: Config): boolean =>
  mediaDir === join(dataDir, 'media');

/** Throws DirectoryUnusable where nothing can be stored. */
export async function openDirectory(directory: string, mayMake: boolean): Promise<FileStorage> {
  const storage = directoryStorage(directory);
  try {
    if (mayMake) await mkdir(directory, { recursive: true });
    const isDirectory = (await stat(directory)).isDirectory();
    if (!isDirectory) throw Object.assign(new Error(), { code: 'EEXIST' });
    await storage.isWritable();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asUnusable('MEDIA_DIR', directory, error);
    throw new DirectoryUnusable(
      `MEDIA_DIR: ${directory} is not there. Mount the disk that it lies on, or make it if it is to be a new one.`,
    );
  }
  return storage;
}

/** Throws ConfigError or DirectoryUnusable; a bucket that does not answer may be back later, and is only told of. */
export const openStorage = (config: Config, say: Say): Promise<FileStorage> =>
  config.s3 ? openS3(config, say) : openDirectory(config.mediaDir, mayMakeMediaDir(config));
