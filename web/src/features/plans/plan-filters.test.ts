import { expect, test } from 'vitest';
import {
  countActiveFilters,
  noPlanFilters,
  type PlanFilters,
  planFilterQuery,
  planFiltersIn,
  withPlanFilters,
} from './plan-filters.ts';

const some: PlanFilters = {
  when: 'weekend',
  activities: ['board-games', 'karaoke'],
  free: true,
  open: true,
  language: 'ja',
  within: 50,
};

test('filters come back from the address as they were put there, beside what else stands in it', () => {
  const address = withPlanFilters('?at=1,2&words=tea', some);
  expect(planFiltersIn(address)).toEqual(some);
  expect(new URLSearchParams(address).get('words')).toBe('tea');
  expect(withPlanFilters(`?${address}`, noPlanFilters)).toBe('at=1%2C2&words=tea');
  expect(countActiveFilters(some)).toBe(6);
  expect(countActiveFilters(noPlanFilters)).toBe(0);
});

test('what an address says and nobody knows is no filter', () => {
  expect(planFiltersIn('?when=yesterday&activities=dating,,tea&free=1&spoken=xx&within=7')).toEqual({
    ...noPlanFilters,
    activities: ['tea'],
  });
});

test('of more activities than can be chosen the first ten count', () => {
  const many = 'badminton,tennis,soccer,yoga,gym,golf,bowling,surfing,skiing,dancing,running,cycling';
  expect(planFiltersIn(`?activities=${many}`).activities).toHaveLength(10);
});

test('the server is asked for instants, and for nothing that was not chosen', () => {
  const now = Date.parse('2026-11-25T03:00:00.000Z');
  expect(planFilterQuery(noPlanFilters, now, 'Asia/Tokyo')).toEqual({});
  expect(planFilterQuery(some, now, 'Asia/Tokyo')).toEqual({
    from: '2026-11-27T15:00:00.000Z',
    to: '2026-11-29T15:00:00.000Z',
    activities: 'board-games,karaoke',
    languages: 'ja',
    free: 'true',
    open: 'true',
  });
});

test.each(['today', 'weekend', 'week'] as const)(
  'what was asked stays the same question all day, or the list would begin anew every minute: %s',
  (when) => {
    const saturday = Date.parse('2026-11-28T03:00:00.000Z');
    const asked = (now: number) => planFilterQuery({ ...noPlanFilters, when }, now, 'Asia/Tokyo');
    expect(asked(saturday + 60_000)).toEqual(asked(saturday));
    expect(asked(saturday + 11 * 3_600_000)).toEqual(asked(saturday));
  },
);
