import type { Conversation, listConversations } from '@dazi/contract/chat/conversation-views';
import { profilePageSize } from '@dazi/contract/kernel/page-sizes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { roomKeys } from './rooms.api.ts';

/** Where the own groups go on: behind those one talks in come those that were put away. */
interface Place {
  isArchived: boolean;
  cursor: string | null;
}

const beginning: Place = { isArchived: false, cursor: null };

async function fetchOwn(userId: string, limit: number, { isArchived, cursor }: Place, signal?: AbortSignal) {
  const lane = isArchived ? { archived: 'true' as const } : {};
  const query = { userId, includeNearby: 'false' as const, limit, ...lane, ...(cursor ? { cursor } : {}) };
  const { data, nextCursor } = await call<typeof listConversations>('GET', '/api/conversations', {
    query,
    ...(signal && { signal }),
  });
  const groups = (data as Conversation[]).filter(({ isPrivate, plan }) => !isPrivate && !plan);
  const after = isArchived ? null : { isArchived: true, cursor: null };
  return { groups, next: nextCursor === null ? after : { isArchived, cursor: nextCursor } };
}

export async function ownsRoom(userId: string): Promise<boolean> {
  let place: Place | null = beginning;
  do {
    const page: Awaited<ReturnType<typeof fetchOwn>> = await fetchOwn(userId, 50, place);
    if (page.groups.some(({ userRole }) => userRole === 'OWNER')) return true;
    place = page.next;
  } while (place !== null);
  return false;
}

/** The groups somebody is in, six at a time; what two people, or those in a plan, say to each other is left out. */
export function useOwnGroups(userId: string) {
  return useInfiniteQuery({
    queryKey: [...roomKeys.all, 'own', userId],
    initialPageParam: beginning as Place | null,
    queryFn: async ({ pageParam, signal }) => {
      // One that is put away at this moment may stand in both lists.
      const groups = new Map<string, Conversation>();
      let place = pageParam;
      while (groups.size < profilePageSize && place !== null) {
        const page: Awaited<ReturnType<typeof fetchOwn>> = await fetchOwn(
          userId,
          profilePageSize - groups.size,
          place,
          signal,
        );
        for (const group of page.groups) groups.set(group.id, group);
        place = page.next;
      }
      return { groups: [...groups.values()], next: place };
    },
    // Load More shows only while a page is full.
    getNextPageParam: (page) => (page.groups.length === profilePageSize ? page.next : null),
  });
}
