import { expect, test } from 'vitest';
import { countActive, filterQuery, noFilters, postedSince } from './filters.ts';

const here = { latitude: 37.769912, longitude: -122.446812 };
const noon = new Date(2026, 5, 15, 12, 30, 20).getTime();

test('without filters nothing is asked and nothing counts (FILT-011)', () => {
  expect(filterQuery(noFilters, here, noon)).toEqual({});
  expect(countActive(noFilters)).toBe(0);
});

test('each filter that differs from its default counts one (FILT-010)', () => {
  expect(countActive({ ...noFilters, gender: 'F', keywords: '  ', distanceKm: 5 })).toBe(2);
  expect(countActive({ view: 'mine', gender: 'M', keywords: 'tea', distanceKm: 1, posted: 'week' })).toBe(5);
});

test('a distance is asked for with a position rounded to 3 decimals', () => {
  expect(filterQuery({ ...noFilters, distanceKm: 5 }, here, noon)).toEqual({
    latitude: 37.77,
    longitude: -122.447,
    radiusKm: 5,
  });
});

test('today begins at local midnight, a week and a month are 7 and 30 days (FILT-013)', () => {
  expect(postedSince('today', noon)).toBe(new Date(2026, 5, 15).toISOString());
  const minute = new Date(2026, 5, 15, 12, 30).getTime();
  expect(postedSince('week', noon)).toBe(new Date(minute - 7 * 86_400_000).toISOString());
  expect(postedSince('month', noon)).toBe(new Date(minute - 30 * 86_400_000).toISOString());
  expect(postedSince('any', noon)).toBeNull();
});
