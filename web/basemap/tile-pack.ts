import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

export interface PackedTile {
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

const compress = promisify(brotliCompress);
const QUALITY = 6;
const ENTRY_BYTES = 12;

async function compressed(tiles: readonly PackedTile[]): Promise<Uint8Array[]> {
  const packed: Uint8Array[] = new Array(tiles.length);
  let next = 0;
  const work = async () => {
    for (let index = next++; index < tiles.length; index = next++) {
      const { data } = tiles[index]!;
      packed[index] = await compress(data, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
          [constants.BROTLI_PARAM_LGWIN]: Math.max(10, Math.min(18, Math.ceil(Math.log2(data.length)) + 1)),
        },
      });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return packed;
}

/**
 * Tiles of one zoom in one file, ten thousand of them: how many, then for each x, y, where and how long (in
 * little-endian numbers of 16, 16, 32 and 32 bits), then the tiles, compressed by Brotli.
 */
export async function writePack(path: string, tiles: readonly PackedTile[]): Promise<void> {
  const packed = await compressed(tiles);
  const index = Buffer.alloc(4 + tiles.length * ENTRY_BYTES);
  index.writeUInt32LE(tiles.length);
  let at = index.length;
  tiles.forEach(({ x, y }, number) => {
    const entry = 4 + number * ENTRY_BYTES;
    index.writeUInt16LE(x, entry);
    index.writeUInt16LE(y, entry + 2);
    index.writeUInt32LE(at, entry + 4);
    index.writeUInt32LE(packed[number]!.length, entry + 8);
    at += packed[number]!.length;
  });
  writeFileSync(path, Buffer.concat([index, ...packed]));
}
