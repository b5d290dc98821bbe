import { defaultPreferences } from '@dazi/contract/people/default-profile.rules';
import type { Profile } from '@dazi/contract/people/profiles';

/** The name of an account without one. */
const defaultName = 'User';
const shortBio = 10;
const enoughInterests = 3;

/** The 8 checks, in the order in which they are asked for. */
const checks = {
  avatar: ({ user }) => user.avatarUrl !== null,
  name: ({ displayName }) => displayName.trim() !== '' && displayName.trim() !== defaultName,
  bio: ({ bio }) => (bio?.trim().length ?? 0) > shortBio,
  age: ({ age }) => age !== null,
  interests: ({ interests }) => interests.length >= enoughInterests,
  lookingFor: ({ lookingFor }) => lookingFor.length > 0,
  ageRange: ({ preferences }) => {
    const { min, max } = preferences?.ageRange ?? defaultPreferences.ageRange;
    return min !== defaultPreferences.ageRange.min || max !== defaultPreferences.ageRange.max;
  },
  maxDistance: ({ preferences }) =>
    (preferences ?? defaultPreferences).maxDistance !== defaultPreferences.maxDistance,
} satisfies Record<string, (profile: Profile) => boolean>;

export type CompletionCheck = keyof typeof checks;

export interface Completion {
  done: number;
  of: number;
  missing: readonly CompletionCheck[];
}

export function completionOf(profile: Profile): Completion {
  const names = Object.keys(checks) as CompletionCheck[];
  const missing = names.filter((name) => !checks[name](profile));
  return { done: names.length - missing.length, of: names.length, missing };
}
