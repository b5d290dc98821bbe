import type { Message, MessageType } from '@dazi/contract/chat/conversations';
import { tellConversation } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { partIn } from './closed-parts.rules.ts';
import * as memberStore from './members.store.ts';
import { type Membership, requireMembership } from './membership.service.ts';
import { appendMessages } from './message-appending.service.ts';
import type * as appendingStore from './message-appending.store.ts';
import { announceChange, type LockedMessage, refuseBarred, refuseClosed } from './message-changes.service.ts';
import { logOf } from './message-log.service.ts';
import { writeSent } from './message-writer.service.ts';
import * as store from './messages.store.ts';
import { afterAccepting, barredFrom } from './private.rules.ts';
import { lockedPair, savePair } from './private-pair.service.ts';

export const written = (
  inner: TransactingDeps,
  type: MessageType,
  content: string,
): appendingStore.UnsentMessage => ({
  id: inner.ids.next(inner.clock()),
  clientId: null,
  senderId: null,
  type,
  content,
  event: null,
  replyTo: null,
  mediaId: null,
  counts: 1,
  mentions: [],
  face: null,
  notice: 'none',
});

/** Errors as of `sendMessage`. */
export async function sendMiniApp(
  inner: TransactingDeps,
  { conversation, pair }: Membership,
  actor: Actor,
  content: string,
): Promise<Message> {
  const unsent: appendingStore.UnsentMessage = {
    ...written(inner, 'MINI_APP', content),
    senderId: actor.id,
    face: { name: actor.name, avatarUrl: actor.avatarUrl },
    notice: conversation.kind === 'private' ? 'usual' : 'none',
  };
  const [message] = await writeSent(inner, conversation, [{ conversation, pair, actor, unsent }]);
  if (message instanceof Error) throw message;
  return message!;
}

/** Locks message and membership. Acting answers a message request. MESSAGE_NOT_FOUND, CONVERSATION_CLOSED, and of membership and block. */
export async function lockMiniApp(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  messageId: string,
): Promise<LockedMessage> {
  const before = await requireMembership(inner, actor, conversationId);
  const belonging = await memberStore.lockMembers(inner.db, conversationId, [actor.id]);
  if (!belonging.has(actor.id)) throw new AppError('NOT_A_MEMBER');
  const pair = before.pair && (await lockedPair(inner, before.pair));
  const membership = { ...before, pair };
  refuseBarred(membership);
  refuseClosed(membership);
  const row = await store.lockMessage(inner.db, logOf(membership), messageId);
  if (!row) throw new AppError('MESSAGE_NOT_FOUND');
  if (pair) await savePair(inner, pair, afterAccepting(pair, actor.id));
  return { membership, row };
}

/** Whether somebody may do something in a conversation they belong to: not across a block, nor once it is closed. */
export const mayAct = ({ conversation, member, pair }: Membership): boolean =>
  conversation.closedAt === null &&
  (conversation.kind !== 'private' || (pair !== null && barredFrom(pair, member.userId) === null));

/** Tells the members that there is something new about a mini app; `content` is what its message says now. */
export const tellMiniApp = (
  inner: TransactingDeps,
  { membership, row }: LockedMessage,
  content: string,
): Promise<void> => announceChange(inner, membership, row, changeOf(row, content), null);

/** What was opened in a request is closed again where it has got a link since. */
const changeOf = ({ type, content: before }: LockedMessage['row'], content: string) => ({
  content,
  ...(partIn({ type, content }) !== partIn({ type, content: before }) && { isOpened: false }),
});

export interface SaidResult {
  id: string;
  conversationId: string;
  sequence: number;
  createdAt: string;
}

/** Writes the result of a mini app into the log, or again where it stands; it belongs to whoever added the app. */
export async function sayResult(
  inner: TransactingDeps,
  { membership, row }: LockedMessage,
  content: string,
  sequence: number | null,
): Promise<SaidResult> {
  const { conversationId } = row;
  const standing = sequence && (await store.lockNumbered(inner.db, conversationId, sequence));
  if (standing) {
    await announceChange(inner, membership, standing, changeOf(standing, content), null);
    const { id, createdAt } = standing;
    return { id, conversationId, sequence: standing.sequence, createdAt: createdAt.toISOString() };
  }
  const unsentMessages = [{ ...written(inner, 'MINI_APP_RESULT', content), senderId: row.senderId }];
  const [message] = await appendMessages(inner, conversationId, unsentMessages, membership.pair);
  const { id, createdAt } = message!;
  return { id, conversationId, sequence: message!.sequence!, createdAt };
}

/** For an erased account; null takes the message back. It is held first; `meanwhile` is done before it changes. */
export async function rewriteMiniApp(
  inner: TransactingDeps,
  conversationId: string,
  sequence: number,
  rewrite: (content: string) => string | null,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  const row = await store.lockNumbered(inner.db, conversationId, sequence);
  await meanwhile();
  if (!row) return;
  const content = rewrite(row.content);
  const change = await store.takeChange(inner.db, conversationId);
  const gone = content === null ? { deletedAt: inner.clock() } : {};
  await store.changeMessage(inner.db, row, { content: content ?? '', change, ...gone });
  tellConversation(inner, {
    type: 'conversation_update',
    conversationId,
    change: { kind: 'message', sequence, change, message: null, reaction: null },
  });
}
