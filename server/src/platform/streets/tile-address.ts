import type { TileSet } from './style-plan.ts';

const circumference_m = 40_075_016.685_578_49;

/** The address of a tile, as MapLibre fills templates. */
export function tileAddress({ templates }: TileSet, z: number, x: number, y: number): string {
  const size_m = circumference_m / 2 ** z;
  const west = x * size_m - circumference_m / 2;
  const north = circumference_m / 2 - y * size_m;
  const quadkey = Array.from({ length: z }, (_, index) => {
    const mask = 2 ** (z - index - 1);
    return (Math.floor(x / mask) % 2) + 2 * (Math.floor(y / mask) % 2);
  }).join('');
  const values: Readonly<Record<string, string>> = {
    z: String(z),
    x: String(x),
    y: String(y),
    ratio: '',
    prefix: (x % 16).toString(16) + (y % 16).toString(16),
    quadkey,
    'bbox-epsg-3857': [west, north - size_m, west + size_m, north].join(','),
  };
  const template = templates[(x + y) % templates.length]!;
  return template.replace(/\{([^}]*)\}/g, (whole, name: string) => values[name] ?? whole);
}
