import type { Gender } from '@dazi/contract/identity/identity';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { defaultPreferences, defaultPrivacy } from '@dazi/contract/people/default-profile.rules';
import type { LookingFor, Privacy, Profile, saveProfile } from '@dazi/contract/people/profiles';
import { profileLimits } from '@dazi/contract/people/profiles.rules';
import { PersonalForms } from '#platform/personal-forms.ts';
import { isRecord } from '#platform/storage.ts';
import { ageOf, isTooYoung } from './age.ts';

/** What the editor holds: numbers as they are typed. */
export interface ProfileDraft {
  displayName: string;
  bio: string;
  age: string;
  gender: Gender | null;
  interests: readonly string[];
  lookingFor: readonly LookingFor[];
  youngest: string;
  oldest: string;
  maxDistance: string;
  showOnlyVerified: boolean;
  allowDirectMessages: boolean;
  profileVisibility: Privacy['profileVisibility'];
  showAge: boolean;
  showOnlineStatus: boolean;
  sharesLocation: boolean;
}

export const distanceLimits = { min: 1, max: 20_000 } as const;

export function draftOf(profile: Profile): ProfileDraft {
  const preferences = profile.preferences ?? defaultPreferences;
  const privacy = profile.privacy ?? defaultPrivacy;
  return {
    displayName: profile.displayName,
    bio: profile.bio ?? '',
    age: profile.age === null ? '' : String(profile.age),
    gender: profile.gender,
    interests: profile.interests,
    lookingFor: profile.lookingFor,
    youngest: String(preferences.ageRange.min),
    oldest: String(preferences.ageRange.max),
    maxDistance: String(preferences.maxDistance),
    showOnlyVerified: preferences.showOnlyVerified,
    allowDirectMessages: preferences.allowDirectMessages,
    profileVisibility: privacy.profileVisibility,
    showAge: privacy.showAge,
    showOnlineStatus: privacy.showOnlineStatus,
    sharesLocation: privacy.locationSharing.enabled,
  };
}

/** A whole number within the limits, or null. */
function wholeNumber(text: string, { min, max }: { min: number; max: number }): number | null {
  const number = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : null;
}

export type DraftProblem = 'name' | 'bio' | 'age' | 'tooYoung' | 'ageRange' | 'maxDistance';

/** What keeps a draft from being saved, in the order of the fields. */
export function problemsOf(draft: ProfileDraft): ReadonlySet<DraftProblem> {
  const problems = new Set<DraftProblem>();
  const name = draft.displayName.trim();
  if (isBlank(name) || name.length > profileLimits.displayName) problems.add('name');
  if (draft.bio.trim().length > profileLimits.bio) problems.add('bio');
  if (isTooYoung(draft.age)) problems.add('tooYoung');
  else if (draft.age.trim() !== '' && ageOf(draft.age) === null) problems.add('age');
  const youngest = wholeNumber(draft.youngest, profileLimits.age);
  const oldest = wholeNumber(draft.oldest, profileLimits.age);
  if (youngest === null || oldest === null || youngest > oldest) problems.add('ageRange');
  if (wholeNumber(draft.maxDistance, distanceLimits) === null) problems.add('maxDistance');
  return problems;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What is sent of a draft without problems: what was changed, so that what another device has saved meanwhile stays. Where
 * positions are shown stays as the settings have it.
 */
export function bodyOf(draft: ProfileDraft, profile: Profile): BodyOf<typeof saveProfile> {
  const before = draftOf(profile);
  const has = (...names: (keyof ProfileDraft)[]) => names.some((name) => !isSame(draft[name], before[name]));
  // Whoever saves the age that they see says that it is theirs.
  const isSaid = (name: 'age' | 'gender') => has(name) || !profile.isConfirmed;
  const preferences = {
    ...(has('youngest', 'oldest') && {
      ageRange: { min: Number(draft.youngest), max: Number(draft.oldest) },
    }),
    ...(has('maxDistance') && { maxDistance: Number(draft.maxDistance) }),
    ...(has('showOnlyVerified') && { showOnlyVerified: draft.showOnlyVerified }),
    ...(has('allowDirectMessages') && { allowDirectMessages: draft.allowDirectMessages }),
  };
  const privacy = {
    ...(has('profileVisibility') && { profileVisibility: draft.profileVisibility }),
    ...(has('showAge') && { showAge: draft.showAge }),
    ...(has('showOnlineStatus') && { showOnlineStatus: draft.showOnlineStatus }),
    ...(has('sharesLocation') && { locationSharing: { enabled: draft.sharesLocation } }),
  };
  return {
    ...(has('displayName') && { displayName: draft.displayName.trim() }),
    ...(has('bio') && { bio: draft.bio.trim() || null }),
    ...(isSaid('age') && { age: draft.age.trim() === '' ? null : Number(draft.age) }),
    ...(isSaid('gender') && { gender: draft.gender }),
    ...(draft.age.trim() !== '' && { confirmed: true }),
    ...(has('interests') && { interests: [...draft.interests] }),
    ...(has('lookingFor') && { lookingFor: [...draft.lookingFor] }),
    ...(Object.keys(preferences).length > 0 && { preferences }),
    ...(Object.keys(privacy).length > 0 && { privacy }),
  };
}

export const isChanged = (draft: ProfileDraft, profile: Profile): boolean => !isSame(draft, draftOf(profile));

const isText = (value: unknown) => value === undefined || typeof value === 'string';
const isList = (value: unknown) => value === undefined || Array.isArray(value);

const isPart = (value: unknown): value is Partial<ProfileDraft> =>
  isRecord(value) &&
  (['displayName', 'bio', 'age', 'youngest', 'oldest', 'maxDistance'] as const).every((name) =>
    isText(value[name]),
  ) &&
  isList(value.interests) &&
  isList(value.lookingFor);

/** What was changed and not saved, until it is. */
export const profileForms = new PersonalForms('profile', isPart, 1);
