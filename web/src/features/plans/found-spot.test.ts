import { expect, test } from 'vitest';
import type { FoundPlace } from '#features/places/places.api.ts';
import { draftOfFound } from './found-spot.ts';
import { emptyPlanDraft } from './plan-draft.ts';

const found = (name: string, of?: 'park' | 'station' | 'link'): FoundPlace => ({
  ...{ name, names: { ja: `${name}駅` }, latitude: 35, longitude: 139, near: null },
  ...{ country: null, population: null, ...(of && { of }) },
});

test('PLAN-113 a park or a station names the place to meet, a town or a link does not', () => {
  expect(draftOfFound(emptyPlanDraft, found('Ueno', 'station'), 'ja')).toMatchObject({ spotName: 'Ueno駅' });
  expect(draftOfFound(emptyPlanDraft, found('Ueno'), 'ja')).toMatchObject({ spotName: '' });
  expect(draftOfFound(emptyPlanDraft, found('35, 139', 'link'), 'ja')).toMatchObject({ spotName: '' });
});

test('PLAN-113 the name goes with the place that had it, and a name of their own stays', () => {
  const ueno = draftOfFound(emptyPlanDraft, found('Ueno Park', 'park'), 'en');
  expect(draftOfFound(ueno, found('Shibuya', 'station'), 'en')).toMatchObject({ spotName: 'Shibuya' });
  expect(draftOfFound(ueno, found('Hirosaki'), 'en')).toMatchObject({ spotName: '' });
  const named = { ...ueno, spotName: 'By the pond' };
  expect(draftOfFound(named, found('Shibuya', 'station'), 'en')).toMatchObject({ spotName: 'By the pond' });
});
