import type { createRoom as createRoomEndpoint } from '@dazi/contract/chat/rooms';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import { makeOnce, type Remember, requireBudget, requireReach } from '#features/identity/identity.service.ts';
import { profileOf } from '#features/people/profiles/profiles.service.ts';
import { appliedDisplay, displayedPosition, placedPosition } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { refuseNewLeader, requireOwnLockedRoom, requireStanding, tellMap } from './room-standing.service.ts';
import { acceptDescription, acceptJoinRadius, acceptName, acceptPosition } from './rooms.rules.ts';
import * as store from './rooms.store.ts';

export { whyOutside } from './bans.service.ts';

export { askedFrom, joinRoom } from './joining-rooms.service.ts';

export { passOnRoomsOfSuspended } from './leaders.service.ts';

export { groupEndsPort, reportableRoom } from './leaving-rooms.service.ts';

export { membershipStatus } from './rooms.rules.ts';

/** Opens a room, once for each client id; its maker owns it. Answers its id. */
export const createRoom = (
  deps: Deps,
  actor: Actor,
  input: BodyOf<typeof createRoomEndpoint>,
): Promise<string> =>
  makeOnce(deps, actor, 'room', input.clientId, {
    make: (remember) => openRoom(deps, actor, input, remember),
    known: async (roomId) => {
      const room = await store.findRoom(deps.db, roomId);
      return (await requireStanding(deps, actor, room)).room.id;
    },
  });

/** The true position lives only in this function's memory. */
async function openRoom(
  deps: Deps,
  actor: Actor,
  input: BodyOf<typeof createRoomEndpoint>,
  remember: Remember,
): Promise<string> {
  requireReach(actor);
  const title = acceptName(input.name);
  const description = acceptDescription(input.description);
  const joinRadius_miles = acceptJoinRadius(input.joinRadius);
  const given = acceptPosition(input, 'ROOM_POSITION_MISSING');
  const precision = (await profileOf(deps, actor.id))?.privacy.locationSharing.precision;
  const display = input.placed ? ('placed' as const) : appliedDisplay(input.locationDisplay, precision);
  return deps.transact(async (inner) => {
    // Whoever counts a budget counts alone.
    await requireBudget(inner, actor, 'roomsMade', (since) => store.madeSince(inner.db, actor.id, since));
    if ((await store.countOwned(inner.db, actor.id)) >= roomLimits.owned)
      throw new AppError('TOO_MANY_ROOMS');
    const position =
      display === 'placed' ? placedPosition(given) : await displayedPosition(inner, actor.id, given, display);
    const conversationId = await conversations.createGroup(inner, actor, { title, description });
    const now = inner.clock();
    const room: store.NewRoom = {
      id: inner.ids.next(now),
      conversationId,
      creatorId: actor.id,
      ...position,
      display,
      joinRadius_miles,
      isActive: true,
      createdAt: now,
      updatedAt: now,
    };
    await store.insertRoom(inner.db, room);
    await remember(inner, room.id);
    tellMap(inner, room, actor.id);
    return room.id;
  });
}

/** Error: those of the owner, JOIN_RADIUS_OUT_OF_RANGE. */
export async function changeJoinRadius(
  deps: Deps,
  actor: Actor,
  roomId: string,
  miles: number,
): Promise<number> {
  const joinRadius_miles = acceptJoinRadius(miles);
  await deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    await store.changeRoom(inner.db, roomId, { joinRadius_miles, updatedAt: inner.clock() });
    conversations.tellDetails(inner, room.conversationId);
    tellMap(inner, room, actor.id);
  });
  return joinRadius_miles;
}

export async function updateDetails(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  input: { title?: string | undefined; description?: string | null | undefined },
): Promise<{ id: string; title: string; description: string | null }> {
  return deps.transact(async (inner) => {
    const { conversation, member } = await conversations.requireMembership(inner, actor, conversationId);
    const room = await store.findRoomOf(inner.db, conversationId);
    if (!room || member.role !== 'OWNER') throw new AppError('NOT_THE_OWNER');
    const title = input.title === undefined ? conversation.title! : acceptName(input.title);
    const description =
      input.description === undefined ? conversation.description : acceptDescription(input.description);
    await conversations.changeDetails(inner, actor, conversationId, {
      ...(title === conversation.title ? {} : { title }),
      ...(description === conversation.description ? {} : { description }),
    });
    tellMap(inner, room, actor.id);
    return { id: conversationId, title, description };
  });
}

export async function inviteToRoom(
  deps: Deps,
  actor: Actor,
  roomId: string,
  renew: boolean,
): Promise<string> {
  requireReach(actor);
  return deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    if (renew) refuseNewLeader(inner, room);
    const known = renew ? null : await store.findInvite(inner.db, roomId);
    if (known) return known;
    const invite = inner.ids.secret();
    await store.putInvite(inner.db, roomId, invite, inner.clock());
    return invite;
  });
}

export async function removeInvite(deps: Deps, actor: Actor, roomId: string): Promise<void> {
  await deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    // With one made afterwards that would be to renew it.
    refuseNewLeader(inner, room);
    await store.deleteInvite(inner.db, roomId);
  });
}
