import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import { tellPerson } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { tellDetails } from './conversation-changes.service.ts';
import { moderatorAppointed } from './conversations.notices.ts';
import * as memberViews from './member-views.store.ts';
import * as memberStore from './members.store.ts';
import { appendEvent } from './message-appending.service.ts';

/** The caller has the room to itself. Errors: PARTICIPANT_NOT_FOUND, TOO_MANY_ROOM_MODERATORS. */
export async function setModerator(
  inner: TransactingDeps,
  owner: Actor,
  conversationId: string,
  userId: string,
  moderates: boolean,
): Promise<void> {
  const member = await memberViews.findMember(inner.db, conversationId, userId);
  if (!member) throw new AppError('PARTICIPANT_NOT_FOUND');
  if (member.moderates === moderates) return;
  if (moderates) {
    const keepers = await memberStore.findKeepers(inner.db, conversationId);
    const others = keepers.filter(({ role }) => role !== 'OWNER');
    if (others.length >= roomLimits.moderators) throw new AppError('TOO_MANY_ROOM_MODERATORS');
  }
  await memberStore.setModerates(inner.db, conversationId, userId, moderates);
  if (moderates) {
    const params = { name: member.name };
    await appendEvent(inner, conversationId, 'SYSTEM', userId, { code: 'moderator_appointed', params });
    publishNotice(inner, moderatorAppointed, { conversationId, userId, personId: owner.id });
  } else tellPerson(inner, userId, { type: 'notifications_changed' });
  tellDetails(inner, conversationId);
}
