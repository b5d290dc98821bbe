import {
  answerJoinRequest,
  banParticipant,
  changeRoom,
  createRoom,
  getLeaderVotes,
  inviteToRoom,
  joinRoom,
  leaveRoom,
  liftRoomBan,
  listJoinRequests,
  listRoomBans,
  muteMember,
  objectToLeader,
  type Room,
  removeInvite,
  removeParticipant,
  removeRoom,
  setRoomModerator,
  setSlowMode,
  updateDetails,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import { invitePath } from '@dazi/contract/chat/rooms.rules';
import { defaultPageSize } from '@dazi/contract/kernel/page-sizes';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { port } from '#platform/ports.ts';
import * as bans from './bans.service.ts';
import * as joinRequests from './join-requests.service.ts';
import * as joining from './joining-rooms.service.ts';
import * as leaders from './leaders.service.ts';
import * as leaving from './leaving-rooms.service.ts';
import * as order from './room-order.service.ts';
import * as rooms from './rooms.service.ts';

export type ViewOfRoom = (deps: Deps, viewer: Actor, roomId: string) => Promise<Room>;
export const viewOfRoomPort = port<ViewOfRoom>('how somebody sees a room');

export function roomsRoutes(
  app: FastifyInstance,
  deps: Deps,
  viewOf: ViewOfRoom,
  groupEnds: leaving.GroupEnds,
): void {
  handle(app, createRoom, async ({ actor, body }) => ({
    data: await viewOf(deps, actor, await rooms.createRoom(deps, actor, body)),
  }));

  handle(app, joinRoom, async ({ actor, params, body }) => ({
    data: await joining.joinRoom(deps, actor, params.roomId, body),
  }));

  handle(app, changeRoom, async ({ actor, params, body }) => {
    const joinRadius = await rooms.changeJoinRadius(deps, actor, params.roomId, body.joinRadius);
    return { data: { id: params.roomId, joinRadius } };
  });

  handle(app, leaveRoom, async ({ actor, params }) => ({
    data: await leaving.leaveRoom(deps, actor, params.roomId, groupEnds),
  }));

  handle(app, removeRoom, async ({ actor, body }) => {
    await leaving.removeRoom(deps, actor, body.chatRoomId, groupEnds);
    return { data: { id: body.chatRoomId } };
  });

  handle(app, listJoinRequests, async ({ actor, params, query }) => {
    const limit = query.limit ?? defaultPageSize;
    const offset = offsetOf(query.cursor);
    const page = { status: query.status ?? null, limit: limit + 1, offset };
    const found = await joinRequests.listJoinRequests(deps, actor, params.roomId, page);
    const nextCursor = found.length > limit ? String(offset + limit) : null;
    return { data: found.slice(0, limit), nextCursor };
  });

  handle(app, answerJoinRequest, async ({ actor, params, body }) => ({
    data: await joinRequests.answerJoinRequest(deps, actor, params.roomId, body),
  }));

  handle(app, removeParticipant, async ({ actor, params, body }) => {
    await bans.removeParticipant(deps, actor, params.roomId, body.targetUserId);
    return { data: { targetUserId: body.targetUserId } };
  });

  handle(app, setRoomModerator, async ({ actor, params, body }) => {
    const { roomId, memberId } = params;
    await order.setRoomModerator(deps, actor, roomId, memberId, body.isModerator);
    return { data: { memberId, isModerator: body.isModerator } };
  });

  handle(app, muteMember, async ({ actor, params, body }) => {
    const { roomId, memberId } = params;
    const until = await order.muteMember(deps, actor, roomId, memberId, body);
    return { data: { memberId, until: until?.toISOString() ?? null } };
  });

  handle(app, setSlowMode, async ({ actor, params, body }) => {
    await order.setSlowMode(deps, actor, params.roomId, body.seconds);
    return { data: { id: params.roomId, seconds: body.seconds } };
  });

  handle(app, banParticipant, async ({ actor, params, body }) => {
    await bans.banParticipant(deps, actor, params.roomId, body.targetUserId, body.reason ?? null);
    return { data: { targetUserId: body.targetUserId } };
  });

  handle(app, listRoomBans, async ({ actor, params, query }) => {
    const page = { limit: query.limit ?? defaultPageSize, cursor: query.cursor };
    const { bans: data, nextCursor } = await bans.listBans(deps, actor, params.roomId, page);
    return { data, nextCursor };
  });

  handle(app, liftRoomBan, async ({ actor, params, body }) => {
    await bans.liftBan(deps, actor, params.roomId, body.targetUserId);
    return { data: { targetUserId: body.targetUserId } };
  });

  handle(app, inviteToRoom, async ({ actor, params, body }) => {
    const invite = await rooms.inviteToRoom(deps, actor, params.roomId, body.renew ?? false);
    return { data: { invite, path: invitePath(params.roomId, invite) } };
  });

  handle(app, removeInvite, async ({ actor, params }) => {
    await rooms.removeInvite(deps, actor, params.roomId);
    return { data: null };
  });

  handle(app, updateDetails, async ({ actor, params, body }) => ({
    data: await rooms.updateDetails(deps, actor, params.conversationId, body),
  }));

  handle(app, getLeaderVotes, async ({ actor, params }) => {
    const { counts, ...tops } = await leaders.leaderVotes(deps, actor, params.conversationId);
    return { data: counts, ...tops };
  });

  handle(app, objectToLeader, async ({ actor, params }) => {
    await leaders.objectToLeader(deps, actor, params.conversationId);
    return { data: { ownerId: actor.id } };
  });

  handle(app, voteForLeader, async ({ actor, params, body }) => {
    const { conversationId } = params;
    const { counts, ...tops } = await leaders.voteForLeader(deps, actor, conversationId, body.candidateId);
    return { data: counts, ...tops };
  });
}

/** Requests change places while they are answered: a page goes on by count. */
function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,6}$/.test(cursor)) throw new AppError('INVALID_INPUT');
  return Number(cursor);
}
