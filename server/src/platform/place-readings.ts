import { foldedPlaceName } from '@dazi/contract/places/place-search.rules';

/** One way to read what somebody typed: a name, and what the place is said to lie in. */
export interface PlaceReading {
  readonly name: string;
  readonly regions: readonly string[];
}

export interface PlaceReadings {
  readonly readings: readonly PlaceReading[];
  /** What to look for where no reading fits, the first of them that is a name: other regions may not be known. */
  readonly alone: readonly string[];
}

/** With more of them nobody names a place, and there would be many readings. */
const mostParts = 6;
/** What a place is may stand behind its name. */
const stations = ['駅', '站', ' station'];
const units = [
  ...['都', '道', '府', '県', '县', '縣', '省', '市', '区', '區', '郡', '町', '村'],
  ...[' city', ' ward', ' district', '-shi', '-ku'],
];
const unitOf = (folded: string) =>
  [...units, ...stations].find((unit) => folded.length > unit.length && folded.endsWith(unit)) ?? '';
/** Their towns are found, they themselves are not: 神奈川県横浜市. */
const province = /[県縣省]$|^北海道$/u;
/** 都 is the end of many names: 京都府, 成都市. */
const partWithUnit = /[東东]京都|.+?[道府県县縣省市区區]/gu;
const countryInFront = /^(日本|中国)(?=\p{Script=Han}+[都道府県县縣省市区區])/u;
const postalCode = /^[〒\d-]+$/;

const withoutUnit = (folded: string) => folded.slice(0, folded.length - unitOf(folded).length);

/**
 * What a place may be called that is meant by a folded name: 上海 and 上海县 by 上海市. A station is no town, but may be
 * called without a word.
 */
export function namesMeantBy(folded: string): string[] {
  const plain = withoutUnit(folded);
  const others = plain === folded ? [...units, ...stations] : units;
  return [plain, ...others.map((unit) => `${plain}${unit}`)];
}

/** 日本、東京都千代田区 has no spaces where its parts meet, but each ends in what it is. */
function partsInHan(text: string): string[] {
  const parts = text.replace(countryInFront, '$1 ').split(/[\s,、]+/);
  return parts.flatMap((part) => {
    const whole = part.match(partWithUnit) ?? [];
    return [...whole, part.slice(whole.join('').length)];
  });
}

/**
 * Each part as the name of what lies in those on one side of it: "Shibuya, Tokyo" begins with the smallest, 東京都渋谷区
 * with the largest.
 */
function nested(parts: readonly string[], isLargestFirst: boolean): PlaceReading[] {
  const smallestFirst = parts.slice(0, -1).map((name, index) => ({ name, regions: parts.slice(index + 1) }));
  const largestFirst = parts.slice(1).map((name, index) => ({ name, regions: parts.slice(0, index + 1) }));
  largestFirst.reverse();
  return isLargestFirst ? [...largestFirst, ...smallestFirst] : [...smallestFirst, ...largestFirst];
}

/** Without a comma any space may stand between a name and its region. */
function parted(words: readonly string[]): PlaceReading[] {
  return words.slice(1).flatMap((_, index) => {
    const [head, tail] = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')];
    return [
      { name: head, regions: [tail] },
      { name: tail, regions: [head] },
    ];
  });
}

/** How a folded text can be read that is no name as a whole. */
export function placeReadings(folded: string): PlaceReadings {
  const isHan = /\p{Script=Han}/u.test(folded);
  const hasComma = /[,、]/.test(folded);
  const parts = (isHan ? partsInHan(folded) : folded.split(hasComma ? /[,、]/ : /\s+/))
    .map((part) => part.trim())
    .filter((part) => part !== '' && !postalCode.test(part) && !province.test(part))
    .slice(0, mostParts);
  if (!isHan && !hasComma) return { readings: parted(parts), alone: [] };
  return { readings: nested(parts, isHan && unitOf(parts[0] ?? '') !== ''), alone: parts };
}

const namesOfRegions = ['en', 'ja', 'zh'].map(
  (language) => new Intl.DisplayNames(language, { type: 'region' }),
);
const countryNames = new Map<string, readonly string[]>();
const shortNames: Readonly<Record<string, readonly string[]>> = { US: ['usa'], GB: ['uk'] };

/** Whether a folded text begins the name of a country, two letters of ISO 3166, in a language of the product. */
export function isNamedCountry(folded: string, country: string): boolean {
  let names = countryNames.get(country);
  if (!names) {
    const inLanguages = namesOfRegions.map((all) => foldedPlaceName(all.of(country) ?? country));
    names = [...inLanguages, ...(shortNames[country] ?? [])];
    countryNames.set(country, names);
  }
  return names.some((name) => name.startsWith(folded));
}
