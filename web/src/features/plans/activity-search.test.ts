import { activityCodes } from '@dazi/contract/plans/plan-activities';
import { expect, test } from 'vitest';
import { activitiesLike, byCategory, ideasAt } from './activity-search.ts';

test('an activity is found by what it is called in any language', () => {
  expect(activitiesLike('羽毛')).toEqual(['badminton']);
  expect(activitiesLike('バドミントン')).toEqual(['badminton']);
  expect(activitiesLike(' BADMIN')).toEqual(['badminton']);
  expect(activitiesLike('ｂａｄｍｉｎｔｏｎ')).toEqual(['badminton']);
  expect(activitiesLike('xyz')).toEqual([]);
  expect(activitiesLike(' ')).toEqual(activityCodes);
});

test('every activity stands in one category', () => {
  const all = byCategory(activityCodes);
  expect(all.flatMap(([, codes]) => codes).sort()).toEqual([...activityCodes].sort());
  expect(byCategory(['tea']).map(([category]) => category)).toEqual(['food']);
});

test('there are three ideas for every hour', () => {
  for (let hour = 0; hour < 24; hour++) expect(new Set(ideasAt(hour)).size).toBe(3);
  expect(ideasAt(19)).toContain('hot-pot');
  expect(ideasAt(8)).toContain('running');
});
