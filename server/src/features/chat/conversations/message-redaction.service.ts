import type { Message } from '@dazi/contract/chat/conversations';
import { eraseMedia, seal } from '#features/media/media.service.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { port } from '#platform/ports.ts';
import type { Membership } from './membership.service.ts';
import { type LockedMessage, requireOwnMessage, tellChanged } from './message-changes.service.ts';
import * as reactionsStore from './message-reactions.store.ts';
import * as store from './messages.store.ts';

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
    return takeBack(inner, locked, alsoGoes, 'author');
  });
}

export async function takeBack(
  inner: TransactingDeps,
  locked: LockedMessage,
  alsoGoes: MessageRedacted,
  removedBy: NonNullable<store.MessageRow['removedBy']>,
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
  removedBy: NonNullable<store.MessageRow['removedBy']>,
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
