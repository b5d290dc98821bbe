import type {
  answerJoinRequest as answerJoinRequestEndpoint,
  JoinRequest,
  JoinRequestStatus,
} from '@dazi/contract/chat/rooms';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import * as banStore from './bans.store.ts';
import * as requestStore from './join-requests.store.ts';
import { admit, answer, refuseWhenFull } from './joining-rooms.service.ts';
import { requireOwner, requireOwnLockedRoom, tellRequests, tellStanding } from './room-standing.service.ts';
import { joinAnswered } from './rooms.notices.ts';
import { acceptNote, answered } from './rooms.rules.ts';
import * as store from './rooms.store.ts';

export async function answerJoinRequest(
  deps: Deps,
  actor: Actor,
  roomId: string,
  input: BodyOf<typeof answerJoinRequestEndpoint>,
): Promise<JoinRequest> {
  return deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    const request = await requestStore.findRequest(inner.db, roomId, actor.id, input.requestId);
    if (!request) throw new AppError('REQUEST_NOT_FOUND');
    const status = answered(request.status, input.action);
    await answer(inner, request.id, status, {
      responderId: actor.id,
      responseMessage: acceptNote(input.responseMessage) || null,
    });
    if (status === 'APPROVED') await letIn(inner, room, request.userId);
    else tellStanding(inner, room, request.userId, 'denied');
    tellRequests(inner, room.conversationId, actor.id);
    publishNotice(inner, joinAnswered, {
      conversationId: room.conversationId,
      userId: request.userId,
      isApproved: status === 'APPROVED',
    });
    return requestStore.viewOfRequest(inner.db, request.id, actor.isConfirmed);
  });
}

/** Whoever is let in by the owner is banned no more. */
async function letIn(inner: TransactingDeps, room: store.RoomRow, userId: string) {
  const person = await store.findPerson(inner.db, userId);
  if (!person) throw new AppError('REQUEST_NOT_FOUND');
  await banStore.deleteBan(inner.db, room.id, userId);
  if (await conversations.roleOf(inner, room.conversationId, userId)) return;
  const members = await refuseWhenFull(inner, room);
  await admit(inner, room, members, person, 'REQUEST');
}

/** Error: those of the owner. */
export async function listJoinRequests(
  deps: Deps,
  actor: Actor,
  roomId: string,
  page: { status: JoinRequestStatus | null; limit: number; offset: number },
): Promise<JoinRequest[]> {
  await requireOwner(deps, actor, roomId);
  return requestStore.pageOfRequests(deps.db, roomId, actor, page);
}
