import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { endOfTime, type FileStorage, type ListedFile } from '../storage/file-storage.ts';

export class Digest extends Transform {
  readonly #hash = createHash('sha256');
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }
}

export async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const digest = new Digest();
  digest.resume();
  await pipeline(createReadStream(file), digest);
  const { bytes, sha256 } = digest;
  return { bytes, sha256 };
}

/** Lies among media while they are brought back, and says of which backup they are. */
export const restoreMark = 'restoring';

/** What is half written lies beside, under a name with an ending of its own. */
const isWhole = ({ key }: ListedFile) => key !== restoreMark && !/\.[0-9a-f]{12}$/.test(key);

export async function* filesIn(storage: FileStorage): AsyncGenerator<ListedFile> {
  for await (const file of storage.olderThan(endOfTime)) if (isWhole(file)) yield file;
}

export async function holdsNothing(storage: FileStorage): Promise<boolean> {
  for await (const _file of filesIn(storage)) return false;
  return true;
}

export const writeTo = (file: string) => createWriteStream(file, { flags: 'wx', mode: 0o600 });
