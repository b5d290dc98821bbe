import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

export interface ExtractTile {
  z: number;
  x: number;
  y: number;
  data: Uint8Array;
}

export interface ExtractInput {
  tiles: ExtractTile[];
  bounds: readonly [west: number, south: number, east: number, north: number];
  minZoom: number;
  maxZoom: number;
  layers?: readonly string[];
  /** 1 is vector tiles. */
  tileType?: number;
}

const headerLength = 127;
const gzip = 2;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

export function makeExtract(input: ExtractInput): Buffer {
  const entries = input.tiles
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data: gzipSync(data) }))
    .sort((one, other) => one.id - other.id);
  let at = 0;
  const offsets = entries.map(({ data }) => {
    const offset = at;
    at += data.length;
    return offset;
  });
  const directory = gzipSync(
    Buffer.from([
      ...varint(entries.length),
      ...entries.flatMap(({ id }, index) => varint(id - (entries[index - 1]?.id ?? 0))),
      ...entries.flatMap(() => varint(1)),
      ...entries.flatMap(({ data }) => varint(data.length)),
      ...offsets.flatMap((offset) => varint(offset + 1)),
    ]),
  );
  const vectorLayers = (input.layers ?? ['earth', 'water', 'roads', 'places']).map((id) => ({
    id,
    fields: {},
  }));
  const metadata = gzipSync(JSON.stringify({ vector_layers: vectorLayers }));
  const header = Buffer.alloc(headerLength);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  const dataOffset = headerLength + directory.length + metadata.length;
  [
    headerLength,
    directory.length,
    headerLength + directory.length,
    metadata.length,
    dataOffset,
    0,
    dataOffset,
    at,
    entries.length,
    entries.length,
    entries.length,
  ].forEach((value, index) => {
    header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  });
  header.writeUInt8(1, 96);
  header.writeUInt8(gzip, 97);
  header.writeUInt8(gzip, 98);
  header.writeUInt8(input.tileType ?? 1, 99);
  header.writeUInt8(input.minZoom, 100);
  header.writeUInt8(input.maxZoom, 101);
  input.bounds.forEach((degrees, index) => {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4);
  });
  header.writeUInt8(input.maxZoom, 118);
  return Buffer.concat([header, directory, metadata, ...entries.map(({ data }) => data)]);
}
