import { describe, expect, it } from 'vitest';
import { localProfile } from './default-profile.ts';
import { bodyOf, draftOf, isChanged, type ProfileDraft, problemsOf } from './profile-draft.ts';

const profile = localProfile({
  id: 'u1',
  email: null,
  name: 'Mika',
  avatarUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastActive: '2026-01-01T00:00:00.000Z',
  verified: true,
  gender: 'F',
});
const draft = draftOf(profile);

describe('the draft of a profile', () => {
  it('is the profile until something is changed', () => {
    expect(isChanged(draft, profile)).toBe(false);
    expect(isChanged({ ...draft, interests: ['hiking'] }, profile)).toBe(true);
    expect(isChanged({ ...draft, sharesLocation: false }, profile)).toBe(true);
    expect(problemsOf(draft).size).toBe(0);
  });

  it.each<[Partial<ProfileDraft>, string[]]>([
    [{ displayName: '  ' }, ['name']],
    [{ displayName: 'x'.repeat(51) }, ['name']],
    [{ displayName: ` ${'x'.repeat(50)} ` }, []],
    [{ bio: 'x'.repeat(501) }, ['bio']],
    [{ bio: 'x'.repeat(500) }, []],
    [{ age: '17' }, ['tooYoung']],
    [{ age: '0' }, ['tooYoung']],
    [{ age: '121' }, ['age']],
    [{ age: '18.5' }, ['age']],
    [{ age: '１８' }, ['age']],
    [{ age: '' }, []],
    [{ age: '120' }, []],
    [{ youngest: '40', oldest: '30' }, ['ageRange']],
    [{ youngest: '', oldest: '30' }, ['ageRange']],
    [{ youngest: '30', oldest: '30' }, []],
    [{ maxDistance: '0' }, ['maxDistance']],
    [{ maxDistance: '20001' }, ['maxDistance']],
  ])('%j has the problems %j', (changes, problems) => {
    expect([...problemsOf({ ...draft, ...changes })]).toEqual(problems);
  });

  it('says with its age that it is theirs', () => {
    expect(bodyOf(draft, profile)).toEqual({ age: 18, gender: 'F', confirmed: true });
  });

  it('sends what was changed alone: what another device has saved meanwhile stays', () => {
    const known = { ...profile, isConfirmed: true };
    expect(bodyOf({ ...draft, bio: 'Reads a lot' }, known)).toEqual({ bio: 'Reads a lot', confirmed: true });
    expect(bodyOf({ ...draft, showOnlyVerified: true }, known)).toMatchObject({
      preferences: { showOnlyVerified: true },
    });
    expect(bodyOf({ ...draft, showAge: false }, known).privacy).toEqual({ showAge: false });
  });

  it('is sent trimmed, as numbers, and leaves the settings of positions alone', () => {
    const changed = { ...draft, displayName: ' Mika H ', bio: ' ', age: '', sharesLocation: false };
    const body = bodyOf({ ...changed, youngest: '20', maxDistance: '7' }, { ...profile, bio: 'Reads' });
    expect(body).toMatchObject({
      displayName: 'Mika H',
      bio: null,
      age: null,
      preferences: { ageRange: { min: 20, max: 65 }, maxDistance: 7 },
    });
    expect(body.privacy).toEqual({ locationSharing: { enabled: false } });
    expect(body).not.toHaveProperty('confirmed');
    expect(body.preferences).not.toHaveProperty('notificationSettings');
  });
});
