import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { cellsInBox } from '../places/cells.ts';
import { type Box, latitudeSchema, longitudeSchema } from '../places/places.ts';

/** From this zoom on a map shows the posts themselves, further out about how many there are. */
export const countsBelowZoom = 12;
/** Counters are kept for the cells of these levels; those of the finest are what a post is counted in. */
export const countLevels = { coarsest: 3, finest: 14 } as const;
/** Cells of one answer, which stays within 10 KB. */
const cellLimit = 384;
/** A map's tile of 512 px is divided into 8 x 8 cells. */
const levelsBelowTile = 3;

/** The cells whose counters a map shows: as fine as the zoom deserves and the answer may be. */
export function countGridOf(box: Box, zoom: number): { level: number; cells: number[] } {
  const { coarsest, finest } = countLevels;
  let level = Math.min(finest, Math.max(coarsest, Math.floor(zoom) + levelsBelowTile));
  for (;;) {
    const cells = cellsInBox(box, level, cellLimit);
    if (cells) return { level, cells };
    level--;
  }
}

/** The zoom that asks for a grid of this level. */
export const zoomOfLevel = (level: number) => level - levelsBelowTile;

const within = (limit: number) => z.coerce.number().check(z.gte(-limit), z.lte(limit));

export const listMapCounts = endpoint({
  name: 'listMapCounts',
  method: 'GET',
  path: '/api/map/counts',
  summary: 'About how many posts there are in the parts of a box; without filters and blocks, seconds old',
  who: 'anyone',
  query: z.object({
    west: within(180),
    south: within(90),
    east: within(180),
    north: within(90),
    zoom: z.coerce.number().check(z.gte(0), z.lte(24)),
  }),
  data: z.object({
    level: z.int(),
    /** For each cell that holds some: how many, and the middle of their displayed positions. */
    cells: z.array(z.tuple([z.int(), latitudeSchema, longitudeSchema])),
  }),
});
