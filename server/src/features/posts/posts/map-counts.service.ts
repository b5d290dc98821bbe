import type { Box } from '@dazi/contract/places/places';
import { type CountedKind, countGridOf } from '@dazi/contract/posts/map-counts.rules';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import * as counts from './map-counts.store.ts';
import { decimalsOf } from './posts.rules.ts';

/**
 * About how many posts or plans lie in the cells of a box: all active ones, whoever asks. Blocks and filters make no
 * difference to a counter, and what came or went is counted a moment later. Error: INVALID_INPUT for a box
 * upside down.
 */
export async function countOnMap(
  deps: Deps,
  { kind = 'posts', zoom, ...box }: Box & { zoom: number; kind?: CountedKind | undefined },
) {
  if (box.south > box.north) throw new AppError('INVALID_INPUT');
  const { level, cells } = countGridOf(box, zoom);
  const rounded = (sum: number, count: number) => Number((sum / count / 1e5).toFixed(decimalsOf(level)));
  const rows = await counts.findCounts(deps.db, kind, level, cells);
  return {
    level,
    cells: rows.map(({ count, latitudeE5, longitudeE5 }): [number, number, number] => [
      count,
      rounded(latitudeE5, count),
      rounded(longitudeE5, count),
    ]),
  };
}

/** Adds to the counters what came and went; only one node does it at a time. */
export async function foldMapCounts(deps: Deps): Promise<void> {
  for (;;) {
    const kind = await counts.kindWithChanges(deps.db);
    if (kind === null) return;
    const folded = await deps.transact((inner) => counts.foldChanges(inner.db, kind, foldedAtOnce));
    if (!folded) return;
  }
}
const foldedAtOnce = 5000;
