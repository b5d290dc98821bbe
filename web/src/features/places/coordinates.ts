import type { Position } from '@dazi/contract/places/places';

const separators = /[\s,;/、，；]+/;
const number = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const decimalPair = new RegExp(String.raw`^\s*(${number})\s*°?(?:\s*[,;、，；]\s*|\s+)(${number})\s*°?\s*$`);
/** Degrees with minutes and seconds, if any, and the side of the world before or behind them. */
const side = String.raw`[NSEWnsew]|北緯|南緯|東経|西経|北纬|南纬|东经|西经`;
const angle = new RegExp(
  String.raw`^(${side})?\s*(\d{1,3}(?:\.\d+)?)\s*[°度]?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’分]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*(?:["”秒]|''|′′)\s*)?(${side})?$`,
);

const isNorthSouth = (name: string) => /[NSns]|北|南/.test(name);
const isNegative = (name: string) => /[SWsw]|南|西/.test(name);

const inWorld = (latitude: number, longitude: number): Position | null =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;

function angleOf(text: string): { degrees: number; isLatitude: boolean } | null {
  const [, before, degrees, minutes = '0', seconds = '0', behind] = angle.exec(text) ?? [];
  const named = before ?? behind;
  if (degrees === undefined || named === undefined || (before && behind)) return null;
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return null;
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  return { degrees: isNegative(named) ? -value : value, isLatitude: isNorthSouth(named) };
}

/** Where a text of two angles may be cut into them. */
function* halves(text: string): Generator<[string, string]> {
  const words = text.split(separators).filter(Boolean);
  for (let cut = 1; cut < words.length; cut++) {
    yield [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
  }
}

/**
 * The place that somebody typed as coordinates in degrees, latitude first: "37.77, -122.45", "37°46′N 122°27′W",
 * "北緯35.68度 東経139.77度". Null for anything else.
 */
export function coordinatesIn(typed: string): Position | null {
  const text = typed.normalize('NFKC').replace(/[−–]/g, '-').trim();
  const [, latitude, longitude] = decimalPair.exec(text) ?? [];
  if (latitude !== undefined && longitude !== undefined) return inWorld(Number(latitude), Number(longitude));
  for (const [first, second] of halves(text)) {
    const [one, other] = [angleOf(first), angleOf(second)];
    if (!one || !other || one.isLatitude === other.isLatitude) continue;
    return one.isLatitude ? inWorld(one.degrees, other.degrees) : inWorld(other.degrees, one.degrees);
  }
  return null;
}

/** As people write a place down: "37.7699, -122.4468". */
export const coordinatesText = ({ latitude, longitude }: Position): string =>
  `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
