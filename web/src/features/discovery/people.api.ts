import type { findMatches, Match, searchProfiles } from '@dazi/contract/discovery/people';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { nearbyKey } from '#features/chat/presence/presence.api.ts';
import { call } from '#platform/api.ts';
import { failingAs } from '#platform/failures.ts';

/** People come and go; the own position is used for an hour only. */
const refresh_ms = 60_000;

interface Matches {
  matches: readonly Match[];
  sharedUntil: string | null;
}

/** People near the own shared position, best match first; `isWanted` for who has confirmed their own profile. */
export function useMatches(isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: nearbyKey,
    queryFn: async ({ signal }): Promise<Matches> => {
      const { data, sharedUntil } = await failingAs(
        call<typeof findMatches>('GET', '/api/profiles/matches', { signal }),
        () => 'Failed to find matches',
      );
      return { matches: data, sharedUntil };
    },
    refetchInterval: ({ state }) => (state.data?.sharedUntil ? refresh_ms : false),
  });
}

/** People by a part of their name; nobody is looked for without one. */
export function usePeopleSearch(name: string) {
  return useQuery({
    queryKey: ['people', 'search', name],
    queryFn: async ({ signal }) => {
      const searching = call<typeof searchProfiles>('GET', '/api/profiles/search', {
        query: { name },
        signal,
      });
      return (await failingAs(searching, () => 'Failed to search profiles')).data;
    },
    enabled: name !== '',
    placeholderData: keepPreviousData,
  });
}

/** Who was blocked is near nobody any more, before the server is asked again. */
export function dropMatch(client: QueryClient, userId: string): void {
  client.setQueryData<Matches>(
    nearbyKey,
    (known) =>
      known && { ...known, matches: known.matches.filter(({ profile }) => profile.userId !== userId) },
  );
}
