import { boxAround, type Cover, coverOf } from '@dazi/contract/places/cells';
import { keywordLimits, splitKeywords } from '@dazi/contract/posts/post-views.rules';
import type { Region } from '#features/places/places.service.ts';
import { foldedText } from '#platform/text-grams.ts';

/** The cells to walk: the finer cover of disc and box. Null means the whole world by time. */
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
