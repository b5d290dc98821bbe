import type { Message, MessageEvent, MessageType } from '@dazi/contract/chat/conversations';
import type { ConversationEvent } from '@dazi/contract/frames';
import { tellConversation } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import { publishNotice } from '#platform/notices.ts';
import { messageSent } from './conversations.notices.ts';
import { countsAsUnread, eventText } from './conversations.rules.ts';
import * as appendingStore from './message-appending.store.ts';
import * as messageViews from './message-views.store.ts';
import { hearsOf, otherSideOf, type Pair } from './private.rules.ts';
import { tellPair } from './private-pair.service.ts';

/** Tells the members of a group, or the two of a private conversation as far as they are to hear of it. */
export function tellMembers(
  inner: TransactingDeps,
  pair: Pair | null,
  event: ConversationEvent,
  actorId: string | null,
): void {
  if (pair) tellPair(inner, pair, event, actorId);
  else tellConversation(inner, event);
}

/** Writes messages into the log and tells the members, or the `pair` of a private one. Error: CONVERSATION_CLOSED. */
export async function appendMessages(
  inner: TransactingDeps,
  conversationId: string,
  unsentMessages: readonly appendingStore.UnsentMessage[],
  pair: Pair | null = null,
): Promise<Message[]> {
  const appended = await appendingStore.append(inner.db, conversationId, unsentMessages, inner.clock());
  if (!appended) throw new AppError('CONVERSATION_CLOSED');
  return tellAppended(inner, conversationId, { unsentMessages, appended, pair });
}

interface Written {
  unsentMessages: readonly appendingStore.UnsentMessage[];
  appended: readonly appendingStore.Appended[];
  pair?: Pair | null;
}

export async function tellAppended(
  inner: TransactingDeps,
  conversationId: string,
  { unsentMessages, appended, pair = null }: Written,
): Promise<Message[]> {
  const at = inner.clock();
  const byId = new Map(appended.map((row) => [row.id, row]));
  const views = new Map<number, Message>();
  for (const unsent of unsentMessages) {
    const { sequence } = byId.get(unsent.id)!;
    const message = messageViews.justWritten(conversationId, unsent, sequence, at);
    if (message) views.set(sequence, message);
  }
  const asked = appended.map(({ sequence }) => sequence).filter((sequence) => !views.has(sequence));
  if (asked.length > 0) {
    const found = await messageViews.viewsOfMessages(inner.db, conversationId, asked);
    for (const [sequence, message] of found) views.set(sequence, message);
  }
  const inOrder = [...views].sort(([one], [other]) => one - other);
  for (const [sequence, message] of inOrder) {
    // The result of a mini app is asked for: not everybody sees everybody in it.
    const shown = message.type === 'MINI_APP_RESULT' ? null : message;
    const event = { type: 'new_message', conversationId, sequence, message: shown } as const;
    tellMembers(inner, pair, event, message.senderId);
  }
  for (const { id, senderId, notice } of unsentMessages) {
    if (notice === 'none' || senderId === null) continue;
    const { sequence } = byId.get(id)!;
    // Whoever has put somebody's request away is not told of what else they write.
    const receiver = pair && otherSideOf(pair, senderId);
    if (pair && !(receiver && hearsOf(pair, receiver.userId, sequence))) continue;
    const isRequest = Boolean(receiver?.request) && !pair?.shareRoom;
    publishNotice(inner, messageSent, { conversationId, sequence, personId: senderId, isRequest });
  }
  return inOrder.map(([, message]) => message);
}

/** What the server says in a conversation; it goes with the account of `personId`, where it is about somebody. */
export interface Line {
  personId: string | null;
  event: MessageEvent;
}

type LineType = Extract<MessageType, 'SYSTEM' | 'JOIN' | 'LEAVE'>;
type LineFace = appendingStore.UnsentMessage['face'];

const unsentLine = (
  inner: TransactingDeps,
  type: LineType,
  { personId, event }: Line,
  face: LineFace = null,
): appendingStore.UnsentMessage => ({
  id: inner.ids.next(inner.clock()),
  clientId: null,
  senderId: personId,
  type,
  content: eventText(event),
  event,
  replyTo: null,
  mediaId: null,
  counts: countsAsUnread(type) ? 1 : 0,
  mentions: [],
  face,
  notice: 'none',
});

/** Writes a line of the server. `pair` are those of a private conversation. */
export async function appendEvent(
  inner: TransactingDeps,
  conversationId: string,
  type: LineType,
  personId: string | null,
  event: MessageEvent,
  pair: Pair | null = null,
  face: LineFace = null,
): Promise<void> {
  await appendMessages(inner, conversationId, [unsentLine(inner, type, { personId, event }, face)], pair);
}

export const comingOf = (inner: TransactingDeps, person: { id: string; name: string }) =>
  unsentLine(inner, 'JOIN', {
    personId: person.id,
    event: { code: 'member_joined', params: { name: person.name } },
  });

export const lineOf = (inner: TransactingDeps, line: Line) => unsentLine(inner, 'SYSTEM', line);
