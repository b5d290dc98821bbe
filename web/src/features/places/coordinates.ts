import type { Position } from '@dazi/contract/places/places';

/** Longer than anybody writes a pair of angles. */
const longest = 60;
const betweenAngles = /[,;/、，；]/;
const number = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const decimalPair = new RegExp(String.raw`^(${number})\s*°?(?:\s*[,;、，；]\s*|\s+)(${number})\s*°?$`);
const label = String.raw`["']?(lat(?:itude)?|lon(?:g(?:itude)?)?|lng|緯度|纬度|経度|经度)["']?\s*[:=]?\s*`;
const labelledPair = new RegExp(
  String.raw`^${label}(${number})\s*[°度]?[\s,;、]+${label}(${number})\s*[°度]?$`,
  'i',
);
/** Degrees with minutes and seconds, if any, and the side of the world before or behind them, or a sign. */
const side = String.raw`[NSEWnsew]|北緯|南緯|東経|西経|北纬|南纬|东经|西经`;
const angle = new RegExp(
  String.raw`^(${side})?\s*([+-]?)(\d{1,3}(?:\.\d+)?)(?:\s*[°度:\s]\s*(\d{1,2}(?:\.\d+)?)(?:\s*['′’分:\s]\s*(\d{1,2}(?:\.\d+)?))?)?\s*(?:[°度'′’分"”″秒]|''|′′)?\s*(${side})?$`,
);

const isNorthSouth = (name: string) => /[NSns]|北|南/.test(name);
const isNegative = (name: string) => /[SWsw]|南|西/.test(name);

const inWorld = (latitude: number, longitude: number): Position | null =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;

interface Angle {
  readonly degrees: number;
  /** Null where no side of the world is named. */
  readonly isLatitude: boolean | null;
}

function angleOf(text: string): Angle | null {
  const [, before, sign, degrees, minutes = '0', seconds = '0', behind] = angle.exec(text) ?? [];
  const named = before ?? behind;
  if (degrees === undefined || (before && behind) || (named && sign)) return null;
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return null;
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  if (named === undefined) return { degrees: sign === '-' ? -value : value, isLatitude: null };
  return { degrees: isNegative(named) ? -value : value, isLatitude: isNorthSouth(named) };
}

/** A pair of numbers that stand in the other order than people say them, as in GeoJSON: no latitude is that large. */
const isTurned = (latitude: string, longitude: string) =>
  Math.abs(Number(latitude)) > 90 && [latitude, longitude].every((one) => one.includes('.'));

/** Both say their side, in either order; or neither does, and something stands between them. */
function pairOf(one: Angle, other: Angle, isParted: boolean): Position | null {
  if (one.isLatitude === null || other.isLatitude === null) {
    return isParted && one.isLatitude === other.isLatitude ? inWorld(one.degrees, other.degrees) : null;
  }
  if (one.isLatitude === other.isLatitude) return null;
  return one.isLatitude ? inWorld(one.degrees, other.degrees) : inWorld(other.degrees, one.degrees);
}

/** Latitude first, unless they say which is which or only the other order can be. */
function decimalsIn(text: string): Position | null {
  const named = labelledPair.exec(text);
  if (named) {
    const [, one, oneValue, other, otherValue] = named;
    const isLatitude = [one!, other!].map((label) => /^(?:lat|[緯纬])/i.test(label));
    if (isLatitude[0] === isLatitude[1]) return null;
    const [latitude, longitude] = isLatitude[0] ? [oneValue, otherValue] : [otherValue, oneValue];
    return inWorld(Number(latitude), Number(longitude));
  }
  const [, first, second] = decimalPair.exec(text) ?? [];
  // "7 11" is a shop.
  if (first === undefined || second === undefined || /^[\d\s]+$/.test(text)) return null;
  return isTurned(first, second)
    ? inWorld(Number(second), Number(first))
    : inWorld(Number(first), Number(second));
}

/** A space parts two angles, too, where each of them says that it is one. */
const isBetween = (one: string, between: string, other: string) =>
  betweenAngles.test(between) ||
  (/\s/.test(between) && /[°度'′’分"”″秒]$/.test(one) && /^[+-]?\d+\s*[°度]/.test(other));

function anglesIn(text: string): Position | null {
  if (text.length > longest) return null;
  for (let cut = 1; cut < text.length; cut++) {
    const [before, behind] = [text.slice(0, cut).trim(), text.slice(cut + 1).trim()];
    const isParted = isBetween(before, text[cut]!, behind);
    const one = angleOf(before);
    const other = one && angleOf(isParted ? behind : text.slice(cut).trim());
    const place = other && pairOf(one, other, isParted);
    if (place) return place;
  }
  return null;
}

/** 35,6812; 139,7671: where much of Europe has commas, there are exactly two of them between digits. */
function withPoints(text: string): string | null {
  const commas = /(\d),(\d+)/g;
  return text.match(commas)?.length === 2 ? text.replace(commas, '$1.$2') : null;
}

/**
 * The place that somebody typed as coordinates: "37.77, -122.45", latitude first, "122°27′W 37°46′N" in either order,
 * "北緯35.68度 東経139.77度". Null for anything else.
 */
export function coordinatesIn(typed: string): Position | null {
  const text = typed
    .replace(/[º˚]/g, '°')
    .normalize('NFKC')
    .replace(/[−–]/g, '-')
    .trim()
    .replace(/[.,;、。]$/, '')
    .replace(/^[([{](.*)[)\]}]$/s, '$1')
    .trim();
  for (const form of [text, withPoints(text)]) {
    const place = form === null ? null : (decimalsIn(form) ?? anglesIn(form));
    if (place) return place;
  }
  return null;
}

/** A pair as exact as machines write it, among words: "Tokyo Station (35.6812, 139.7671)". */
export function coordinatesAmong(words: string): Position | null {
  const [pair] =
    /(?<![\d.])[+-]?\d{1,3}\.\d{3,}\s*,\s*[+-]?\d{1,3}\.\d{3,}(?![\d.])/.exec(words.normalize('NFKC')) ?? [];
  return pair === undefined ? null : coordinatesIn(pair);
}

/** As people write a place down: "37.7699, -122.4468". */
export const coordinatesText = ({ latitude, longitude }: Position): string =>
  `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
