import type {
  editMessage,
  listMessages,
  Message,
  markRead,
  reactToMessage,
  removeMessage,
  searchMessages,
} from '@dazi/contract/chat/conversations';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { markPrivateMessageRead, openRequestPart } from '@dazi/contract/chat/private-conversations';
import type { Language } from '@dazi/contract/identity/identity.rules';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { refreshWaitingCount } from '#platform/waiting-count.ts';
import { movedTo, withAnswer, withNewer, withOlder, withReread } from './conversation-log.ts';
import { changeLog, conversationKeys, forgetLog, logIn } from './conversations.api.ts';
import { replicaOf } from './replica/replica-store.ts';
import { isUnfolded, putUnfolded, unfolding } from './unfolded.ts';

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

/** Quick answers are looked for in the reader's language. */
export function useFoundMessages(conversationId: string, query: string, language: Language) {
  return useInfiniteQuery({
    queryKey: [...conversationKeys.found, conversationId, query, language],
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
