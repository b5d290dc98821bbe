import type { Profile } from '@dazi/contract/people/profiles';
import { describe, expect, it } from 'vitest';
import { completionOf } from './completion.ts';
import { defaultProfileBody, localProfile } from './default-profile.ts';
import { randomTagline } from './taglines.ts';

const user = {
  id: 'u1',
  email: null,
  name: '',
  avatarUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastActive: '2026-01-01T00:00:00.000Z',
  verified: true,
  gender: null,
};
const empty: Profile = { ...localProfile(user), age: null };
const scoreWith = (facts: Partial<Profile>) => completionOf({ ...empty, ...facts }).done;

describe('profile completion', () => {
  it('is 0 of 8 for nothing and 8 of 8 for everything (PROF-070, PROF-111)', () => {
    expect(completionOf(empty)).toMatchObject({ done: 0, of: 8 });
    const whole: Profile = {
      ...empty,
      displayName: 'Mika',
      bio: 'I draw maps',
      age: 29,
      interests: ['hiking', 'ai', 'pets'],
      lookingFor: ['friendship'],
      user: { ...empty.user, avatarUrl: '/api/media/a' },
      preferences: { ...empty.preferences!, ageRange: { min: 25, max: 65 }, maxDistance: 5 },
    };
    expect(completionOf(whole)).toEqual({ done: 8, of: 8, missing: [] });
  });

  it.each<[string, Partial<Profile>, Partial<Profile>]>([
    ['a custom name (PROF-071)', { displayName: 'Mika' }, { displayName: 'User' }],
    ['a bio longer than 10 characters (PROF-072)', { bio: '12345678901' }, { bio: '1234567890' }],
    ['an age (PROF-073)', { age: 18 }, { age: null }],
    [
      'at least 3 interests (PROF-074)',
      { interests: ['hiking', 'ai', 'pets'] },
      { interests: ['hiking', 'ai'] },
    ],
    ['at least one lookingFor (PROF-075)', { lookingFor: ['dating'] }, { lookingFor: [] }],
    [
      'a non-default age range (PROF-076)',
      { preferences: { ...empty.preferences!, ageRange: { min: 18, max: 64 } } },
      { preferences: { ...empty.preferences!, ageRange: { min: 18, max: 65 } } },
    ],
    [
      'a non-default distance (PROF-077)',
      { preferences: { ...empty.preferences!, maxDistance: 49 } },
      { preferences: { ...empty.preferences!, maxDistance: 50 } },
    ],
    [
      'an own picture (PROF-111)',
      { user: { ...empty.user, avatarUrl: '/api/media/a' } },
      { user: { ...empty.user, avatarUrl: null } },
    ],
  ])('counts %s', (_what, enough, notEnough) => {
    expect([scoreWith(enough), scoreWith(notEnough)]).toEqual([1, 0]);
  });
});

describe('the default profile', () => {
  it('has the stated values (PROF-030 to PROF-043)', () => {
    const body = defaultProfileBody({ ...user, name: 'Mika' }, 'Ask me about my favourite bench.');
    expect(body).toMatchObject({
      displayName: 'Mika',
      bio: 'Ask me about my favourite bench.',
      age: 18,
      gender: 'F',
      lookingFor: [],
      preferences: {
        ageRange: { min: 18, max: 65 },
        maxDistance: 50,
        showOnlyVerified: false,
        allowDirectMessages: true,
        notificationSettings: { newMessages: true, nearbyActivity: true, cityUpdates: true, reactions: true },
      },
      privacy: {
        showAge: true,
        showLocation: 'approximate',
        showOnlineStatus: true,
        profileVisibility: 'nearby_only',
        locationSharing: { enabled: true, precision: 'approximate' },
      },
    });
    expect(Object.values(body.stats)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(defaultProfileBody(user, '').displayName).toBe('User');
  });

  it('begins with one of about fifty lines, by chance (PROF-031)', () => {
    const lines = new Set(Array.from({ length: 3000 }, randomTagline));
    expect(lines.size).toBeGreaterThanOrEqual(45);
    expect(lines.size).toBeLessThanOrEqual(55);
    for (const line of lines) expect(line).toMatch(/^\S.{8,}\.$/);
  });
});
