import type { Message, MessageEvent } from '@dazi/contract/chat/conversations';
import { isEditableMessage } from '@dazi/contract/chat/conversations.rules';
import { withLinksOf } from '@dazi/contract/kernel/links';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { refuseLinks, requireReach } from '#features/identity/identity.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { mentionAdded, messageChanged } from './conversations.notices.ts';
import { acceptText, isMuted, isSaid, mutedError } from './conversations.rules.ts';
import { type Membership, requireMembership } from './membership.service.ts';
import { appendEvent, tellMembers } from './message-appending.service.ts';
import { logOf, readStateOf } from './message-log.service.ts';
import { mentionsIn } from './message-sending.service.ts';
import * as views from './message-views.store.ts';
import * as store from './messages.store.ts';
import { afterAccepting, barredFrom, isKnownToOther } from './private.rules.ts';
import { lockedPair, savePair } from './private-pair.service.ts';

/**
 * A line about something that the actor did, who holds the pair of a private conversation. In private it is heard like
 * a message: it answers a request, and who has not been accepted yet may not say it. Errors: BLOCKED_CONVERSATION,
 * CANNOT_START_CONVERSATION, REQUEST_NOT_ACCEPTED, CONVERSATION_CLOSED.
 */
export async function sayEvent(
  inner: TransactingDeps,
  membership: Membership,
  actor: Actor,
  event: MessageEvent,
): Promise<void> {
  const { conversation, pair } = membership;
  refuseBarred(membership);
  if (pair && !isKnownToOther(pair, actor.id)) throw new AppError('REQUEST_NOT_ACCEPTED');
  await appendEvent(inner, conversation.id, 'SYSTEM', actor.id, event, pair);
  if (pair) await savePair(inner, pair, afterAccepting(pair, actor.id));
}

/** Results of mini apps stand in the log as of whoever added the app; nobody said them. */
export const isOwnMessage = ({ senderId, type }: store.MessageRow, actor: Actor): boolean =>
  senderId === actor.id && isSaid(type);

/** The own message, locked for a change. Errors: MESSAGE_NOT_FOUND, NOT_YOUR_MESSAGE and those of the membership. */
export async function requireOwnMessage(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  messageId: string,
) {
  const { membership, row } = await requireMessage(inner, actor, conversationId, messageId);
  if (!isOwnMessage(row, actor)) throw new AppError('NOT_YOUR_MESSAGE');
  return { membership, row };
}

/** A message as its member sees it, locked with its pair. Errors: MESSAGE_NOT_FOUND and those of the membership. */
export async function requireMessage(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  messageId: string,
) {
  const asked = await requireMembership(inner, actor, conversationId);
  const membership = asked.pair ? { ...asked, pair: await lockedPair(inner, asked.pair) } : asked;
  const row = await store.lockMessage(inner.db, logOf(membership), messageId);
  if (!row) throw new AppError('MESSAGE_NOT_FOUND');
  return { membership, row };
}

/** Across a block nothing is changed that the other one would see. */
export function refuseBarred({ conversation, member, pair }: Membership) {
  if (conversation.kind !== 'private') return;
  const barred = pair ? barredFrom(pair, member.userId) : 'CANNOT_START_CONVERSATION';
  if (barred) throw new AppError(barred);
}

/** Counts the change, tells the members, and answers the message as the actor sees it. */
export async function tellChanged(
  inner: TransactingDeps,
  membership: Membership,
  row: store.MessageRow,
  reaction: { userId: string; reactionType: ReactionType | null } | null,
): Promise<Message> {
  await announceChange(inner, membership, row, {}, reaction);
  const state = await readStateOf(inner, membership);
  return views.viewOfMessage(inner.db, row.conversationId, row.sequence, state);
}

export async function announceChange(
  inner: TransactingDeps,
  membership: Membership,
  row: store.MessageRow,
  changes: Partial<store.MessageRow>,
  reaction: { userId: string; reactionType: ReactionType | null } | null,
): Promise<void> {
  const { conversationId, sequence, type } = row;
  const change = await store.takeChange(inner.db, conversationId);
  await store.changeMessage(inner.db, row, { ...changes, change });
  const isAskedFor = type === 'MINI_APP_RESULT';
  const message = isAskedFor ? null : await views.viewOfMessage(inner.db, conversationId, sequence, null);
  const event = {
    type: 'conversation_update',
    conversationId,
    change: { kind: 'message', sequence, change, message, reaction },
  } as const;
  // In private with nobody else left there is nobody else to tell.
  if (membership.conversation.kind === 'private' && !membership.pair) {
    tellPerson(inner, membership.member.userId, event);
  } else tellMembers(inner, membership.pair, event, membership.member.userId);
  // Of a reaction that came a notice of its own tells.
  if (!reaction?.reactionType) publishNotice(inner, messageChanged, { conversationId, sequence });
}

/** What has ended is read; nothing that was said in it gets other words, or is reacted to. Error: CONVERSATION_CLOSED. */
export function refuseClosed({ conversation }: Membership): void {
  if (conversation.closedAt !== null) throw new AppError('CONVERSATION_CLOSED');
}

export async function editMessage(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  messageId: string,
  text: string,
): Promise<Message> {
  return deps.transact(async (inner) => {
    const { membership, row } = await requireOwnMessage(inner, actor, conversationId, messageId);
    const content = acceptText(row.linksFold === 'folded' ? withLinksOf(row.content, text) : text);
    refuseBarred(membership);
    refuseClosed(membership);
    if (row.type !== 'TEXT') throw new AppError('MESSAGE_NOT_EDITABLE');
    const now = inner.clock();
    refuseMuted(inner, membership);
    const facts = { type: row.type, isDeleted: false, createdAt: row.createdAt.toISOString() };
    if (!isEditableMessage(facts, now.getTime())) throw new AppError('MESSAGE_EDIT_TOO_LATE');
    if (content === row.content) {
      const state = await readStateOf(inner, membership);
      return views.viewOfMessage(inner.db, conversationId, row.sequence, state);
    }
    requireReachInside(inner, membership, actor, content);
    const linksFold = row.linksFold === 'shown' ? null : row.linksFold;
    await store.changeMessage(inner.db, row, { content, linksFold, editedAt: now, isOpened: false });
    const isGroup = membership.conversation.kind === 'group';
    const mentions = isGroup ? await mentionsIn(inner, conversationId, content) : [];
    const before = await store.replaceMentions(inner.db, row, mentions);
    const userIds = mentions.filter((userId) => !before.includes(userId));
    if (userIds.length > 0) {
      const { sequence } = row;
      publishNotice(inner, mentionAdded, { conversationId, sequence, personId: actor.id, userIds });
    }
    return tellChanged(inner, membership, row, null);
  });
}

/** Whoever may not write in a room writes nothing there, wherever the words stand. Error: MUTED_IN_ROOM. */
export function refuseMuted(deps: Deps, { member }: Membership): void {
  if (isMuted(member, deps.clock())) throw mutedError(member);
}

/** What is written to somebody who does not know the writer. Errors: ACCOUNT_LIMITED, NEWCOMER_LINKS. */
export function requireReachInside(deps: Deps, { pair }: Membership, actor: Actor, text: string): void {
  if (!pair || isKnownToOther(pair, actor.id)) return;
  requireReach(actor);
  refuseLinks(deps, actor, text);
}

/** A message whose row is locked, and how somebody stands in its conversation. */
export interface LockedMessage {
  membership: Membership;
  row: store.MessageRow;
}
