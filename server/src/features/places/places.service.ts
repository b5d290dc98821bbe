import { placeSearchLimits } from '@dazi/contract/places/place-search.rules';
import type { LocationDisplay, Position } from '@dazi/contract/places/places';
import { snap } from '@dazi/contract/places/snapped-cells.rules';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { FoundTown, Town } from '#platform/gazetteer.ts';
import { cityOfBox, nearEnough_km } from './place-names.rules.ts';
import { approximatePositions, exactPosition } from './places.rules.ts';
import * as store from './places.store.ts';

export { appliedDisplay } from './places.rules.ts';
export { type Region, regionOf } from './region.rules.ts';

/** For whoever holds more than the places of somebody: this comes first, as in a post. */
export const lockShownPlaces = (inner: TransactingDeps, userId: string): Promise<void> =>
  store.lockShownPlaces(inner.db, userId);

/**
 * The only position that is ever stored or shown; the true one ends here. Approximately, somebody is shown where
 * they were shown before when that is in reach, else it is remembered. Places are only ever added behind the others,
 * so that one found without the lock is the one found with it.
 */
export async function displayedPosition(
  inner: TransactingDeps,
  userId: string,
  truePosition: Position,
  display: LocationDisplay,
): Promise<Position> {
  if (display === 'exact') return exactPosition(truePosition);
  const possible = approximatePositions(inner.positionSecret, userId, truePosition);
  const known = await store.firstShownAmong(inner.db, userId, possible);
  if (known) return known;
  await store.lockShownPlaces(inner.db, userId);
  const meanwhile = await store.firstShownAmong(inner.db, userId, possible);
  if (meanwhile) return meanwhile;
  const own = possible[0]!;
  await store.insertShownPlace(inner.db, userId, own);
  return own;
}

/**
 * The cell of about 1 km with a public place, unshifted: the same for everybody who points at it, so that nothing can be
 * averaged or intersected. For places that are nobody's position.
 */
export const districtOf = snap;

/** A public place that somebody chose on the map: everyone sees this spot, and it says nothing of where they are. */
export const placedPosition = exactPosition;

export type PlaceName = Pick<Town, 'name' | 'names'>;

/** The nearest town of a displayed position, else the city whose box holds it, else null. */
export async function placeNameOf(deps: Deps, position: Position): Promise<PlaceName | null> {
  const [name] = await placeNamesOf(deps, [position]);
  return name!;
}

export async function placeNamesOf(
  deps: Deps,
  positions: readonly Position[],
): Promise<(PlaceName | null)[]> {
  const towns = await deps.gazetteer.nearestOfEach(positions, nearEnough_km);
  return towns.map((town, place) => town ?? cityOfBox(positions[place]!));
}

/** Towns and quarters whose name begins like the query in any language, the largest first. */
export async function townsLike(deps: Deps, query: string): Promise<FoundTown[]> {
  return deps.gazetteer.search(query, placeSearchLimits.places);
}
