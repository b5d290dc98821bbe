import type { User } from '@dazi/contract/identity/identity';
import { defaultPreferences, defaultPrivacy } from '@dazi/contract/people/default-profile.rules';
import type { Profile } from '@dazi/contract/people/profiles';
import { profileLimits } from '@dazi/contract/people/profiles.rules';
import type { KeptUser } from '#platform/storage.ts';

const defaultAge = 18;
const defaultGender = 'F';
const defaultName = 'User';

const noStats = {
  messagesSent: 0,
  messagesReceived: 0,
  reactionsGiven: 0,
  reactionsReceived: 0,
  connectionsMade: 0,
  citiesVisited: 0,
};

const nameOf = (user: User) => user.name.trim().slice(0, profileLimits.displayName) || defaultName;

/** What is saved for a person who has no profile yet. */
export function defaultProfileBody(user: User, bio: string) {
  return {
    displayName: nameOf(user),
    bio,
    age: defaultAge,
    gender: defaultGender,
    lookingFor: [],
    preferences: defaultPreferences,
    privacy: defaultPrivacy,
    stats: noStats,
  } as const;
}

/** Stands in while the profile cannot be loaded; never saved. What this device knows of it goes before. */
export function localProfile(user: User, known?: KeptUser['currentProfile']): Profile {
  return {
    id: user.id,
    userId: user.id,
    displayName: nameOf(user),
    bio: null,
    age: defaultAge,
    gender: user.gender,
    interests: [],
    lookingFor: [],
    user: { id: user.id, name: user.name, avatarUrl: user.avatarUrl },
    lastActive: user.lastActive,
    createdAt: user.createdAt,
    updatedAt: user.createdAt,
    isConfirmed: false,
    confirmedAt: null,
    preferences: defaultPreferences,
    privacy: defaultPrivacy,
    ...known,
  };
}

/** The face of somebody else who has no profile: nothing is said of them but what the account says. */
export function localFace({ id, name, avatarUrl }: Pick<User, 'id' | 'name' | 'avatarUrl'>): Profile {
  const since = new Date(0).toISOString();
  return {
    id,
    userId: id,
    displayName: name,
    bio: null,
    age: null,
    gender: null,
    interests: [],
    lookingFor: [],
    user: { id, name, avatarUrl },
    lastActive: null,
    createdAt: since,
    updatedAt: since,
    isConfirmed: false,
  };
}
