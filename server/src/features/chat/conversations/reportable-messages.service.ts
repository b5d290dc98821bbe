import type { MessageType } from '@dazi/contract/chat/conversations';
import { reportLimits } from '@dazi/contract/moderation/moderation.rules';
import { openSealed, unsealMedia } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { ReportTarget } from '#platform/area.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import * as members from './conversations.store.ts';
import * as memberStore from './members.store.ts';
import type { Membership } from './membership.service.ts';
import { announceChange, tellChanged } from './message-changes.service.ts';
import { type MessageRedacted, takeBack } from './message-redaction.service.ts';
import { isTooOldToKeep } from './message-retention.service.ts';
import * as messages from './messages.store.ts';
import { lockedPair } from './private-pair.service.ts';
import * as store from './reportable-messages.store.ts';

/** By members, or who was one when it was said and has not left long ago; also across a block or once taken back. */
export const reportableMessage = (alsoGoes: MessageRedacted): ReportTarget => ({
  async ownerOf(deps, actor, messageId) {
    const [said] = await store.findMessagesEver(deps.db, [messageId]);
    if (!said || !(await couldRead(deps, actor, said))) throw new AppError('MESSAGE_NOT_FOUND');
    return said.senderId;
  },

  async snapshots(deps, messageIds) {
    const found = await store.findMessagesEver(deps.db, messageIds);
    const gone = found.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id);
    const sealed = await openSealed(deps, 'message', gone);
    return new Map(
      found.flatMap((said) => {
        const copy =
          said.deletedAt === null
            ? { content: said.content, mediaIds: ofMedium(said) }
            : sealed.get(said.id)?.[0];
        if (!copy) return [];
        const { id, senderId, type, room, isPrivate, removedBy, deletedAt } = said;
        return [
          [
            id,
            {
              ownerId: senderId,
              content: type === 'MINI_APP' ? titleOf(copy.content) : isWords(type) ? copy.content : '',
              ...{ type, room, isPrivate, mediaIds: copy.mediaIds },
              createdAt: new Date(said.createdAt),
              goneAt: deletedAt === null ? null : new Date(deletedAt),
              goneBy: deletedAt === null ? null : (removedBy ?? 'author'),
            },
          ] as const,
        ];
      }),
    );
  },

  async roomLeaders(deps, messageIds) {
    const found = await store.findMessagesEver(deps.db, messageIds);
    return new Map(found.flatMap(({ id, roomOwnerId }) => (roomOwnerId ? [[id, roomOwnerId] as const] : [])));
  },

  foldLinks: (inner, messageId, to) => store.foldLinks(inner.db, messageId, to),

  async tellFolded(inner, messageId) {
    const found = await lockForModerators(inner, messageId);
    if (found) await announceChange(inner, found.membership, found.row, {}, null);
  },

  async remove(inner, messageId) {
    const found = await lockForModerators(inner, messageId);
    if (!found) return false;
    await takeBack(inner, found, 'moderators', alsoGoes);
    return true;
  },

  // Of a mini app its answers are gone as well.
  async restore(inner, messageId, said) {
    const row = await store.lockRemoved(inner.db, messageId);
    if (!row?.senderId || row.type === 'MINI_APP' || isTooOldToKeep(inner, row)) return false;
    const membership = await someMembership(inner, row.conversationId, row.senderId);
    if (!membership) return false;
    const [mediaId = null] = await unsealMedia(inner, said.mediaIds, 'message');
    if (!isWords(row.type) && mediaId === null) return false;
    const change = { content: said.content, mediaId, deletedAt: null, removedBy: null };
    await messages.changeMessage(inner.db, row, change);
    await tellChanged(inner, membership, row, null);
    return true;
  },
});

/** Whether somebody is a member, or was one when this was said and left not long ago. */
export const couldRead = (
  deps: Deps,
  actor: Actor,
  said: { conversationId: string; sequence: number },
): Promise<boolean> =>
  store.couldRead(deps.db, actor.id, said, new Date(deps.clock().getTime() - reportLimits.afterLeaving_ms));

const isWords = (type: MessageType): boolean => type === 'TEXT' || type === 'QUICK';

const ofMedium = ({ mediaId }: store.MessageEver) => (mediaId === null ? [] : [mediaId]);

function titleOf(content: string): string {
  const { title } = content === '' ? {} : JSON.parse(content);
  return typeof title === 'string' ? title : '';
}

async function lockForModerators(inner: TransactingDeps, messageId: string) {
  const [said] = await store.findMessagesEver(inner.db, [messageId]);
  const membership = said && (await someMembership(inner, said.conversationId, said.senderId));
  if (!membership) return null;
  const row = await messages.lockNumbered(inner.db, said.conversationId, said.sequence);
  return row ? { membership, row } : null;
}

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

export async function forgetFormerMembers(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - reportLimits.afterLeaving_ms);
  await untilNoneIsLeft((limit) => store.forgetFormer(deps.db, before, limit));
}
