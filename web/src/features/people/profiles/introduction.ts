import type { Profile } from '@dazi/contract/people/profiles';
import { readStored, stored, writePersonal } from '#platform/storage.ts';

/** A profile that its owner never changed, and that was not waved through on this device. */
export function needsIntroduction(profile: Profile): boolean {
  return profile.createdAt === profile.updatedAt && readStored(stored.introduced(profile.userId)) === null;
}

export function keepIntroduced(userId: string): void {
  writePersonal(userId, stored.introduced(userId), 'yes');
}
