import type {
  Conversation,
  ConversationSort,
  countUnread,
  getConversation,
  listConversations,
} from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import { conversationLimits, messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { answerMessageRequest, startConversation } from '@dazi/contract/chat/private-conversations';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError, call } from '#platform/api.ts';
import { refreshWaitingCount, waitingCountKey } from '#platform/waiting-count.ts';
import type { ConversationLog } from './conversation-log.ts';
import { defaultSort } from './conversation-order.ts';
import type { Lane } from './lanes.ts';
import { onScreen } from './on-screen.ts';
import type { Stamp } from './replica/conversation-record.ts';
import { isShowable, type Replica } from './replica/replica.ts';
import { replicaOf, useReplica } from './replica/replica-store.ts';
import { shownIn } from './replica/shown.ts';
import { unfolding } from './unfolded.ts';

export const conversationKeys = {
  all: ['conversations'] as const,
  lists: ['conversations', 'list'] as const,
  list: (wanted: WantedList) => ['conversations', 'list', wanted] as const,
  one: (id: string) => ['conversations', 'one', id] as const,
  ones: ['conversations', 'one'] as const,
  leaving: (id: string) => ['conversations', 'leaving', id] as const,
  members: (id: string) => ['conversations', 'members', id] as const,
  found: ['conversations', 'search'] as const,
  lastMessages: ['last-message'] as const,
  votes: (id: string) => ['conversations', 'votes', id] as const,
};

export interface WantedList {
  search: string;
  sort: ConversationSort;
  lane: Lane;
}

/** Which conversations stand in a list; what they are is read from the replica. */
interface ListedPage {
  ids: string[];
  /** The number of the question. */
  asked: Stamp;
  nextCursor: string | null;
}
export type ListedConversations = InfiniteData<ListedPage, string | null>;

/** The badge asks again this often, besides being told. */
const unreadPolling_ms = 120_000;

const listOptions = (client: QueryClient, userId: string, { search, sort, lane }: WantedList) =>
  infiniteQueryOptions({
    queryKey: conversationKeys.list({ search, sort, lane }),
    initialPageParam: null as string | null,
    queryFn: async (context): Promise<ListedPage> => {
      const { asked, dispatch } = replicaOf(client).ask();
      const { pageParam } = context;
      const query = {
        userId,
        includeNearby: 'false' as const,
        limit: conversationLimits.page,
        ...(search && { search }),
        ...(sort !== defaultSort && { sort }),
        ...(lane === 'requests' && { requests: 'true' as const }),
        ...(lane === 'archived' && { archived: 'true' as const }),
        ...(pageParam && { cursor: pageParam }),
      };
      const { data, nextCursor } = await call<typeof listConversations>('GET', '/api/conversations', {
        query,
        // What the device keeps is asked for with a whole list, which is answered though nobody looks at it any more.
        ...(search && { signal: context.signal }),
      });
      const conversations = data as Conversation[];
      dispatch({ kind: 'list answered', conversations, asked });
      return { ids: conversations.map(({ id }) => id), asked, nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
  });

export function useConversations(userId: string, wanted: WantedList, isWanted = true) {
  const { lane, search } = wanted;
  const query = useInfiniteQuery({ ...listOptions(useQueryClient(), userId, wanted), enabled: isWanted });
  const conversations = useReplica((replica) => replica.conversations);
  const ownSettings = useReplica((replica) => replica.ownSettings);
  const hidden = useReplica((replica) => replica.hidden);
  const moved = useReplica((replica) => replica.moved);
  const pages = query.data?.pages;
  const data = useMemo(() => {
    if (!pages) return undefined;
    const isWhole = lane !== 'requests' && search === '';
    return { pages: shownPages(pages, { conversations, ownSettings, hidden, moved }, isWhole) };
  }, [pages, conversations, ownSettings, hidden, moved, lane, search]);
  // One by one: the library draws anew for what is read.
  const { error, isPending, isSuccess, refetch } = query;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const further = { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage };
  return { data, error, isPending, isSuccess, refetch, ...further };
}

/** Who is put elsewhere here stands in both lists until the server says where; each shows who belongs there. */
function shownPages(
  pages: readonly ListedPage[],
  replica: Pick<Replica, 'conversations' | 'ownSettings' | 'hidden' | 'moved'>,
  isWhole: boolean,
): { data: Conversation[] }[] {
  const listed = new Set(pages.flatMap(({ ids }) => ids));
  const asked = pages[0]?.asked ?? 0;
  const added = isWhole
    ? [...replica.moved].flatMap(([id, at]) => (at > asked && !listed.has(id) ? id : []))
    : [];
  return pages.map(({ ids }, at) => ({
    data: (at === 0 ? [...added, ...ids] : ids).flatMap((id) =>
      isShowable(replica, id) ? shownIn(replica, id)! : [],
    ),
  }));
}

/** Asks for a list that is not fresh, whether it is shown or not. */
export const fetchList = (client: QueryClient, userId: string, lane: Lane) =>
  client.fetchInfiniteQuery(listOptions(client, userId, { search: '', sort: defaultSort, lane }));

/** With these the server says that somebody has no part in a conversation, or that there is none. */
const noPart = ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER'];

/**
 * Asks what became of a conversation that no list named: it may have been taken out of both, or only stand further down.
 * Rejects where the server does not say.
 */
export async function fetchWhatBecameOf(client: QueryClient, userId: string, id: string): Promise<void> {
  const { asked, dispatch } = replicaOf(client).ask();
  try {
    const { data } = await call<typeof getConversation>('GET', '/api/conversations/{conversationId}', {
      params: { conversationId: id },
      query: { userId, limit: 1 },
    });
    const { messages, hasOlder, ...conversation } = data;
    dispatch({ kind: 'list answered', conversations: [conversation], asked });
  } catch (error) {
    if (!(error instanceof ApiError && noPart.includes(error.code ?? ''))) throw error;
    dispatch({ kind: 'dropped', id });
    void client.resetQueries({ queryKey: conversationKeys.one(id), exact: true });
  }
}

/** Messages and requests that wait, of all conversations. A refusal to count is not worth a word. */
export function useUnreadCount(userId: string) {
  return useQuery({
    queryKey: waitingCountKey,
    queryFn: async ({ signal }) => {
      const isRead = onScreen();
      return (
        await call<typeof countUnread>('GET', '/api/conversations/unread', {
          query: { userId, ...(isRead && { onScreen: isRead }) },
          signal,
        })
      ).data;
    },
    refetchInterval: unreadPolling_ms,
  });
}

/** One conversation; its messages come with it and go into the log. */
export function useConversation(conversationId: string, userId: string) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: conversationKeys.one(conversationId),
    queryFn: async ({ signal }): Promise<number> => {
      const { asked, dispatch } = replicaOf(client).ask();
      const { data } = await call<typeof getConversation>('GET', '/api/conversations/{conversationId}', {
        params: { conversationId },
        query: { userId, limit: messageLimits.page, ...unfolding(conversationId) },
        signal,
      });
      const { messages, hasOlder, ...conversation } = data;
      const { lastSequence, change, hiddenUpTo } = conversation;
      const page = { messages, hasOlder, hiddenUpTo, lastSequence, change };
      dispatch({ kind: 'conversation answered', conversation, page, asked });
      return asked;
    },
    placeholderData: () => (answeredConversation(client, conversationId) ? nothingAsked : undefined),
  });
  const known = useReplica((replica) => shownIn(replica, conversationId));
  const { data, error, isPlaceholderData, refetch } = query;
  return { data: data === undefined ? undefined : known, error, isPlaceholderData, refetch };
}

/** What is known of a conversation, as it changes; nothing is asked for. */
export const useKnownConversation = (conversationId: string): Conversation | undefined =>
  useReplica((replica) => shownIn(replica, conversationId));

/**
 * What was said last in a conversation that is not open here; asked for where nothing is known of it, and again with the
 * lists. What was asked tells the log nothing: it is for a line beside something else. Who loses their part in it while
 * that line still stands is not told any more, and asks no more.
 */
export function useLastMessage(conversationId: string, userId: string): Conversation['lastMessage'] {
  const known = useReplica((replica) => shownIn(replica, conversationId));
  const lost = useReplica((replica) => replica.dropped.get(conversationId));
  const [lostBefore] = useState(lost);
  const { data } = useQuery({
    queryKey: [...conversationKeys.lastMessages, conversationId],
    queryFn: async ({ signal }) =>
      (
        await call<typeof getConversation>('GET', '/api/conversations/{conversationId}', {
          params: { conversationId },
          query: { userId, limit: 1 },
          signal,
        })
      ).data.lastMessage,
    enabled: known === undefined && lost === lostBefore,
  });
  return (known ? known.lastMessage : data) ?? null;
}

/** In the place of the number of a question. */
const nothingAsked = 0;

export const knownConversation = (client: QueryClient, id: string): Conversation | undefined =>
  shownIn(replicaOf(client).state(), id);

/** What the server has said of it, alone or in a list. */
function answeredConversation(client: QueryClient, id: string): Conversation | undefined {
  const state = replicaOf(client).state();
  return state.conversations.get(id)?.origin === 'server' ? shownIn(state, id) : undefined;
}

/** The same of one that was asked for by itself, as whoever opens it does. */
export const openedConversation = (client: QueryClient, id: string): Conversation | undefined =>
  client.getQueryData(conversationKeys.one(id)) === undefined ? undefined : knownConversation(client, id);

/** Whether it stands in any list. */
export const isListed = (client: QueryClient, id: string): boolean =>
  isShowable(replicaOf(client).state(), id) &&
  client
    .getQueriesData<ListedConversations>({ queryKey: conversationKeys.lists })
    .some(([, list]) => list?.pages.some(({ ids }) => ids.includes(id)));

/** As the server has answered it. */
export const useLog = (conversationId: string): ConversationLog | undefined =>
  useReplica(({ logs, unconfirmed }) =>
    unconfirmed.has(conversationId) ? undefined : logs.get(conversationId),
  );

export const changeLog = (
  client: QueryClient,
  id: string,
  change: (log: ConversationLog) => ConversationLog,
): void => replicaOf(client).dispatch({ kind: 'log changed', id, change });

export const logIn = (client: QueryClient, conversationId: string): ConversationLog | undefined =>
  replicaOf(client).state().logs.get(conversationId);

/** Something that was done here changed a conversation, wherever it is shown. */
export const patchConversation = (
  client: QueryClient,
  id: string,
  change: (conversation: Conversation) => Conversation,
): void => replicaOf(client).dispatch({ kind: 'changed', id, change });

/** The device keeps nothing of it any more; it is shown until whoever looks at it goes. */
export const letGo = (client: QueryClient, id: string): void =>
  replicaOf(client).dispatch({ kind: 'let go', id });

/** Takes a conversation out of everything shown. */
export function dropConversation(client: QueryClient, id: string): void {
  replicaOf(client).dispatch({ kind: 'dropped', id });
  client.removeQueries({ queryKey: conversationKeys.one(id) });
}

/** What was found in its messages, or in those of all, may not be there any more. */
export const forgetFound = (client: QueryClient, id?: string): void =>
  void client.resetQueries({
    queryKey: id === undefined ? conversationKeys.found : [...conversationKeys.found, id],
  });

type Found = InfiniteData<{ data: readonly Pick<Message, 'sequence'>[] }>;

/** One of its messages says something else now, or nothing: it is not shown among what was found until it is found again. */
export function forgetFoundMessage(client: QueryClient, id: string, sequence: number): void {
  for (const { queryKey, state } of client
    .getQueryCache()
    .findAll({ queryKey: [...conversationKeys.found, id] })) {
    const found = state.data as Found | undefined;
    const isIn = found?.pages.some(({ data }) => data.some((one) => one.sequence === sequence)) ?? false;
    // What is being looked for may be answered as it was before.
    if (!isIn && state.fetchStatus === 'idle') continue;
    if (!found) {
      void client.resetQueries({ queryKey, exact: true });
      continue;
    }
    const pages = found.pages.map((page) => ({
      ...page,
      data: page.data.filter((one) => one.sequence !== sequence),
    }));
    client.setQueryData(queryKey, { ...found, pages });
    void client.invalidateQueries({ queryKey, exact: true });
  }
}

/** Whether somebody looks at it. */
export const isOpen = (client: QueryClient, id: string): boolean =>
  client
    .getQueryCache()
    .find({ queryKey: conversationKeys.one(id) })
    ?.isActive() ?? false;

/** Its messages are read anew when it is opened the next time. */
export function forgetLog(client: QueryClient, id: string): void {
  replicaOf(client).dispatch({ kind: 'log dropped', id });
  client.removeQueries({ queryKey: conversationKeys.one(id) });
}

/** False of two people between whom nothing is shown, as far as is known here: no list has them. */
export const hasSomethingIn = (client: QueryClient, { id, isPrivate, lastMessage }: Conversation): boolean =>
  !isPrivate || lastMessage !== null || (logIn(client, id)?.messages.length ?? 0) > 0;

/** Somebody has no part in it any more: where it stands open, the server is asked and says so. */
export function closeConversation(client: QueryClient, id: string): void {
  if (!isOpen(client, id)) {
    dropConversation(client, id);
    return;
  }
  replicaOf(client).dispatch({ kind: 'dropped', id });
  void client.resetQueries({ queryKey: conversationKeys.one(id), exact: true });
}

/** And what is shown of a conversation beside something else. */
export const refreshLists = (client: QueryClient) =>
  Promise.all(
    [conversationKeys.lists, conversationKeys.lastMessages].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
export const refreshConversation = (client: QueryClient, conversationId: string) =>
  client.invalidateQueries({ queryKey: conversationKeys.one(conversationId) });

export const openConversation = async (userId: string, otherUserId: string): Promise<string> =>
  (await call<typeof startConversation>('POST', '/api/conversations', { body: { userId, otherUserId } })).data
    .id;

/** Accepts what somebody wrote who is not known, or puts it away without a word. */
export function useAnswerMessageRequest(conversationId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (action: 'accept' | 'decline') =>
      (
        await call<typeof answerMessageRequest>('PUT', '/api/conversations/{conversationId}/request', {
          params: { conversationId },
          body: { userId, action },
        })
      ).data,
    onSuccess: async ({ messageRequest }, action) => {
      patchConversation(client, conversationId, (one) => ({
        ...one,
        messageRequest,
        can: { ...one.can, send: action === 'accept' },
      }));
      void refreshWaitingCount(client);
      void refreshLists(client);
      if (action === 'accept') await refreshConversation(client, conversationId);
    },
  });
}
