import type { TileAddress } from './tile-writer.ts';

/** One bit a tile, row by row, in base64: a few KB instead of a list of thousands of addresses. */
export function bitmaps(tiles: readonly TileAddress[]): Record<string, string> {
  const byZoom = new Map<number, Uint8Array>();
  for (const { zoom, x, y } of tiles) {
    const bits = byZoom.get(zoom) ?? new Uint8Array(Math.ceil(4 ** zoom / 8));
    byZoom.set(zoom, bits);
    const position = y * 2 ** zoom + x;
    bits[position >> 3]! |= 1 << (position & 7);
  }
  return Object.fromEntries(
    [...byZoom].map(([zoom, bits]) => [String(zoom), Buffer.from(bits).toString('base64')]),
  );
}
