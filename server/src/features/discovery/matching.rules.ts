import type { Match } from '@dazi/contract/discovery/people';
import { peopleLimits } from '@dazi/contract/discovery/people.rules';
import { defaultPreferences } from '@dazi/contract/people/default-profile.rules';
import type { Preferences, Profile } from '@dazi/contract/people/profiles';
import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';

/** What two people having something in common is worth; 100 together. */
export const matchWeights = { interests: 40, lookingFor: 30, age: 20, active: 10 } as const;
export const leastScore = 30;
export const ageDifference_years = 10;
export const activeWithin_ms = 7 * 24 * 60 * 60 * 1000;

export interface Candidate {
  profile: Profile;
  position: Position;
  emailVerified: boolean;
}

const common = <Item>(mine: readonly Item[], theirs: readonly Item[]) =>
  mine.filter((item) => theirs.includes(item));

/** How much of the longer list is common: somebody who names everything is no match for everybody. */
const share = (shared: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]) =>
  shared.length === 0 ? 0 : shared.length / Math.max(mine.length, theirs.length);

/** 0 to 100. What somebody does not show counts nothing, so that a score tells nothing about it. */
export function scoreOf(mine: Profile, theirs: Profile, now: Date): number {
  const interests = share(common(mine.interests, theirs.interests), mine.interests, theirs.interests);
  const lookingFor = share(common(mine.lookingFor, theirs.lookingFor), mine.lookingFor, theirs.lookingFor);
  const sameAge =
    mine.age !== null && theirs.age !== null && Math.abs(mine.age - theirs.age) <= ageDifference_years;
  const active =
    theirs.lastActive !== null && now.getTime() - Date.parse(theirs.lastActive) <= activeWithin_ms;
  return (
    matchWeights.interests * interests +
    matchWeights.lookingFor * lookingFor +
    (sameAge ? matchWeights.age : 0) +
    (active ? matchWeights.active : 0)
  );
}

/** Whoever hides their age is left out as soon as somebody asks for certain ages. */
function isOfWantedAge(age: number | null, { min, max }: Preferences['ageRange']): boolean {
  const { min: youngest, max: oldest } = defaultPreferences.ageRange;
  if (age === null) return min === youngest && max === oldest;
  return age >= min && age <= max;
}

export const shownDistanceKm = (km: number) => (km < 10 ? Math.round(km * 10) / 10 : Math.round(km));

/** The best matches within the own preferences, highest score first, then the nearest. */
export function bestMatches(
  me: Candidate & { preferences: Preferences },
  others: readonly Candidate[],
  now: Date,
): Match[] {
  const { ageRange, maxDistance, showOnlyVerified } = me.preferences;
  return others
    .filter(({ emailVerified }) => emailVerified || !showOnlyVerified)
    .filter(({ profile }) => isOfWantedAge(profile.age, ageRange))
    .map(({ profile, position }) => ({
      profile,
      km: distanceKm(me.position, position),
      score: scoreOf(me.profile, profile, now),
    }))
    .filter(({ km, score }) => km <= maxDistance && score >= leastScore)
    .sort((a, b) => b.score - a.score || a.km - b.km || (a.profile.id < b.profile.id ? -1 : 1))
    .slice(0, peopleLimits.matches)
    .map(({ profile, km, score }) => ({
      profile,
      score: Math.round(score),
      distanceKm: shownDistanceKm(km),
      sharedInterests: common(me.profile.interests, profile.interests),
      sharedLookingFor: common(me.profile.lookingFor, profile.lookingFor),
    }));
}
