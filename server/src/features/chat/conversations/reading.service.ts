import type { ConversationSettings } from '@dazi/contract/chat/conversations';
import {
  tellConversation,
  tellConversationNow,
  tellPerson,
  tellPersonNow,
} from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { isMuted } from './conversations.rules.ts';
import { type Membership, requireMembership } from './membership.service.ts';
import { countUnread } from './message-visibility.store.ts';
import { isOpenBetween, otherSideOf } from './private.rules.ts';
import * as privateStore from './private.store.ts';
import { lockedPair, tellPair } from './private-pair.service.ts';
import * as reading from './reading.store.ts';

export async function markRead(deps: Deps, actor: Actor, conversationId: string, sequence?: number) {
  return deps.transact(async (inner) => {
    const membership = await requireMembership(inner, actor, conversationId);
    const { conversation, member } = membership;
    if (sequence !== undefined && sequence > conversation.lastSequence) {
      throw new AppError('SEQUENCE_UNKNOWN');
    }
    const upTo = sequence ?? conversation.lastSequence;
    const moved = await advanceReading(inner, membership, upTo);
    const { readSequence, readCounted } = moved ?? member;
    const isAllRead = conversation.lastCounted <= readCounted;
    const unreadCount = isAllRead ? 0 : await countUnread(inner.db, conversationId, actor.id);
    return { readSequence, unreadCount };
  });
}

async function advanceReading(inner: TransactingDeps, membership: Membership, sequence: number) {
  const { conversation, member } = membership;
  const conversationId = conversation.id;
  // What the two of a private conversation are to each other must not change meanwhile.
  const pair = membership.pair && (await lockedPair(inner, membership.pair));
  const sendsReceipt = pair === null || isOpenBetween(pair);
  const before = await reading.findReaders(inner.db, conversation);
  const moved =
    conversation.kind === 'private'
      ? await privateStore.advancePrivateReading(
          inner.db,
          conversationId,
          member.userId,
          sequence,
          pair !== null && sendsReceipt,
        )
      : await reading.advanceReading(inner.db, conversationId, member.userId, sequence);
  if (!moved) return null;
  const read = { kind: 'read' as const, readSequence: moved.readSequence };
  tellPerson(inner, member.userId, { type: 'conversation_update', conversationId, change: read });
  // A check mark appears when somebody besides the sender has read: that is when the second farthest moves.
  const readers = await reading.findReaders(inner.db, conversation);
  if (sendsReceipt && (readers[1]?.sequence ?? 0) > (before[1]?.sequence ?? 0)) {
    const change = { kind: 'readers' as const, readers };
    const event = { type: 'conversation_update' as const, conversationId, change };
    if (pair) tellPair(inner, pair, event, member.userId);
    else tellConversation(inner, event);
  }
  return moved;
}

/** Says that a private message one received was read, with all before it. */
export async function markPrivateMessageRead(deps: Deps, actor: Actor, messageId: string) {
  const message = await privateStore.findPrivateMessage(deps.db, actor.id, messageId);
  if (!message) throw new AppError('MESSAGE_NOT_FOUND');
  if (message.senderId === actor.id) throw new AppError('READ_ONLY_RECEIVED');
  return markRead(deps, actor, message.conversationId, message.sequence);
}

/** In private only between two who know each other and neither of whom has blocked the other; in groups of nobody muted. */
export async function tellTyping(deps: Deps, actor: Actor, conversationId: string): Promise<void> {
  const { conversation, member, pair } = await requireMembership(deps, actor, conversationId);
  if (isMuted(member, deps.clock())) return;
  const event = { type: 'typing' as const, conversationId, userId: actor.id, name: actor.name };
  if (conversation.kind === 'group') tellConversationNow(deps, event);
  else if (pair && isOpenBetween(pair)) tellPersonNow(deps, otherSideOf(pair, actor.id)!.userId, event);
}

export async function changeSettings(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  change: { [Setting in keyof ConversationSettings]?: boolean | undefined },
): Promise<ConversationSettings> {
  return deps.transact(async (inner) => {
    await requireMembership(inner, actor, conversationId);
    const settings = await reading.changeSettings(inner.db, conversationId, actor.id, change);
    const changed = { kind: 'settings' as const };
    tellPerson(inner, actor.id, { type: 'conversation_update', conversationId, change: changed });
    return settings;
  });
}

/** Takes a private conversation out of the own list; the other side keeps theirs. PRIVATE_ONLY_DELETE. */
export async function removeConversation(deps: Deps, actor: Actor, conversationId: string): Promise<void> {
  await deps.transact(async (inner) => {
    const { conversation } = await requireMembership(inner, actor, conversationId);
    if (conversation.kind !== 'private') throw new AppError('PRIVATE_ONLY_DELETE');
    const upTo = await reading.hideSoFar(inner.db, conversationId, actor.id);
    const change = { kind: 'hidden' as const, upTo };
    tellPerson(inner, actor.id, { type: 'conversation_update', conversationId, change });
  });
}
