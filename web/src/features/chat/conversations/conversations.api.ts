import type {
  Conversation,
  ConversationSort,
  countUnread,
  getConversation,
  listConversations,
} from '@dazi/contract/chat/conversation-views';
import type {
  ConversationSettings,
  changeConversationSettings,
  editMessage,
  listMembers,
  listMessages,
  Message,
  markRead,
  reactToMessage,
  removeConversation,
  removeMessage,
  searchMessages,
} from '@dazi/contract/chat/conversations';
import { conversationLimits, messageLimits } from '@dazi/contract/chat/conversations.rules';
import type {
  answerMessageRequest,
  markPrivateMessageRead,
  openRequestPart,
  startConversation,
} from '@dazi/contract/chat/private-conversations';
import type {
  answerJoinRequest,
  changeRoom,
  getLeaderVotes,
  leaveRoom,
  updateDetails,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import type { Language } from '@dazi/contract/identity/identity.rules';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, call } from '#platform/api.ts';
import { refreshWaitingCount, waitingCountKey } from '#platform/waiting-count.ts';
import {
  type ConversationLog,
  movedTo,
  withAnswer,
  withNewer,
  withOlder,
  withReread,
} from './conversation-log.ts';
import { defaultSort } from './conversation-order.ts';
import type { Lane } from './lanes.ts';
import { onScreen } from './on-screen.ts';
import { isShowable, type Replica, type Stamp } from './replica/replica.ts';
import { replicaOf, useReplica } from './replica/replica-store.ts';
import { shownIn } from './replica/shown.ts';
import { isUnfolded, putUnfolded } from './unfolded.ts';

export const conversationKeys = {
  all: ['conversations'] as const,
  lists: ['conversations', 'list'] as const,
  list: (wanted: WantedList) => ['conversations', 'list', wanted] as const,
  one: (id: string) => ['conversations', 'one', id] as const,
  ones: ['conversations', 'one'] as const,
  leaving: (id: string) => ['conversations', 'leaving', id] as const,
  members: (id: string) => ['conversations', 'members', id] as const,
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
  const { error, isPending, isSuccess, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return { data, error, isPending, isSuccess, refetch, hasNextPage, isFetchingNextPage, fetchNextPage };
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

/** What was found in its messages may not be there any more. */
export const forgetFound = (client: QueryClient, id: string): void =>
  void client.resetQueries({ queryKey: ['conversations', 'search', id] });

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

export const refreshLists = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: conversationKeys.lists });
export const refreshConversation = (client: QueryClient, conversationId: string) =>
  client.invalidateQueries({ queryKey: conversationKeys.one(conversationId) });

const unfolding = (conversationId: string) =>
  isUnfolded(conversationId) ? { unfolded: 'true' as const } : {};

export async function fetchMessages(
  conversationId: string,
  where: { before?: number; after?: number; around?: number; changedAfter?: number; limit?: number },
  signal?: AbortSignal,
) {
  const { data, ...top } = await call<typeof listMessages>(
    'GET',
    '/api/conversations/{conversationId}/messages',
    {
      params: { conversationId },
      query: { limit: messageLimits.page, ...where, ...unfolding(conversationId) },
      ...(signal && { signal }),
    },
  );
  return { messages: data, ...top };
}

/** All that is held of a log is asked for again, where it stands: other people's words are folded, or are no longer. */
export async function rereadLog(client: QueryClient, conversationId: string): Promise<void> {
  let after = (logIn(client, conversationId)?.messages[0]?.sequence ?? 1) - 1;
  for (;;) {
    const log = logIn(client, conversationId);
    if (!log || after >= log.end) return;
    const { messages } = await fetchMessages(conversationId, { after, limit: rereadAtOnce });
    const last = messages.at(-1)?.sequence ?? null;
    if (last === null) return;
    changeLog(client, conversationId, (now) => withReread(now, messages));
    after = last;
  }
}

const rereadAtOnce = 200;

/** Shows one's own history with somebody whom one has blocked. */
export async function unfoldHistory(client: QueryClient, conversationId: string): Promise<void> {
  putUnfolded(conversationId);
  await rereadLog(client, conversationId).catch((error) => {
    putUnfolded(null);
    throw error;
  });
}

/** Nothing of it stays where it is not looked at. */
export function foldHistory(client: QueryClient, conversationId: string): void {
  if (!isUnfolded(conversationId)) return;
  putUnfolded(null);
  forgetLog(client, conversationId);
}

export async function loadOlder(client: QueryClient, conversationId: string): Promise<void> {
  const log = logIn(client, conversationId);
  if (!log?.hasOlder) return;
  const before = log.messages[0]?.sequence ?? log.end + 1;
  const page = await fetchMessages(conversationId, { before });
  changeLog(client, conversationId, (now) => withOlder(now, page));
}

/** What follows the place somebody went to. */
export async function loadNewer(client: QueryClient, conversationId: string): Promise<void> {
  const log = logIn(client, conversationId);
  if (!log?.isDetached) return;
  const page = await fetchMessages(conversationId, { after: log.end });
  changeLog(client, conversationId, (now) => withNewer(now, page));
}

/** The surroundings of a message, or the newest page, instead of what is held. */
export async function moveTo(
  client: QueryClient,
  conversationId: string,
  where: { around?: number },
): Promise<void> {
  const page = await fetchMessages(conversationId, where);
  changeLog(client, conversationId, (now) => movedTo(now, page));
}

/** Everything up to the number counts as read, here and on every other device. */
export const readUpTo = (
  client: QueryClient,
  conversationId: string,
  userId: string,
  sequence: number | undefined,
): Promise<void> =>
  reading(client, conversationId, () =>
    call<typeof markRead>('POST', '/api/conversations/{conversationId}/read', {
      params: { conversationId },
      body: { userId, ...(sequence !== undefined && { sequence }) },
    }),
  );

/** The same, said of a message somebody wrote to oneself alone. */
export const readPrivately = (
  client: QueryClient,
  conversationId: string,
  userId: string,
  messageId: string,
): Promise<void> =>
  reading(client, conversationId, () =>
    call<typeof markPrivateMessageRead>('POST', '/api/private-messages/{messageId}/read', {
      params: { messageId },
      body: { userId },
    }),
  );

async function reading(
  client: QueryClient,
  id: string,
  tell: () => Promise<{ data: { readSequence: number; unreadCount: number } }>,
): Promise<void> {
  const { asked, dispatch } = replicaOf(client).ask();
  const { readSequence, unreadCount } = (await tell()).data;
  dispatch({ kind: 'read answered', id, readSequence, unreadCount, asked });
  await refreshWaitingCount(client);
}

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

interface MessageTarget {
  conversationId: string;
  messageId: string;
}

function useMessageChange<Input extends MessageTarget>(change: (input: Input) => Promise<Message>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (message) => changeLog(client, message.conversationId, (log) => withAnswer(log, message)),
  });
}

export const useEditMessage = (userId: string) =>
  useMessageChange(
    async ({ content, ...params }: MessageTarget & { content: string }) =>
      (
        await call<typeof editMessage>('PATCH', '/api/conversations/{conversationId}/messages/{messageId}', {
          params,
          body: { userId, content },
        })
      ).data,
  );

/** Shows what is closed of a message request. */
export const useOpenPart = (userId: string) =>
  useMessageChange(
    async (params: MessageTarget) =>
      (
        await call<typeof openRequestPart>(
          'POST',
          '/api/conversations/{conversationId}/messages/{messageId}/open',
          { params, body: { userId } },
        )
      ).data,
  );

export const useRemoveMessage = (userId: string) =>
  useMessageChange(
    async (params: MessageTarget) =>
      (
        await call<typeof removeMessage>(
          'DELETE',
          '/api/conversations/{conversationId}/messages/{messageId}',
          { params, body: { userId } },
        )
      ).data,
  );

export const useReactToMessage = (userId: string) =>
  useMessageChange(
    async ({ reactionType, ...params }: MessageTarget & { reactionType: ReactionType | null }) =>
      (
        await call<typeof reactToMessage>(
          'PUT',
          '/api/conversations/{conversationId}/messages/{messageId}/reaction',
          { params, body: { userId, reactionType } },
        )
      ).data,
  );

export function useMembers(conversationId: string, query: string, isWanted = true) {
  return useInfiniteQuery({
    queryKey: [...conversationKeys.members(conversationId), query],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const { data, nextCursor } = await call<typeof listMembers>(
        'GET',
        '/api/conversations/{conversationId}/members',
        {
          params: { conversationId },
          query: { ...(query && { query }), ...(pageParam && { cursor: pageParam }) },
          signal,
        },
      );
      return { data, nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
    enabled: isWanted,
  });
}

/** Quick answers are looked for in the reader's language. */
export function useFoundMessages(conversationId: string, query: string, language: Language) {
  return useInfiniteQuery({
    queryKey: ['conversations', 'search', conversationId, query, language],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }) => {
      const { data, hasOlder } = await call<typeof searchMessages>(
        'GET',
        '/api/conversations/{conversationId}/search',
        {
          params: { conversationId },
          query: { query, language, ...(pageParam !== null && { before: pageParam }) },
          signal,
        },
      );
      return { data, next: hasOlder ? (data.at(-1)?.sequence ?? null) : null };
    },
    getNextPageParam: (page) => page.next,
    enabled: query !== '',
    staleTime: 0,
  });
}

/** Shown at once, over what the server has, until it has answered. */
export function useConversationSettings(conversationId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (settings: Partial<ConversationSettings>) =>
      (
        await call<typeof changeConversationSettings>('PUT', '/api/conversations/{conversationId}/settings', {
          params: { conversationId },
          body: { userId, ...settings },
        })
      ).data,
    onMutate: (settings) => {
      const { asked: key, dispatch } = replicaOf(client).ask();
      dispatch({ kind: 'set', key, id: conversationId, settings });
      return { key, dispatch };
    },
    onError: (_error, _settings, asked) => {
      asked?.dispatch({ kind: 'settings refused', key: asked.key });
      // Refused, or taken by a server whose answer was lost.
      void refreshLists(client);
    },
    onSuccess: (settings, _settings, { key, dispatch }) => {
      dispatch({ kind: 'settings answered', key, settings });
      void refreshWaitingCount(client);
      void refreshLists(client);
    },
  });
}

export function useUpdateDetails(conversationId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (details: { title: string } | { description: string | null }) =>
      (
        await call<typeof updateDetails>('PUT', '/api/conversations/{conversationId}', {
          params: { conversationId },
          body: { userId, action: 'update_details', ...details },
        })
      ).data,
    onSuccess: ({ title, description }) =>
      patchConversation(client, conversationId, (one) => ({ ...one, title, description })),
  });
}

export function useChangeRadius(conversationId: string, roomId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (joinRadius: number) =>
      (
        await call<typeof changeRoom>('PUT', '/api/chatrooms/{roomId}', {
          params: { roomId },
          body: { userId, joinRadius },
        })
      ).data,
    onSuccess: ({ joinRadius }) =>
      patchConversation(client, conversationId, (one) => ({ ...one, joinRadius })),
  });
}

export const useLeaveRoom = (conversationId: string, roomId: string, userId: string) =>
  useMutation({
    mutationKey: conversationKeys.leaving(conversationId),
    mutationFn: async () =>
      (
        await call<typeof leaveRoom>('DELETE', '/api/chatrooms/{roomId}', {
          params: { roomId },
          body: { userId },
        })
      ).data,
  });

export const useRemoveConversation = (conversationId: string, userId: string) =>
  useMutation({
    mutationFn: async () =>
      (
        await call<typeof removeConversation>('DELETE', '/api/conversations/{conversationId}', {
          params: { conversationId },
          body: { userId },
        })
      ).data,
  });

export function useAnswerRequest(conversationId: string, roomId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (answer: { requestId: string; action: 'approve' | 'deny' }) =>
      (
        await call<typeof answerJoinRequest>('POST', '/api/chatrooms/{roomId}/requests', {
          params: { roomId },
          body: { userId, ...answer },
        })
      ).data,
    onSuccess: () => {
      void refreshWaitingCount(client);
      void client.invalidateQueries({ queryKey: conversationKeys.members(conversationId) });
      return refreshConversation(client, conversationId);
    },
  });
}

export const useLeaderVotes = (conversationId: string, userId: string, isWanted: boolean) =>
  useQuery({
    queryKey: conversationKeys.votes(conversationId),
    queryFn: async ({ signal }) => {
      const answer = await call<typeof getLeaderVotes>('GET', '/api/conversations/{conversationId}/vote', {
        params: { conversationId },
        query: { userId },
        signal,
      });
      const { data: counts, votedFor, counted, countsFrom } = answer;
      return { counts, votedFor, counted, countsFrom };
    },
    enabled: isWanted,
  });

export function useVoteForLeader(conversationId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (candidateId: string) =>
      call<typeof voteForLeader>('POST', '/api/conversations/{conversationId}/vote', {
        params: { conversationId },
        body: { userId, candidateId },
      }),
    onSuccess: ({ data: counts, votedFor, counted, countsFrom, newOwner }) => {
      const votes = { counts, votedFor, counted, countsFrom };
      client.setQueryData(conversationKeys.votes(conversationId), votes);
      if (newOwner) {
        void client.invalidateQueries({ queryKey: conversationKeys.members(conversationId) });
        void refreshConversation(client, conversationId);
      }
    },
  });
}
