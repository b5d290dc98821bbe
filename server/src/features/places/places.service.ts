import type { LocationDisplay, Position } from '@dazi/contract/places';
import type { TransactingDeps } from '#platform/deps.ts';
import { approximatePositions, exactPosition } from './places.rules.ts';
import * as store from './places.store.ts';

export { appliedDisplay } from './places.rules.ts';

/**
 * The only position that is ever stored or shown; the true one ends here. Approximately, somebody is shown
 * where they were shown before when that is in reach, so that what is posted round a home has one place.
 * `remembers` is false for what is forgotten soon: it follows the places known and adds none.
 */
export async function displayedPosition(
  inner: TransactingDeps,
  userId: string,
  truePosition: Position,
  display: LocationDisplay,
  { remembers }: { remembers: boolean },
): Promise<Position> {
  if (display === 'exact') return exactPosition(truePosition);
  const possible = approximatePositions(inner.positionSecret, userId, truePosition);
  if (remembers) await store.lockShownPlaces(inner.db, userId);
  const known = await store.firstShownAmong(inner.db, userId, possible);
  if (known) return known;
  const own = possible[0]!;
  if (remembers) await store.insertShownPlace(inner.db, userId, own);
  return own;
}
