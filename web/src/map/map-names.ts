import { foldedPlaceName } from '@dazi/contract/places/place-search.rules';
import { distance_km } from '#map/geometry.ts';
import type { MapPlace } from '#map/map-types.ts';

export type MapNameKind = 'street' | 'station' | 'quarter' | 'town' | 'park';

/** Something on the map that has a name. */
export interface MapName extends MapPlace {
  readonly kind: MapNameKind;
  /** In the language of the map. */
  readonly name: string;
  /** All that it is called by, `name` among them. */
  readonly names: readonly string[];
  /** The quarter or town that it lies in or next to, where the map knows one. */
  readonly near: string | null;
}

/** Pieces of one street lie closer together than this, streets of the same name in two towns do not. */
const samePlace_km: Readonly<Record<MapNameKind, number>> = {
  street: 2,
  station: 0.5,
  quarter: 3,
  town: 10,
  park: 2,
};
const nearEnough_km = 5;

/** Each once: what is known of it in pieces and in neighbouring tiles is the piece nearest to the middle. */
export function uniqueNames(names: readonly Omit<MapName, 'near'>[], middle: MapPlace): MapName[] {
  const kept = new Map<string, Omit<MapName, 'near'>[]>();
  const nearestFirst = names
    .map((name) => ({ name, distance: distance_km(middle, name) }))
    .sort((one, other) => one.distance - other.distance);
  for (const { name } of nearestFirst) {
    const key = `${name.kind} ${name.name}`;
    const same = kept.get(key) ?? [];
    if (same.some((one) => distance_km(one, name) < samePlace_km[name.kind])) continue;
    kept.set(key, [...same, name]);
  }
  const all = [...kept.values()].flat();
  const around = all.filter(({ kind }) => kind === 'quarter' || kind === 'town');
  return all.map((name) => ({ ...name, near: name.kind === 'town' ? null : nearestName(name, around) }));
}

function nearestName(name: Omit<MapName, 'near'>, around: readonly Omit<MapName, 'near'>[]): string | null {
  let nearest: { name: string; distance: number } | null = null;
  for (const other of around) {
    if (other.name === name.name || (name.kind === 'quarter' && other.kind === 'quarter')) continue;
    const distance = distance_km(name, other);
    if (distance < (nearest?.distance ?? nearEnough_km)) nearest = { name: other.name, distance };
  }
  return nearest?.name ?? null;
}

/** Those that begin like the text, or one of whose words does: whole names first, then the nearest. */
export function namesLike(
  names: readonly MapName[],
  text: string,
  { middle, limit }: { middle: MapPlace; limit: number },
): MapName[] {
  const wanted = foldedPlaceName(text.trim());
  if (wanted === '') return [];
  const rankOf = (name: string): number => {
    const folded = foldedPlaceName(name);
    if (folded === wanted) return 0;
    if (folded.startsWith(wanted)) return 1;
    if (folded.includes(` ${wanted}`)) return 2;
    // Names without spaces have no words that could be told apart.
    return /[^\p{Script=Latin}\p{P}\s\d]/u.test(wanted) && folded.includes(wanted)
      ? 2
      : Number.POSITIVE_INFINITY;
  };
  return names
    .map((name) => ({
      name,
      rank: Math.min(...name.names.map(rankOf)),
      distance: distance_km(middle, name),
    }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((one, other) => one.rank - other.rank || one.distance - other.distance)
    .slice(0, limit)
    .map(({ name }) => name);
}
