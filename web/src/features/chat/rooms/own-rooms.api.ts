import type { Conversation, listConversations } from '@dazi/contract/chat/conversation-views';
import { profilePageSize } from '@dazi/contract/kernel/page-sizes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { roomKeys } from './rooms.api.ts';

async function fetchOwn(userId: string, limit: number, cursor: string | null, signal?: AbortSignal) {
  const query = { userId, includeNearby: 'false' as const, limit, ...(cursor ? { cursor } : {}) };
  const { data, nextCursor } = await call<typeof listConversations>('GET', '/api/conversations', {
    query,
    ...(signal && { signal }),
  });
  const groups = (data as Conversation[]).filter(({ isPrivate, plan }) => !isPrivate && !plan);
  return { groups, nextCursor };
}

export async function ownsRoom(userId: string): Promise<boolean> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof fetchOwn>> = await fetchOwn(userId, 50, cursor);
    if (page.groups.some(({ userRole }) => userRole === 'OWNER')) return true;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return false;
}

/** The groups somebody is in, six at a time; what two people, or those in a plan, say to each other is left out. */
export function useOwnGroups(userId: string) {
  return useInfiniteQuery({
    queryKey: [...roomKeys.all, 'own', userId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const groups: Conversation[] = [];
      let cursor = pageParam;
      do {
        const page = await fetchOwn(userId, profilePageSize - groups.length, cursor, signal);
        groups.push(...page.groups);
        cursor = page.nextCursor;
      } while (groups.length < profilePageSize && cursor !== null);
      return { groups, nextCursor: cursor };
    },
    // Load More shows only while a page is full.
    getNextPageParam: (page) => (page.groups.length === profilePageSize ? page.nextCursor : null),
  });
}
