const EXTENT = 4096;
/** Over the edge of the tile, so that no seam shows between two. */
const OVERLAP = 128;

const { LAYERS, NAME, FEATURES, TILE_EXTENT, VERSION } = {
  LAYERS: 3,
  NAME: 1,
  FEATURES: 2,
  TILE_EXTENT: 5,
  VERSION: 15,
};
const { TYPE, GEOMETRY } = { TYPE: 3, GEOMETRY: 4 };
const POLYGON = 3;
const moveTo = (count: number) => (count << 3) | 1;
const lineTo = (count: number) => (count << 3) | 2;
const CLOSE_PATH = (1 << 3) | 7;

const zigzag = (value: number): number => (value << 1) ^ (value >> 31);

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

const number = (field: number, value: number): number[] => [...varint(field << 3), ...varint(value)];
const bytes = (field: number, value: readonly number[]): number[] => [
  ...varint((field << 3) | 2),
  ...varint(value.length),
  ...value,
];

/** A layer named `sea` with one square as large as the tile, as Mapbox Vector Tile 2.1. */
function seaLayer(): Uint8Array<ArrayBuffer> {
  const side = EXTENT + 2 * OVERLAP;
  const steps = [-OVERLAP, -OVERLAP, side, 0, 0, side, -side, 0].map(zigzag);
  const path = [moveTo(1), ...steps.slice(0, 2), lineTo(3), ...steps.slice(2), CLOSE_PATH];
  const square = [...number(TYPE, POLYGON), ...bytes(GEOMETRY, path.flatMap(varint))];
  const name = [...'sea'].map((letter) => letter.charCodeAt(0));
  return Uint8Array.from(
    bytes(LAYERS, [
      ...number(VERSION, 2),
      ...bytes(NAME, name),
      ...bytes(FEATURES, square),
      ...number(TILE_EXTENT, EXTENT),
    ]),
  );
}

const SEA = seaLayer();

/**
 * A tile of the world with the sea below its land. The sea comes with a tile, not with the background: where a tile is on
 * its way or fails nothing is known, and land must not look like water there. Layers of tiles may be strung together.
 */
export function withSea(tile: ArrayBuffer): ArrayBuffer {
  const whole = new Uint8Array(SEA.length + tile.byteLength);
  whole.set(SEA);
  whole.set(new Uint8Array(tile), SEA.length);
  return whole.buffer;
}
