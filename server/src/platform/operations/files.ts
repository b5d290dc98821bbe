import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Counts and digests what goes through. */
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

/** What is half written lies beside, under a name with an ending of its own. */
const isWhole = (name: string) => !/\.[0-9a-f]{12}$/.test(name);

/** Whole files below a folder by their path with slashes; none where there is no folder. */
export async function* filesBelow(
  root: string,
): AsyncGenerator<{ name: string; path: string; size: number }> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && isWhole(entry.name)) {
        const found = await stat(path).catch(() => null);
        if (found) yield { name: relative(root, path).split(sep).join('/'), path, size: found.size };
      }
    }
  }
}

export const writeTo = (file: string) => createWriteStream(file, { flags: 'wx', mode: 0o600 });
