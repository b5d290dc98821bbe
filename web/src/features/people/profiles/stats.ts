import type { getProfile } from '@dazi/contract/discovery/people';
import type { Profile } from '@dazi/contract/people/profiles';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { failingAs, logFailure } from '#platform/failures.ts';
import { profileKey } from './profiles.api.ts';

/** Counts anew what a profile says of somebody; what was shown stays when that fails. */
export async function updateStats(client: QueryClient, userId: string): Promise<void> {
  try {
    const counting = call<typeof getProfile>('GET', '/api/profiles/{userId}', { params: { userId } });
    const { stats } = (await failingAs(counting, () => 'Failed to update stats')).data;
    if (!stats) return;
    client.setQueryData<Profile>(profileKey(userId), (profile) => profile && { ...profile, stats });
  } catch (error) {
    logFailure(error);
  }
}
