import type { sharePresence as sharePresenceEndpoint } from '@dazi/contract/chat/presence';
import { onlineLimits, presenceLifetimes } from '@dazi/contract/chat/presence.rules';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { defaultPrivacy } from '@dazi/contract/people/default-profile.rules';
import { cellOf } from '@dazi/contract/places/cells';
import type { Position } from '@dazi/contract/places/places';
import { lockAccount, requireConfirmed, requireReach } from '#features/identity/identity.service.ts';
import { tellPersonNow } from '#features/live/live.service.ts';
import { profileOf } from '#features/people/profiles/profiles.service.ts';
import { appliedDisplay, displayedPosition, lockShownPlaces } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { notedAtOnce, noteOpen, takeBackAhead } from './ahead.service.ts';
import * as store from './presence.store.ts';

export { isSeenOnline, openSeenAt, seenOnline } from './presence.store.ts';

export const sharedUntil = (sharedAt: Date) => new Date(sharedAt.getTime() + presenceLifetimes.used_ms);

export const usedSince = (now: Date) => new Date(now.getTime() - presenceLifetimes.used_ms);

/** Shares where somebody is, for an hour. The true position lives only in this function's memory. */
export async function sharePresence(
  deps: Deps,
  actor: Actor,
  input: BodyOf<typeof sharePresenceEndpoint>,
): Promise<store.PresenceRow> {
  requireConfirmed(actor);
  requireReach(actor);
  return deps.transact(async (inner) => {
    // A post holds its author's places before it refers to the account; the other way round the two could wait for each other.
    await lockShownPlaces(inner, actor.id);
    // Whoever turns sharing off at this moment comes before or after, not in between.
    await lockAccount(inner, actor.id);
    const privacy = (await profileOf(inner, actor.id))?.privacy;
    const sharing = privacy?.locationSharing ?? defaultPrivacy.locationSharing;
    if (!sharing.enabled) throw new AppError('LOCATION_SHARING_OFF');
    const display = appliedDisplay(input.locationDisplay, privacy && sharing.precision);
    // The row is forgotten soon, but not by whoever saw it: shared day after day round a home, it must say one place.
    const position = await displayedPosition(inner, actor.id, input, display);
    const row = {
      userId: actor.id,
      ...position,
      display,
      q14: cellOf(position, 14),
      sharedAt: inner.clock(),
    };
    await store.putPresence(inner.db, row);
    return row;
  });
}

/** Null when they share none. */
export async function sharedPosition(deps: Deps, userId: string): Promise<Position | null> {
  const row = await store.findPresence(deps.db, userId);
  if (!row || row.sharedAt <= usedSince(deps.clock())) return null;
  const sharing = (await profileOf(deps, userId))?.privacy.locationSharing ?? defaultPrivacy.locationSharing;
  return sharing.enabled ? { latitude: row.latitude, longitude: row.longitude } : null;
}

/** Without effect when they share nothing. */
export async function clearPresence(deps: Deps, userId: string): Promise<void> {
  await store.deletePresence(deps.db, userId);
}

export async function forgetOldPresence(deps: Deps): Promise<void> {
  const now = deps.clock();
  await store.deleteSharedBefore(deps.db, new Date(now.getTime() - presenceLifetimes.kept_ms));
}

/** Those whose streams were not seen any more are gone; told once, whichever node finds it. */
export async function noteGone(deps: Deps): Promise<void> {
  const now = deps.clock();
  await takeBackAhead(deps, now);
  const gone = await store.deleteOpenBefore(deps.db, onlineSince(now));
  await tellSeen(deps, gone, { isOnline: false, onlyShown: true });
}

/** Somebody shows when they are there from now on, or no longer; whether they are is not to be told then. */
export async function activityChanged(
  inner: TransactingDeps,
  userId: string,
  isShown: boolean,
): Promise<void> {
  const [open] = await store.findOpen(inner.db, userId);
  if (open && open.seenAt > onlineSince(inner.clock())) {
    await tellSeen(inner, [userId], { isOnline: isShown, onlyShown: false });
  }
}

/** Tells those who look at these people in their list of conversations, and are there themselves. */
async function tellSeen(
  deps: Deps,
  userIds: readonly string[],
  { isOnline, onlyShown }: { isOnline: boolean; onlyShown: boolean },
): Promise<void> {
  if (userIds.length === 0) return;
  const since = onlineSince(deps.clock());
  for (const { userId, viewerId } of await store.viewersOf(deps.db, userIds, { since, onlyShown })) {
    tellPersonNow(deps, viewerId, { type: 'presence', userId, isOnline });
  }
}

export const onlineSince = (now: Date) => new Date(now.getTime() - onlineLimits.afterwards_ms);

/** Notes that these people have a stream open now, and tells of those who came; what the stream of each node says of its own. */
export async function recordOpenStreams(deps: Deps, userIds: readonly string[]): Promise<void> {
  for (let start = 0; start < userIds.length; start += notedAtOnce) {
    const now = deps.clock();
    const came = await noteOpen(deps, userIds.slice(start, start + notedAtOnce), {
      now,
      since: onlineSince(now),
    });
    await tellSeen(deps, came, { isOnline: true, onlyShown: true });
  }
}
