import { defaultPreferences } from '@dazi/contract/people/default-profile.rules';
import type { Preferences, Profile } from '@dazi/contract/people/profiles';
import { describe, expect, test } from 'vitest';
import { bestMatches, type Candidate, scoreOf, shownDistanceKm } from './matching.rules.ts';

const now = new Date('2026-06-10T12:00:00Z');
const day_ms = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(now.getTime() - days * day_ms).toISOString();
const here = { latitude: 37.77, longitude: -122.44 };
/** About this many kilometres to the north. */
const north = (km: number) => ({ ...here, latitude: here.latitude + km / 111.195 });

function profile(facts: Partial<Profile> = {}): Profile {
  return {
    id: 'somebody',
    userId: 'somebody',
    displayName: 'Somebody',
    bio: null,
    age: null,
    gender: null,
    interests: [],
    lookingFor: [],
    user: { id: 'somebody', name: 'Somebody', avatarUrl: null },
    lastActive: null,
    createdAt: daysAgo(9),
    updatedAt: daysAgo(9),
    isConfirmed: true,
    ...facts,
  };
}
const candidate = (facts: Partial<Profile> = {}, rest: Partial<Candidate> = {}): Candidate => ({
  profile: profile(facts),
  position: here,
  emailVerified: true,
  ...rest,
});
const me = (preferences: Partial<Preferences> = {}, facts: Partial<Profile> = {}) => ({
  ...candidate({ id: 'me', age: 30, interests: ['hiking', 'yoga'], lookingFor: ['friendship'], ...facts }),
  preferences: { ...defaultPreferences, ...preferences },
});
/** Somebody who would score 30 with `me` by age and activity alone. */
const near = (facts: Partial<Profile> = {}, rest: Partial<Candidate> = {}) =>
  candidate({ age: 30, lastActive: daysAgo(0), ...facts }, rest);

describe('the score', () => {
  test.each<[string, Partial<Profile>, Partial<Profile>, number]>([
    ['interests, all common (PROF-100)', { interests: ['a', 'b'] }, { interests: ['b', 'a'] }, 40],
    ['interests, half of the longer list (PROF-119)', { interests: ['a', 'b'] }, { interests: ['a'] }, 20],
    ['interests, a quarter', { interests: ['a'] }, { interests: ['a', 'b', 'c', 'd'] }, 10],
    ['interests, none', { interests: ['a'] }, { interests: ['b'] }, 0],
    ['looking for the same (PROF-101)', { lookingFor: ['dating'] }, { lookingFor: ['dating'] }, 30],
    ['a third of it', { lookingFor: ['dating'] }, { lookingFor: ['dating', 'friendship', 'networking'] }, 10],
    ['the same age (PROF-102)', { age: 30 }, { age: 30 }, 20],
    ['10 years older', { age: 30 }, { age: 40 }, 20],
    ['11 years older', { age: 30 }, { age: 41 }, 0],
    ['an age that is not shown', { age: 30 }, { age: null }, 0],
    ['active 7 days ago (PROF-103)', {}, { lastActive: daysAgo(7) }, 10],
    ['active 7 days and a moment ago', {}, { lastActive: daysAgo(7.00001) }, 0],
    ['an activity that is not shown', {}, { lastActive: null }, 0],
    ['two empty profiles', {}, {}, 0],
    [
      'everything',
      { interests: ['a'], lookingFor: ['dating'], age: 20 },
      { interests: ['a'], lookingFor: ['dating'], age: 20, lastActive: daysAgo(1) },
      100,
    ],
  ])('%s', (_what, mine, theirs, score) => {
    expect(scoreOf(profile(mine), profile(theirs), now)).toBeCloseTo(score, 9);
  });
});

describe('the best matches', () => {
  const ids = (...args: Parameters<typeof bestMatches>) =>
    bestMatches(...args).map((match) => match.profile.id);

  test('need a score of at least 30 (PROF-104)', () => {
    const enough = near({ id: 'enough' });
    const notQuite = candidate({
      id: 'not quite',
      age: 30,
      interests: ['hiking', 'a', 'b', 'c', 'd'],
    });
    expect(scoreOf(me().profile, notQuite.profile, now)).toBeCloseTo(28, 9);
    expect(ids(me(), [enough, notQuite], now)).toEqual(['enough']);
  });

  test('lie within the own greatest distance (PROF-105)', () => {
    const others = [4.9, 5.1, 49].map((km) => near({ id: `${km} km` }, { position: north(km) }));
    expect(ids(me({ maxDistance: 5 }), others, now)).toEqual(['4.9 km']);
    expect(ids(me({ maxDistance: 50 }), others, now)).toEqual(['4.9 km', '5.1 km', '49 km']);
  });

  test('are at most 20, highest score first, then the nearest (PROF-106, PROF-107)', () => {
    const crowd = Array.from({ length: 30 }, (_each, number) =>
      near({ id: `far ${number}` }, { position: north(30 - number) }),
    );
    const friend = near({ id: 'friend', lookingFor: ['friendship'] }, { position: north(40) });
    const found = bestMatches(me(), [...crowd, friend], now);
    expect(found).toHaveLength(20);
    expect(found[0]).toMatchObject({
      profile: { id: 'friend' },
      score: 60,
      sharedLookingFor: ['friendship'],
      sharedInterests: [],
      distanceKm: 40,
    });
    expect(found.slice(1, 4).map((match) => match.profile.id)).toEqual(['far 29', 'far 28', 'far 27']);
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test('are of the wanted age; a hidden one only where none is asked for', () => {
    const facts = { interests: ['hiking', 'yoga'], lookingFor: ['friendship' as const] };
    const others = [
      candidate({ id: '24', age: 24, ...facts }),
      candidate({ id: '25', age: 25, ...facts }),
      candidate({ id: '35', age: 35, ...facts }),
      candidate({ id: '36', age: 36, ...facts }),
      candidate({ id: '66', age: 66, ...facts }),
      candidate({ id: 'hidden', age: null, ...facts }),
    ];
    expect(ids(me({ ageRange: { min: 25, max: 35 } }), others, now).sort()).toEqual(['25', '35']);
    expect(ids(me(), others, now).sort()).toEqual(['24', '25', '35', '36', 'hidden']);
  });

  test('have a confirmed address where only those are wanted', () => {
    const others = [near({ id: 'yes' }), near({ id: 'no' }, { emailVerified: false })];
    expect(ids(me({ showOnlyVerified: true }), others, now)).toEqual(['yes']);
    expect(ids(me(), others, now).sort()).toEqual(['no', 'yes']);
  });
});

test.each([
  [0.04, 0],
  [0.26, 0.3],
  [9.94, 9.9],
  [12.4, 12],
])('%d km are shown as %d', (km, shown) => {
  expect(shownDistanceKm(km)).toBe(shown);
});
