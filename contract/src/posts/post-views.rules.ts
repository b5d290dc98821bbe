/** What the distance filter offers, in kilometres; null is any. */
export const distanceFilters_km = [null, 1, 5, 10, 25, 50] as const;
export const postViews = ['all', 'mine', 'bookmarked'] as const;

/** A map further out than its cells reach shows this many of the newest posts. */
export const mapPageSize = 500;
export const idsLimit = 100;
export const keywordLimits = { count: 10, length: 50 } as const;

/** The keywords of a list with commas of any of the languages, as they were typed; blank ones are none. */
export const splitKeywords = (text: string): string[] =>
  text
    .split(/[,，、]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
