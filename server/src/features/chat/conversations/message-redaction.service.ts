import type { Message } from '@dazi/contract/chat/conversations';
import { eraseMedia } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { port } from '#platform/ports.ts';
import * as members from './conversations.store.ts';
import * as memberStore from './members.store.ts';
import type { Membership } from './membership.service.ts';
import { type LockedMessage, requireOwnMessage, tellChanged } from './message-changes.service.ts';
import * as reactionsStore from './message-reactions.store.ts';
import * as store from './messages.store.ts';
import { lockedPair } from './private-pair.service.ts';

/** What else goes with a message that is taken back, in the same transaction. */
export type MessageRedacted = (
  inner: TransactingDeps,
  locked: LockedMessage,
  takeBack: (sequence: number) => Promise<void>,
) => Promise<void>;
export const messageRedactedPort = port<MessageRedacted>('what else goes with a message that is taken back');

/** Takes the own message back: its number stays, what it said goes at once. */
export async function removeMessage(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  messageId: string,
  alsoGoes: MessageRedacted,
): Promise<Message> {
  return deps.transact(async (inner) => {
    const locked = await requireOwnMessage(inner, actor, conversationId, messageId);
    return takeBack(inner, locked, alsoGoes);
  });
}

async function takeBack(
  inner: TransactingDeps,
  locked: LockedMessage,
  alsoGoes: MessageRedacted,
): Promise<Message> {
  await alsoGoes(inner, locked, async (sequence) => {
    const row = await store.lockNumbered(inner.db, locked.row.conversationId, sequence);
    if (row) await redact(inner, locked.membership, row);
  });
  return redact(inner, locked.membership, locked.row);
}

/** Members who see a message may report it, also across a block; for everybody else it does not exist. */
export const reportableMessage = (alsoGoes: MessageRedacted) => ({
  async ownerOf(deps: Deps, actor: Actor, messageId: string): Promise<string> {
    const said = await store.findSaid(deps.db, messageId);
    if (!said) throw new AppError('MESSAGE_NOT_FOUND');
    const found = await members.findWithMember(deps.db, said.conversationId, actor.id);
    if (!found?.member || said.sequence <= found.member.hiddenUpTo) throw new AppError('MESSAGE_NOT_FOUND');
    return said.senderId;
  },

  async remove(inner: TransactingDeps, messageId: string): Promise<boolean> {
    const said = await store.findSaid(inner.db, messageId);
    const membership = said && (await someMembership(inner, said.conversationId, said.senderId));
    if (!membership) return false;
    const row = await store.lockNumbered(inner.db, said.conversationId, said.sequence);
    if (!row) return false;
    await takeBack(inner, { membership, row }, alsoGoes);
    return true;
  },
});

/** Of the sender or, when they have left, of the owner; null once the conversation has ended. */
async function someMembership(
  inner: TransactingDeps,
  conversationId: string,
  senderId: string,
): Promise<Membership | null> {
  const ownerId = await memberStore.findOwner(inner.db, conversationId);
  for (const userId of [senderId, ownerId]) {
    const found = userId ? await members.findWithMember(inner.db, conversationId, userId) : undefined;
    if (!found?.member) continue;
    const { conversation, member } = found;
    return { conversation, member, pair: found.pair && (await lockedPair(inner, found.pair)) };
  }
  return null;
}

async function redact(inner: TransactingDeps, membership: Membership, row: store.MessageRow) {
  const gone = { content: '', event: null, mediaId: null, deletedAt: inner.clock() };
  await store.changeMessage(inner.db, row, gone);
  await store.replaceMentions(inner.db, row, []);
  await reactionsStore.deleteReactionsOf(inner.db, row);
  if (row.mediaId) await eraseMedia(inner, [row.mediaId]);
  return tellChanged(inner, membership, row, null);
}
