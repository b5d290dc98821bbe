import { areaLevel, areaLimit } from './areas.rules.ts';
import { distanceKm, earthRadiusKm } from './places.rules.ts';
import type { Box, Position } from './places.ts';

/** Web-mercator tiles in Morton order: the cell of a coarser level is the same number without its last bits. */
export type CellLevel = 8 | 10 | 12 | 14;
export const coverLevels: readonly CellLevel[] = [14, 12, 10, 8];

/** More cells than this are not worth a merge; a coarser level is taken instead. */
export const coverLimit = 16;

const mercatorLimit = 85.0511287798066;
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function column(longitude: number, level: number): number {
  const size = 2 ** level;
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) / 360;
  return clamp(Math.floor(wrapped * size), 0, size - 1);
}

function row(latitude: number, level: number): number {
  const size = 2 ** level;
  const sine = Math.sin((clamp(latitude, -mercatorLimit, mercatorLimit) * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return clamp(Math.floor(y * size), 0, size - 1);
}

function interleave(x: number, y: number, level: number): number {
  let cell = 0;
  for (let bit = level - 1; bit >= 0; bit--) {
    cell = cell * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1);
  }
  return cell;
}

/** The cell that holds a position. Level 14 numbers have 28 bits and fit a 32-bit integer. */
export function cellOf({ latitude, longitude }: Position, level: number): number {
  return interleave(column(longitude, level), row(latitude, level), level);
}

/** The box of tiles from north-west to south-east, columns counted eastwards across the date line. */
function tilesOf(box: Box, level: number) {
  const size = 2 ** level;
  const first = column(box.west, level);
  const wholeWorld = box.west <= box.east && box.east - box.west >= 360 - 360 / size;
  let last = column(box.east, level);
  if (wholeWorld) last = first + size - 1;
  else if (last < first || (last === first && box.west > box.east)) last += size;
  return {
    first,
    columns: Math.min(size, last - first + 1),
    top: row(box.north, level),
    bottom: row(box.south, level),
  };
}

/** All cells of a level that touch a box, or null when there are more than `limit`. */
export function cellsInBox(box: Box, level: number, limit: number = coverLimit): number[] | null {
  const { first, columns, top, bottom } = tilesOf(box, level);
  if (columns * (bottom - top + 1) > limit) return null;
  const size = 2 ** level;
  const cells: number[] = [];
  for (let y = top; y <= bottom; y++) {
    for (let x = 0; x < columns; x++) cells.push(interleave((first + x) % size, y, level));
  }
  return cells;
}

/** The smallest box around a disc; the whole circle of longitudes where the disc holds a pole. */
export function boxAround(centre: Position, radiusKm: number): Box {
  const angle = radiusKm / earthRadiusKm;
  // A millimetre wider than computed: a point exactly on the rim must not fall out by rounding.
  const hair = 1e-8;
  const dLatitude = (angle * 180) / Math.PI + hair;
  const north = centre.latitude + dLatitude;
  const south = centre.latitude - dLatitude;
  if (north >= 90 || south <= -90) {
    return { west: -180, east: 180, south: Math.max(-90, south), north: Math.min(90, north) };
  }
  const ratio = Math.sin(angle) / Math.cos((centre.latitude * Math.PI) / 180);
  if (ratio >= 1) return { west: -180, east: 180, south, north };
  const dLongitude = (Math.asin(ratio) * 180) / Math.PI + hair / Math.cos((centre.latitude * Math.PI) / 180);
  const wrap = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;
  if (dLongitude >= 180) return { west: -180, east: 180, south, north };
  return {
    west: wrap(centre.longitude - dLongitude),
    east: wrap(centre.longitude + dLongitude),
    south,
    north,
  };
}

export interface Cover {
  level: CellLevel;
  cells: number[];
}

/** The finest cover with at most `limit` cells, or null when even the coarsest level needs more. */
export function coverOf(box: Box, limit: number = coverLimit): Cover | null {
  for (const level of coverLevels) {
    const cells = cellsInBox(box, level, limit);
    if (cells) return { level, cells };
  }
  return null;
}

/** The areas a map listens to: those of its box, the nearest to the centre first, at most `areaLimit`. */
export function areasOf(box: Box, centre: Position): number[] {
  const all = cellsInBox(box, areaLevel, 4 * areaLimit) ?? [];
  if (all.length <= areaLimit) return all;
  return all
    .map((cell) => ({ cell, distance: distanceKm(centre, centreOf(cell, areaLevel)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, areaLimit)
    .map(({ cell }) => cell);
}

/** The middle of a cell in tile space. */
export function centreOf(cell: number, level: number): Position {
  let x = 0;
  let y = 0;
  for (let bit = 0; bit < level; bit++) {
    const pair = Math.floor(cell / 4 ** bit) % 4;
    x += (pair & 1) * 2 ** bit;
    y += (pair >> 1) * 2 ** bit;
  }
  const size = 2 ** level;
  const longitude = ((x + 0.5) / size) * 360 - 180;
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / size))) * 180) / Math.PI;
  return { latitude, longitude };
}
