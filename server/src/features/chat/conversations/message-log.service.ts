import type { Message } from '@dazi/contract/chat/conversations';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { Language } from '@dazi/contract/identity/identity.rules';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { foldedText } from '#platform/text-grams.ts';
import { type Membership, requireMembership } from './membership.service.ts';
import * as search from './message-search.store.ts';
import * as views from './message-views.store.ts';
import type * as visibility from './message-visibility.store.ts';
import type { QuickAnswers } from './quick-answers.service.ts';
import * as reading from './reading.store.ts';

/** What of the log its member sees. */
export const logOf = ({ conversation, member }: Membership): visibility.LogWindow => ({
  conversationId: conversation.id,
  hiddenUpTo: member.hiddenUpTo,
});

export async function readStateOf(
  deps: Deps,
  { conversation, member }: Membership,
  unfolds = false,
): Promise<visibility.Reading> {
  return {
    viewerId: member.userId,
    readSequence: member.readSequence,
    readers: await reading.findReaders(deps.db, conversation),
    hiddenUpTo: member.hiddenUpTo,
    // In a group everybody's words stand among those of others.
    unfolds: unfolds && conversation.kind === 'private',
  };
}

export async function messageViews(
  deps: Deps,
  membership: Membership,
  limit: number,
  unfolds = false,
): Promise<Message[]> {
  const before = membership.conversation.lastSequence + 1;
  const state = await readStateOf(deps, membership, unfolds);
  return views.messagesBefore(deps.db, logOf(membership), before, limit, state);
}

/** Messages of these numbers that still stand in the log, as its member sees them. */
export async function messagesNumbered(
  deps: Deps,
  membership: Membership,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, Message>> {
  const { id } = membership.conversation;
  if (sequences.length === 0) return new Map();
  return views.viewsOfMessages(deps.db, id, sequences, await readStateOf(deps, membership));
}

export interface PageWanted {
  before?: number | undefined;
  after?: number | undefined;
  around?: number | undefined;
  changedAfter?: number | undefined;
  limit?: number | undefined;
  unfolded?: 'true' | 'false' | undefined;
}

export async function listMessages(deps: Deps, actor: Actor, conversationId: string, wanted: PageWanted) {
  const membership = await requireMembership(deps, actor, conversationId);
  const { conversation } = membership;
  const log = logOf(membership);
  const limit = wanted.limit ?? messageLimits.page;
  const state = await readStateOf(deps, membership, wanted.unfolded === 'true');
  const { hiddenUpTo } = log;
  const tops = { lastSequence: conversation.lastSequence, change: conversation.lastChange, hiddenUpTo };
  if (wanted.changedAfter !== undefined) {
    const changed = await views.messagesChangedAfter(deps.db, log, wanted.changedAfter, limit, state);
    return { messages: changed, ...tops, hasOlder: false, hasNewer: changed.length === limit };
  }
  let page: Message[];
  if (wanted.around !== undefined) {
    const half = Math.ceil(limit / 2);
    page = [
      ...(await views.messagesBefore(deps.db, log, wanted.around, half, state)),
      ...(await views.messagesAfter(deps.db, log, wanted.around - 1, half, state)),
    ];
  } else if (wanted.after !== undefined) {
    page = await views.messagesAfter(deps.db, log, wanted.after, limit, state);
  } else {
    const before = wanted.before ?? conversation.lastSequence + 1;
    page = await views.messagesBefore(deps.db, log, before, limit, state);
  }
  const [first, last] = [page[0]?.sequence, page.at(-1)?.sequence];
  return {
    messages: page,
    ...tops,
    // Numbers have no gaps: what lies beyond is seen from the number alone.
    hasOlder: first != null && first > hiddenUpTo + 1,
    hasNewer: last != null && last < conversation.lastSequence,
  };
}

interface SearchWanted {
  query: string;
  language?: Language | undefined;
  before?: number | undefined;
}

export async function searchMessages(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  { query, language = 'en', before }: SearchWanted,
  answers: QuickAnswers,
) {
  const membership = await requireMembership(deps, actor, conversationId);
  const limit = messageLimits.page;
  const text = foldedText(query);
  const found = await search.searchLog(
    deps.db,
    logOf(membership),
    { text, answers: answers.saying(text, language) },
    before ?? null,
    limit + 1,
    await readStateOf(deps, membership),
  );
  return { messages: found.slice(0, limit), hasOlder: found.length > limit };
}
