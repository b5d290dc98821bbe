import type { User } from '@dazi/contract/identity/identity';
import { sessionLifetime_ms } from '@dazi/contract/identity/identity.rules';
import { forgetFiles } from '#platform/personal-files.ts';
import {
  forgetStored,
  isCorrupt,
  type KeptUser,
  readStored,
  type Staying,
  stored,
  writeStored,
} from '#platform/storage.ts';
import { closeSystemNotifications } from '#platform/system-notifications.ts';

export type DeviceSession =
  | { state: 'none' }
  /** Since and until when, in milliseconds since 1970. */
  | { state: 'kept'; user: KeptUser; since: number; until: number }
  /** Over, or not to be understood: the person is signed out. */
  | { state: 'spoiled' };

export function readDeviceSession(now: number): DeviceSession {
  const entries = [stored.user, stored.authTimestamp, stored.keptUntil];
  if (entries.some((entry) => isCorrupt<unknown>(entry))) return { state: 'spoiled' };
  const user = readStored(stored.user);
  if (!user) return { state: 'none' };
  const since = readStored(stored.authTimestamp);
  if (since === null) return { state: 'spoiled' };
  const until = readStored(stored.keptUntil) ?? since + sessionLifetime_ms;
  return now >= until ? { state: 'spoiled' } : { state: 'kept', user, since, until };
}

/**
 * The timestamp is that of the sign-in and stays while it is the same person: other tabs know by it whether somebody left
 * in between. `keptUntil` is when the session ends of somebody who asked to stay; null for the usual 24 hours.
 */
export function keepDeviceSession(user: User, now: number, keptUntil: number | null = null): void {
  const before = readDeviceSession(now);
  const same = before.state === 'kept' && before.user.id === user.id ? before : null;
  // Who stayed for longer and does not want to any more has 24 hours from then on.
  const isOverdue = same !== null && now - same.since >= sessionLifetime_ms;
  const until = keptUntil ?? (isOverdue ? Math.min(same.until, now + sessionLifetime_ms) : null);
  const currentProfile = same?.user.currentProfile;
  // What somebody else left here is nobody's business.
  if (!same) forgetAll({ wordsOf: user.id });
  // First the times: another tab that reads in between would take a person without one for a spoiled session.
  writeStored(stored.keptUntil, until);
  writeStored(stored.authTimestamp, same?.since ?? now);
  writeStored(stored.user, {
    ...user,
    currentAvatar: user.avatarUrl,
    ...(currentProfile && { currentProfile }),
  });
}

/** What stands in for the own profile while it cannot be loaded. */
export function keepCurrentProfile(userId: string, profile: Required<KeptUser>['currentProfile']): void {
  const user = readStored(stored.user);
  if (user?.id !== userId) return;
  const { displayName, bio, age, gender } = profile;
  writeStored(stored.user, { ...user, currentProfile: { displayName, bio, age, gender } });
}

/** Nothing of whoever was here stays on this device, nor on its screen. */
export function clearDeviceSession(): void {
  forgetAll(null);
}

/** The session is over, and nobody has said goodbye: what they began waits for them, and for nobody else. */
export function endDeviceSession(): void {
  forgetAll('words');
}

function forgetAll(staying: Staying): void {
  forgetStored(staying);
  void forgetFiles(staying);
  void closeSystemNotifications();
}
