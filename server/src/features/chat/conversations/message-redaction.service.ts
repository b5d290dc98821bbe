import type { Message } from '@dazi/contract/chat/conversations';
import { eraseMedia, seal } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { port } from '#platform/ports.ts';
import { messageRemoved } from './conversations.notices.ts';
import { isOver, isSaid, keepsOrder } from './conversations.rules.ts';
import * as memberStore from './members.store.ts';
import type { Membership } from './membership.service.ts';
import { isOwnMessage, type LockedMessage, requireMessage, tellChanged } from './message-changes.service.ts';
import * as reactionsStore from './message-reactions.store.ts';
import * as store from './messages.store.ts';

/** What else goes with a message that is taken back, in the same transaction. */
export type MessageRedacted = (
  inner: TransactingDeps,
  locked: LockedMessage,
  takeBack: (sequence: number) => Promise<void>,
) => Promise<void>;
export const messageRedactedPort = port<MessageRedacted>('what else goes with a message that is taken back');

type Remover = NonNullable<Message['removedBy']>;

/**
 * Takes the own message back, or one of others where one keeps the room in order: its number stays, what it said goes
 * at once. Errors: NOT_YOUR_MESSAGE, NOT_OVER_ROOM_MODERATORS, MESSAGE_NOT_FOUND and those of the membership.
 */
export async function removeMessage(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  messageId: string,
  alsoGoes: MessageRedacted,
): Promise<Message> {
  return deps.transact(async (inner) => {
    const locked = await requireMessage(inner, actor, conversationId, messageId);
    const removedBy = isOwnMessage(locked.row, actor) ? 'author' : await requireOrder(inner, locked);
    const { senderId } = locked.row;
    if (removedBy === 'room' && senderId) {
      publishNotice(inner, messageRemoved, { conversationId, userId: senderId });
    }
    return takeBack(inner, locked, removedBy, alsoGoes);
  });
}

/** How both stand is held until the end, so that nobody acts who has just lost the mark. */
async function requireOrder(inner: TransactingDeps, { membership, row }: LockedMessage): Promise<'room'> {
  const { member, conversation } = membership;
  if (!keepsOrder(member) || !isSaid(row.type)) throw new AppError('NOT_YOUR_MESSAGE');
  const people = [member.userId, ...(row.senderId ? [row.senderId] : [])];
  const standings = await memberStore.holdStandings(inner.db, conversation.id, people);
  const own = standings.get(member.userId);
  if (!own || !keepsOrder(own)) throw new AppError('NOT_YOUR_MESSAGE');
  if (!isOver(own, standings.get(row.senderId ?? ''))) throw new AppError('NOT_OVER_ROOM_MODERATORS');
  return 'room';
}

export async function takeBack(
  inner: TransactingDeps,
  locked: LockedMessage,
  removedBy: Remover,
  alsoGoes: MessageRedacted,
): Promise<Message> {
  await alsoGoes(inner, locked, async (sequence) => {
    const row = await store.lockNumbered(inner.db, locked.row.conversationId, sequence);
    if (row) await redact(inner, locked.membership, row, removedBy);
  });
  return redact(inner, locked.membership, locked.row, removedBy);
}

/** What it said goes; a copy stays sealed for a while, in case it is reported. */
async function redact(
  inner: TransactingDeps,
  membership: Membership,
  row: store.MessageRow,
  removedBy: Remover,
) {
  if (row.senderId !== null && row.type !== 'MINI_APP_RESULT') {
    const mediaIds = row.mediaId ? [row.mediaId] : [];
    const { senderId: ownerId, id: targetId, content } = row;
    await seal(inner, { ownerId, kind: 'message', targetId, content, mediaIds });
  }
  const gone = { content: '', event: null, mediaId: null, deletedAt: inner.clock(), removedBy };
  await store.changeMessage(inner.db, row, gone);
  await store.replaceMentions(inner.db, row, []);
  await reactionsStore.deleteReactionsOf(inner.db, row);
  if (row.mediaId) await eraseMedia(inner, [row.mediaId]);
  return tellChanged(inner, membership, row, null);
}
