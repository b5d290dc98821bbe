import * as conversations from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { requireOwnLockedRoom } from './room-standing.service.ts';

/** Errors: those of the owner, NOT_ONESELF, PARTICIPANT_NOT_FOUND, TOO_MANY_ROOM_MODERATORS. */
export async function setRoomModerator(
  deps: Deps,
  actor: Actor,
  roomId: string,
  memberId: string,
  isModerator: boolean,
): Promise<void> {
  await deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    if (memberId === actor.id) throw new AppError('NOT_ONESELF');
    await conversations.setModerator(inner, actor, room.conversationId, memberId, isModerator);
  });
}
