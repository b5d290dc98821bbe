import { expect, test } from 'vitest';
import {
  countActive,
  filterQuery,
  filtersInAddress,
  noFilters,
  postedSince,
  withFilters,
} from './filters.ts';

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

test('keywords without a word are none', () => {
  for (const keywords of [',', ' ,, ', '，、']) {
    expect(countActive({ ...noFilters, keywords })).toBe(0);
    expect(filterQuery({ ...noFilters, keywords }, here, noon)).toEqual({});
  }
  const keywords = 'tea,、 散歩，';
  expect(countActive({ ...noFilters, keywords })).toBe(1);
  expect(filterQuery({ ...noFilters, keywords }, here, noon)).toEqual({ keywords: 'tea,散歩' });
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

test('filters come back from the address they were put into, and leave the rest of it alone', () => {
  const filters = {
    view: 'mine',
    gender: 'F',
    keywords: 'tea, 散歩 & more',
    distanceKm: 25,
    posted: 'week',
  } as const;
  const search = withFilters('?map=12/37.77/-122.42', filters);
  expect(filtersInAddress(search)).toEqual(filters);
  expect(new URLSearchParams(search).get('map')).toBe('12/37.77/-122.42');
  expect(new URLSearchParams(withFilters(search, noFilters)).toString()).toBe('map=12%2F37.77%2F-122.42');
});

test('an address without filters, or with nonsense, has none', () => {
  expect(filtersInAddress('')).toEqual(noFilters);
  expect(filtersInAddress('?gender=X&view=all%20of%20it&km=3&posted=ever&words=')).toEqual(noFilters);
  expect(filtersInAddress(`?words=${'x'.repeat(500)}`).keywords).toHaveLength(200);
});

test('no filter puts a position into the address', () => {
  const search = withFilters('', { ...noFilters, distanceKm: 5 });
  expect(search).toBe('km=5');
});
