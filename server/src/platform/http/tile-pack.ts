import { type FileHandle, open } from 'node:fs/promises';

const entryBytes = 12;

/** The near tiles of the offline world in the one file that web/basemap/tile-pack.ts wrote, found by their column and row. */
export class TilePack {
  readonly #file: FileHandle;
  readonly #places: ReadonlyMap<number, { at: number; length: number }>;

  private constructor(file: FileHandle, places: ReadonlyMap<number, { at: number; length: number }>) {
    this.#file = file;
    this.#places = places;
  }

  static async open(path: string): Promise<TilePack> {
    const file = await open(path, 'r');
    const head = await readExactly(file, 0, 4);
    const count = head.readUInt32LE();
    const index = await readExactly(file, 4, count * entryBytes);
    const places = new Map<number, { at: number; length: number }>();
    for (let entry = 0; entry < index.length; entry += entryBytes) {
      const key = keyOf(index.readUInt16LE(entry), index.readUInt16LE(entry + 2));
      places.set(key, { at: index.readUInt32LE(entry + 4), length: index.readUInt32LE(entry + 8) });
    }
    return new TilePack(file, places);
  }

  /** Compressed by Brotli; null where there is none. */
  async tile(x: number, y: number): Promise<Buffer | null> {
    const place = this.#places.get(keyOf(x, y));
    return place ? readExactly(this.#file, place.at, place.length) : null;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const keyOf = (x: number, y: number) => x * 65_536 + y;

async function readExactly(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead < length) throw new Error('The file of near tiles is incomplete');
  return bytes;
}
