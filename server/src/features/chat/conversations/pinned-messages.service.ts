import { type PinnedMessage, pinnedMessageLimits } from '@dazi/contract/chat/pinned-messages';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { countsAsUnread } from './conversations.rules.ts';
import { lockMembers } from './members.store.ts';
import { type Membership, requireMembership } from './membership.service.ts';
import { tellMembers } from './message-appending.service.ts';
import { refuseBarred, requireMessage, sayEvent } from './message-changes.service.ts';
import { logOf, messagesNumbered } from './message-log.service.ts';
import * as store from './pinned-messages.store.ts';

export async function listPinnedMessages(
  deps: Deps,
  actor: Actor,
  conversationId: string,
): Promise<PinnedMessage[]> {
  const membership = await requireMembership(deps, actor, conversationId);
  const pins = await store.findPins(deps.db, logOf(membership), actor.id, pinnedMessageLimits.pinned);
  const messages = await messagesNumbered(
    deps,
    membership,
    pins.map(({ sequence }) => sequence),
  );
  return pins.flatMap(({ sequence, pinnedAt, pinnedBy }) => {
    const message = messages.get(sequence);
    return message ? [{ message, pinnedAt, pinnedBy }] : [];
  });
}

/** Says so in the log. Answers all that are pinned then. */
export async function pinMessage(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  messageId: string,
): Promise<PinnedMessage[]> {
  await deps.transact(async (inner) => {
    const { membership, row } = await requireMayPin(inner, actor, conversationId, messageId);
    const pin = { conversationId, sequence: row.sequence, pinnedBy: actor.id, pinnedAt: inner.clock() };
    if (!(await store.insertPin(inner.db, pin))) return;
    // The line takes the counter of the log, so that whoever pins at the same time is counted below.
    const params = { name: actor.name };
    await sayEvent(inner, membership, actor, { code: 'message_pinned', params });
    const most = pinnedMessageLimits.pinned;
    const pins = await store.findPins(inner.db, logOf(membership), actor.id, most + 1);
    if (pins.length > most) throw new AppError('TOO_MANY_PINNED');
    tellPinned(inner, membership);
  });
  return listPinnedMessages(deps, actor, conversationId);
}

/** Answers those that stay pinned. */
export async function unpinMessage(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  messageId: string,
): Promise<PinnedMessage[]> {
  await deps.transact(async (inner) => {
    const { membership, row } = await requireMayPin(inner, actor, conversationId, messageId);
    if (await store.deletePin(inner.db, conversationId, row.sequence)) tellPinned(inner, membership);
  });
  return listPinnedMessages(deps, actor, conversationId);
}

/** A message that the actor may pin; they stay a member until the transaction ends. */
async function requireMayPin(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  messageId: string,
) {
  await lockMembers(inner.db, conversationId, [actor.id]);
  const { membership, row } = await requireMessage(inner, actor, conversationId, messageId);
  refuseBarred(membership);
  const { conversation, member } = membership;
  if (conversation.kind === 'group' && member.role !== 'OWNER') throw new AppError('NOT_THE_OWNER');
  if (!countsAsUnread(row.type)) throw new AppError('MESSAGE_NOT_FOUND');
  return { membership, row };
}

function tellPinned(inner: TransactingDeps, { conversation, member, pair }: Membership): void {
  const event = {
    type: 'conversation_update',
    conversationId: conversation.id,
    change: { kind: 'pinned' },
  } as const;
  tellMembers(inner, pair, event, member.userId);
}
