import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { defaultPreferences, defaultPrivacy, unconfirmed } from '@dazi/contract/people/default-profile.rules';
import { isInterest } from '@dazi/contract/people/interests';
import type { Preferences, Privacy, Profile, saveProfile } from '@dazi/contract/people/profiles';
import { AppError } from '#platform/app-error.ts';
import { cleanedText } from '#platform/clean-text.ts';

/** Names that somebody had before: for how long they are kept, and of one person how many. */
export const earlierNames = { kept_ms: 180 * 24 * 60 * 60 * 1000, most: 10 } as const;

export interface StoredProfile {
  userId: string;
  displayName: string;
  bio: string | null;
  age: number | null;
  gender: 'M' | 'F' | null;
  interests: string[];
  lookingFor: Profile['lookingFor'];
  preferences: Preferences;
  privacy: Privacy;
  createdAt: Date;
  updatedAt: Date;
}

/** What a person has before they changed anything. */
export function newProfile(userId: string, name: string, now: Date): StoredProfile {
  return {
    userId,
    displayName: name,
    bio: null,
    ...unconfirmed,
    interests: [],
    lookingFor: [],
    preferences: defaultPreferences,
    privacy: defaultPrivacy,
    createdAt: now,
    updatedAt: now,
  };
}

const given = <Value extends object>(values: Value) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Value>;

/** With what is given of its parts; what is not stays. */
const withGiven = <Parts extends object>(before: Parts, changes: object = {}): Parts => ({
  ...before,
  ...given(changes),
});

/** Each once, and only what the catalogue knows. Throws INTEREST_UNKNOWN. */
function acceptInterests(ids: readonly string[]): string[] {
  if (!ids.every(isInterest)) throw new AppError('INTEREST_UNKNOWN');
  return [...new Set(ids)];
}

/** What is not named stays; the parts of preferences and privacy likewise, and the parts of those. Errors: INTEREST_UNKNOWN. */
export function changedProfile(
  profile: StoredProfile,
  changes: BodyOf<typeof saveProfile>,
  now: Date,
): StoredProfile {
  const {
    displayName,
    preferences,
    privacy,
    interests,
    lookingFor,
    stats: _ignored,
    confirmed: _said,
    ifNone: _asked,
    ...plain
  } = changes;
  return {
    ...profile,
    ...(given(plain) as Partial<StoredProfile>),
    ...(displayName !== undefined && { displayName: cleanedText(displayName) }),
    ...(interests && { interests: acceptInterests(interests) }),
    ...(lookingFor && { lookingFor: [...new Set(lookingFor)] }),
    preferences: {
      ...withGiven(profile.preferences, preferences),
      notificationSettings: withGiven(
        profile.preferences.notificationSettings,
        preferences?.notificationSettings,
      ),
    },
    privacy: {
      ...withGiven(profile.privacy, privacy),
      locationSharing: withGiven(profile.privacy.locationSharing, privacy?.locationSharing),
    },
    updatedAt: now,
  };
}

/** Whether a save says that age and gender are theirs: in so many words, or by naming what nobody begins with. */
export const confirms = ({ confirmed, age, gender }: BodyOf<typeof saveProfile>): boolean =>
  confirmed === true ||
  (age != null && age !== unconfirmed.age) ||
  (gender != null && gender !== unconfirmed.gender);

export interface FaceAccount {
  name: string;
  avatarUrl: string | null;
  lastActiveAt: Date;
  confirmedAt: Date | null;
}

/** A private profile is open to its owner alone. */
export const isOpenTo = (profile: Pick<StoredProfile, 'userId' | 'privacy'>, viewerId: string | null) =>
  viewerId === profile.userId || profile.privacy.profileVisibility !== 'private';

/** Whether others see when somebody was last there, and whether they are. */
export const showsActivity = ({ privacy }: Pick<StoredProfile, 'privacy'>): boolean =>
  privacy.profileVisibility !== 'private' && privacy.showOnlineStatus;

/**
 * A profile as the viewer may see it: a private one gives others name and picture only, `showAge` and
 * `showOnlineStatus` hide age and last activity. Visitors are shown no more than that either; age and gender are for
 * who has confirmed their own profile, of people who have.
 */
export function visibleProfile(
  profile: StoredProfile,
  account: FaceAccount,
  viewer: { id: string; isConfirmed: boolean } | null,
): Profile {
  const own = viewer?.id === profile.userId;
  const open = isOpenTo(profile, viewer?.id ?? null);
  const isConfirmed = account.confirmedAt !== null;
  const seesWishes = open && viewer !== null;
  const seesBio = own || (seesWishes && isConfirmed);
  const seesFacts = own || (seesBio && viewer?.isConfirmed === true);
  const seesActivity = own || (viewer !== null && showsActivity(profile));
  return {
    id: profile.userId,
    userId: profile.userId,
    displayName: profile.displayName,
    bio: seesBio ? profile.bio : open ? '' : null,
    age: own || (seesFacts && profile.privacy.showAge) ? profile.age : null,
    gender: seesFacts ? profile.gender : null,
    interests: seesWishes ? profile.interests : [],
    lookingFor: seesWishes ? profile.lookingFor : [],
    user: { id: profile.userId, name: profile.displayName, avatarUrl: account.avatarUrl },
    lastActive: seesActivity ? account.lastActiveAt.toISOString() : null,
    createdAt: profile.createdAt.toISOString(),
    // When somebody was at their profile is a kind of last activity.
    updatedAt: (seesActivity ? profile.updatedAt : profile.createdAt).toISOString(),
    isConfirmed,
    ...(own && {
      confirmedAt: account.confirmedAt?.toISOString() ?? null,
      preferences: profile.preferences,
      privacy: profile.privacy,
    }),
  };
}
