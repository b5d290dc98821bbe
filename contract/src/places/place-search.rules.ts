export const placeSearchLimits = { query: 60, places: 8 } as const;

/** Letters that are none with an accent to Unicode, though a keyboard without them has the one beside it. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  臺: '台',
};

/** How names of places are compared: without accents, apostrophes and case, in one form. */
export const foldedPlaceName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    // Kana lose no voicing marks that way, they are put together again.
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’‘ʻʼʿʾ]/g, '')
    .replace(/[łøđðħıßæœþ臺]/g, (letter) => plainLetters[letter]!);
