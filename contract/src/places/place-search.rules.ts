export const placeSearchLimits = { query: 60, places: 8 } as const;

/** How names of places are compared: without accents and case, in one form. */
export const foldedPlaceName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    // Kana lose no voicing marks that way, they are put together again.
    .normalize('NFKC')
    .toLowerCase();
