import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CachedMeta {
  /** Content type; empty when the other side has nothing there. */
  type: string;
  etag: string | null;
  lastModified: string | null;
  /** Milliseconds since 1970 until which it counts as fresh. */
  freshUntil: number;
}

export interface CachedFile extends CachedMeta {
  body: Buffer;
}

const separator = 0x0a;
const fileName = /^[0-9a-f]{64}$/;

/** Files by address on disk, the least recently used removed first; who looked where is never written to it. */
export class DiskCache {
  readonly #directory: string;
  readonly #limit_bytes: number;
  /** Size by name, the least recently used first. */
  readonly #sizes = new Map<string, number>();
  readonly #ready: Promise<void>;
  #total_bytes = 0;

  constructor(directory: string, limit_bytes: number) {
    this.#directory = directory;
    this.#limit_bytes = limit_bytes;
    this.#ready = this.#find();
  }

  get total_bytes(): number {
    return this.#total_bytes;
  }

  async get(address: string): Promise<CachedFile | null> {
    await this.#ready;
    const name = nameOf(address);
    const size = this.#sizes.get(name);
    if (size === undefined) return null;
    this.#sizes.delete(name);
    this.#sizes.set(name, size);
    const bytes = await readFile(join(this.#directory, name)).catch(() => null);
    const file = bytes && parse(bytes);
    if (!file) await this.#remove(name);
    return file;
  }

  /** A disk that is full or gone only means that nothing is kept. */
  async put(address: string, file: CachedFile): Promise<void> {
    await this.#ready;
    const name = nameOf(address);
    const { body, ...meta } = file;
    const bytes = Buffer.concat([
      Buffer.from(JSON.stringify({ ...meta, size: body.length })),
      Buffer.of(separator),
      body,
    ]);
    if (bytes.length > this.#limit_bytes) return;
    const temporary = join(this.#directory, `${name}.${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(temporary, bytes);
      await rename(temporary, join(this.#directory, name));
    } catch {
      await rm(temporary, { force: true });
      return;
    }
    this.#total_bytes += bytes.length - (this.#sizes.get(name) ?? 0);
    this.#sizes.delete(name);
    this.#sizes.set(name, bytes.length);
    await this.#shrink();
  }

  async #find(): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    const found: { name: string; size: number; written: number }[] = [];
    for (const name of await readdir(this.#directory)) {
      const path = join(this.#directory, name);
      if (!fileName.test(name)) {
        // Left over by a process that was killed while writing.
        if (fileName.test(name.split('.')[0]!)) await rm(path, { force: true });
        continue;
      }
      const { size, mtimeMs } = await stat(path);
      found.push({ name, size, written: mtimeMs });
    }
    for (const { name, size } of found.sort((one, other) => one.written - other.written)) {
      this.#sizes.set(name, size);
      this.#total_bytes += size;
    }
    await this.#shrink();
  }

  async #shrink(): Promise<void> {
    for (const name of this.#sizes.keys()) {
      if (this.#total_bytes <= this.#limit_bytes) return;
      await this.#remove(name);
    }
  }

  async #remove(name: string): Promise<void> {
    this.#total_bytes -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
    await rm(join(this.#directory, name), { force: true });
  }
}

const nameOf = (address: string) => createHash('sha256').update(address).digest('hex');

/** Null for what was written only in part. */
function parse(bytes: Buffer): CachedFile | null {
  const end = bytes.indexOf(separator);
  if (end < 0) return null;
  try {
    const { size, ...meta } = JSON.parse(bytes.subarray(0, end).toString('utf8')) as CachedMeta & {
      size: number;
    };
    const body = bytes.subarray(end + 1);
    return body.length === size ? { ...meta, body } : null;
  } catch {
    return null;
  }
}
