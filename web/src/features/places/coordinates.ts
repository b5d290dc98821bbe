import type { Position } from '@dazi/contract/places/places';

/** Longer than anybody writes a pair of angles. */
const longest = 60;
const betweenAngles = /[,;/、，；]/;
const number = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const decimalPair = new RegExp(String.raw`^\s*(${number})\s*°?(?:\s*[,;、，；]\s*|\s+)(${number})\s*°?\s*$`);
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

/** Both say their side, in either order; or neither does, and something stands between them. */
function pairOf(one: Angle, other: Angle, isParted: boolean): Position | null {
  if (one.isLatitude === null || other.isLatitude === null) {
    return isParted && one.isLatitude === other.isLatitude ? inWorld(one.degrees, other.degrees) : null;
  }
  if (one.isLatitude === other.isLatitude) return null;
  return one.isLatitude ? inWorld(one.degrees, other.degrees) : inWorld(other.degrees, one.degrees);
}

/**
 * The place that somebody typed as coordinates: "37.77, -122.45", latitude first, "122°27′W 37°46′N" in either order,
 * "北緯35.68度 東経139.77度". Null for anything else.
 */
export function coordinatesIn(typed: string): Position | null {
  const text = typed.normalize('NFKC').replace(/[−–]/g, '-').trim();
  const [, latitude, longitude] = decimalPair.exec(text) ?? [];
  if (latitude !== undefined && longitude !== undefined) return inWorld(Number(latitude), Number(longitude));
  if (text.length > longest) return null;
  for (let cut = 1; cut < text.length; cut++) {
    const isParted = betweenAngles.test(text[cut]!);
    const one = angleOf(text.slice(0, cut).trim());
    const other = one && angleOf(text.slice(isParted ? cut + 1 : cut).trim());
    const place = other && pairOf(one, other, isParted);
    if (place) return place;
  }
  return null;
}

/** As people write a place down: "37.7699, -122.4468". */
export const coordinatesText = ({ latitude, longitude }: Position): string =>
  `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
