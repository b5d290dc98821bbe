import type { OnlineUser } from '@dazi/contract/chat/presence';
import { onlineLimits } from '@dazi/contract/chat/presence.rules';
import type { Match } from '@dazi/contract/discovery/people';
import { peopleLimits } from '@dazi/contract/discovery/people.rules';
import { defaultPreferences } from '@dazi/contract/people/default-profile.rules';
import type { Profile } from '@dazi/contract/people/profiles';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { onlineSince, sharedUntil, usedSince } from '#features/chat/presence/presence.service.ts';
import { requireConfirmed } from '#features/identity/identity.service.ts';
import { faceOf, profileOf } from '#features/people/profiles/profiles.service.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { bestMatches } from './matching.rules.ts';
import { findShared, listOnline, listShared, searchFaces } from './people-nearby.store.ts';

/** The best matches by displayed positions. Only who shares their own sees anybody: else `sharedUntil` is null. */
export async function findMatches(
  deps: Deps,
  actor: Actor,
): Promise<{ matches: Match[]; sharedUntil: Date | null }> {
  requireConfirmed(actor);
  const now = deps.clock();
  const since = usedSince(now);
  const own = await findShared(deps.db, actor.id, since);
  if (!own) return { matches: [], sharedUntil: null };
  const { preferences } = own.profile;
  const others = await listShared(deps.db, actor.id, {
    centre: own.presence,
    radiusKm: preferences.maxDistance,
    usedSince: since,
  });
  const asCandidate = ({ profile, user, presence }: (typeof others)[number]) => ({
    profile: faceOf(profile, user, actor),
    position: presence,
    emailVerified: user.emailVerified,
  });
  const matches = bestMatches({ ...asCandidate(own), preferences }, others.map(asCandidate), now);
  return { matches, sharedUntil: sharedUntil(own.presence.sharedAt) };
}

/** Up to 10 people by a part of their name, as the searcher's preferences want them. */
export async function searchProfiles(deps: Deps, actor: Actor, name: string): Promise<Profile[]> {
  const since = usedSince(deps.clock());
  const shared = await findShared(deps.db, actor.id, since);
  const preferences =
    shared?.profile.preferences ?? (await profileOf(deps, actor.id))?.preferences ?? defaultPreferences;
  const rows = await searchFaces(deps.db, actor.id, name, {
    onlyVerified: preferences.showOnlyVerified,
    reach: shared ? { centre: shared.presence, radiusKm: preferences.maxDistance } : null,
    usedSince: since,
    limit: peopleLimits.found,
  });
  return rows.map(({ profile, user }) => faceOf(profile, user, actor));
}

/** People near by, those online first. Only who shares their own position sees anybody: else `sharedUntil` is null. */
export async function listOnlineUsers(
  deps: Deps,
  actor: Actor,
  radiusKm: number = onlineLimits.radius_km,
): Promise<{ people: OnlineUser[]; sharedUntil: Date | null }> {
  requireConfirmed(actor);
  const now = deps.clock();
  const since = usedSince(now);
  const own = await findShared(deps.db, actor.id, since);
  if (!own) return { people: [], sharedUntil: null };
  const reach = { centre: own.presence, radiusKm, usedSince: since };
  const online = { onlineSince: onlineSince(now), limit: onlineLimits.people };
  const rows = await listOnline(deps.db, actor.id, reach, online);
  return {
    people: rows.map(({ profile, user, presence, isOnline, openAt }) => {
      const { latitude, longitude } = presence;
      const face = faceOf(profile, user, actor);
      return {
        userId: user.id,
        userName: face.displayName,
        avatarUrl: user.avatarUrl,
        isOnline,
        lastSeen: face.lastActive && lastSeen(face.lastActive, openAt, now),
        location: { latitude, longitude },
        distanceKm: Math.round(distanceKm(own.presence, presence) * 10) / 10,
      };
    }),
    sharedUntil: sharedUntil(own.presence.sharedAt),
  };
}

/** The later of what somebody last did and when a stream of theirs was open, which may be noted ahead. */
function lastSeen(active: string, open: string | null, now: Date): string {
  const latest = open !== null && open > active ? open : active;
  return latest < now.toISOString() ? latest : now.toISOString();
}
