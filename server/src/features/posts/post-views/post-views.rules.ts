import { boxAround, type Cover, coverOf } from '@dazi/contract/places/cells';
import type { Box, Position } from '@dazi/contract/places/places';
import { keywordLimits, splitKeywords } from '@dazi/contract/posts/post-views';
import { AppError } from '#platform/app-error.ts';
import { foldedText } from '#platform/text-grams.ts';

export interface Region {
  disc: { centre: Position; radiusKm: number } | null;
  box: Box | null;
}

interface RegionQuery {
  latitude?: number | undefined;
  longitude?: number | undefined;
  radiusKm?: number | undefined;
  west?: number | undefined;
  south?: number | undefined;
  east?: number | undefined;
  north?: number | undefined;
}

/** Parts of a region come together or not at all. */
export function regionOf(query: RegionQuery): Region {
  const { latitude, longitude, radiusKm, west, south, east, north } = query;
  const disc = [latitude, longitude, radiusKm].filter((part) => part !== undefined);
  if (disc.length !== 0 && disc.length !== 3) throw new AppError('POSITION_INCOMPLETE');
  const box = [west, south, east, north].filter((part) => part !== undefined);
  if ((box.length !== 0 && box.length !== 4) || (box.length === 4 && south! > north!)) {
    throw new AppError('BOX_INCOMPLETE');
  }
  return {
    disc:
      disc.length === 3
        ? { centre: { latitude: latitude!, longitude: longitude! }, radiusKm: radiusKm! }
        : null,
    box: box.length === 4 ? { west: west!, south: south!, east: east!, north: north! } : null,
  };
}

/**
 * The cells to walk: the finer cover of disc and box, since a post must lie in both. Null means the whole
 * world by time.
 */
export function coverOfRegion({ disc, box }: Region): Cover | null {
  const covers = [disc && coverOf(boxAround(disc.centre, disc.radiusKm)), box && coverOf(box)];
  const known = covers.filter((cover): cover is Cover => cover !== null);
  return known.sort((a, b) => b.level - a.level || a.cells.length - b.cells.length)[0] ?? null;
}

/** Keywords as they are compared: compatibility forms folded, lower case, without doubles and blanks. */
export function keywordsOf(text: string | undefined): string[] {
  const words = splitKeywords(text ?? '')
    // By letters: half a letter is none.
    .map((word) => Array.from(foldedText(word)).slice(0, keywordLimits.length).join(''))
    .filter(Boolean);
  return [...new Set(words)].slice(0, keywordLimits.count);
}

/**
 * How many rows of the merge are read at most in one call; a short page with a cursor goes on from there.
 * Of keywords a taste shows how often they occur: whether walking on will fill the page or the index of
 * letters is asked.
 */
export const scanBudget = { taste: 400, most: 6400 } as const;
