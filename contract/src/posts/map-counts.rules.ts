import { cellsInBox } from '../places/cells.ts';
import type { Box } from '../places/places.ts';

/** From this zoom on a map shows the posts themselves, further out about how many there are. */
export const countsBelowZoom = 12;
export const countedKinds = ['posts', 'plans'] as const;
export type CountedKind = (typeof countedKinds)[number];

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
