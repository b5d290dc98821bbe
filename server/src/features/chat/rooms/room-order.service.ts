import { isBlank } from '@dazi/contract/kernel/blank-text';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cleanedText } from '#platform/clean-text.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { refuseNewLeader, requireLockedRoomToOrder, requireOwnLockedRoom } from './room-standing.service.ts';

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
    // They would take out members in the place of a new leader.
    if (isModerator) refuseNewLeader(inner, room);
    await conversations.setModerator(inner, actor, room.conversationId, memberId, isModerator);
  });
}

/** Answers until when. Errors: those of who keeps it in order, PARTICIPANT_NOT_FOUND. */
export async function muteMember(
  deps: Deps,
  actor: Actor,
  roomId: string,
  memberId: string,
  input: { minutes: number; reason?: string | null | undefined },
): Promise<Date | null> {
  return deps.transact(async (inner) => {
    const { room } = await requireLockedRoomToOrder(inner, actor, roomId, memberId);
    const reason = cleanedText(input.reason ?? '');
    const mute = { minutes: input.minutes, reason: isBlank(reason) ? null : reason };
    return conversations.muteMember(inner, actor, room.conversationId, memberId, mute);
  });
}

/** Errors: those of the owner. */
export async function setSlowMode(deps: Deps, actor: Actor, roomId: string, seconds: number): Promise<void> {
  await deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    await conversations.setSlowMode(inner, actor, room.conversationId, seconds);
  });
}
