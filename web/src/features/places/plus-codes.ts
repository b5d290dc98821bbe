import type { Position } from '@dazi/contract/places/places';
import { OpenLocationCode } from 'open-location-code';

const codes = new OpenLocationCode();
/** The code as a word of its own, before or behind the name of a town; Chinese characters need no space between. */
const codeWord =
  /^(.*?)(?:^|[\s,、]+|(?<=\p{Script=Han}))([23456789CFGHJMPQRVWX0]{2,8}\+[23456789CFGHJMPQRVWX]{0,7})(?:[\s,、]+(.*)|(\p{Script=Han}.*))?$/iu;

export type PlusCode =
  | { readonly position: Position }
  /** Known only near some place: a town that was named with it, else where somebody looks. */
  | { readonly short: string; readonly town: string | null };

/** A plus code, "849VQHFJ+X6", or the end of one with a town, "QHFJ+X6 San Francisco". Null for anything else. */
export function plusCodeIn(typed: string): PlusCode | null {
  const [, before = '', word, behind = '', adjacent = ''] =
    codeWord.exec(typed.normalize('NFKC').trim()) ?? [];
  if (word === undefined) return null;
  const code = word.toUpperCase();
  if (codes.isFull(code)) return { position: middleOf(code) };
  const town = [before, behind, adjacent].map((part) => part.trim()).find(Boolean) ?? null;
  return codes.isShort(code) ? { short: code, town } : null;
}

/** The place of a short code that is nearest to another place. */
export function nearestOfCode(short: string, near: Position): Position {
  return middleOf(codes.recoverNearest(short, near.latitude, near.longitude));
}

function middleOf(code: string): Position {
  const { latitudeCenter, longitudeCenter } = codes.decode(code);
  return { latitude: latitudeCenter, longitude: longitudeCenter };
}
