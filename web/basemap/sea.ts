import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, FeatureCollection, MultiPolygon } from 'geojson';
import { collection } from './tile-writer.ts';

/** The sea of OpenStreetMap, ten times as fine as the land of Natural Earth. */
export function readSea(): FeatureCollection {
  const path = createRequire(import.meta.url).resolve('@geo-maps/earth-seas-10m/map.geo.json');
  const { geometries } = JSON.parse(readFileSync(path, 'utf8')) as { geometries: MultiPolygon[] };
  const polygons = geometries.flatMap(({ coordinates }) => coordinates);
  return collection(
    polygons.map(
      (coordinates): Feature => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates },
      }),
    ),
  );
}

type Corner = readonly [x: number, y: number];
export type Ring = readonly Corner[];

function areaOf(ring: Ring): number {
  const doubled = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(doubled / 2);
}

/** Where the sea only passes by, cutting leaves it with nothing inside: all of the tile is a hole in it, or a line. */
export function isEmptySea([outline = [], ...holes]: readonly Ring[]): boolean {
  return areaOf(outline) <= holes.reduce((sum, hole) => sum + areaOf(hole), 0);
}

/** In units of the tile: the source is cut along straight lines, and tiles are; a shore hardly runs so straight so far. */
const SHORTEST_CUT = 24;

const isCut = ([x1, y1]: Corner, [x2, y2]: Corner) =>
  (x1 === x2 || y1 === y2) && Math.abs(x1 - x2) + Math.abs(y1 - y2) >= SHORTEST_CUT;

/** The bounds of a piece of sea without those that cutting made. */
export function shoresOf(ring: Ring): Corner[][] {
  const shores: Corner[][] = [];
  let shore: Corner[] = [];
  const finish = () => {
    if (shore.length > 1) shores.push(shore);
    shore = [];
  };
  [...ring, ring[0]!].forEach((corner, index) => {
    const before = ring[index - 1];
    if (before && before[0] === corner[0] && before[1] === corner[1]) return;
    if (before && isCut(before, corner)) finish();
    shore.push(corner);
  });
  finish();
  return shores;
}
