import { expect, test } from 'vitest';
import { nearbyOrigin } from './nearby-origin.ts';

const haight = { latitude: 37.7699, longitude: -122.4468 };
/** That many kilometres to the north. */
const north = (km: number) => ({ ...haight, latitude: haight.latitude + km / 111.195 });

test('ROOM-004 it stays up to 0.3 km and follows beyond', () => {
  expect(nearbyOrigin(null, haight)).toBe(haight);
  for (const km of [0, 0.05, 0.299]) expect(nearbyOrigin(haight, north(km))).toBe(haight);
  for (const km of [0.301, 0.4, 50]) expect(nearbyOrigin(haight, north(km))).toEqual(north(km));
});

test('many small steps count together', () => {
  let origin = haight;
  const moves: number[] = [];
  for (let step = 1; step <= 10; step++) {
    const next = nearbyOrigin(origin, north(step * 0.11));
    if (next !== origin) moves.push(step);
    origin = next;
  }
  expect(moves).toEqual([3, 6, 9]);
});
