import type { AccountPart } from '#platform/account-part.ts';
import { rowsInPages, untilNoneIsLeft } from '#platform/pages.ts';
import { passOnRoomsOf } from './leaders.service.ts';
import { type GroupEnds, takeOutOfRooms } from './leaving-rooms.service.ts';
import * as accountStore from './rooms-account.store.ts';

/** A room that somebody opened stays when others are in it; it passes on as soon as the account is deleted. */
export const roomsAccount = (groupEnds: GroupEnds): AccountPart => ({
  tables: {
    rooms: 'rooms',
    join_requests: 'joinRequests',
    room_bans: 'roomBans',
    leader_votes: 'leaderVotes',
  },
  sections: {
    rooms: (deps, userId) =>
      rowsInPages(
        (after, limit) => accountStore.pageOfCreated(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
    joinRequests: (deps, userId) =>
      rowsInPages(
        (after, limit) => accountStore.pageOfOwnRequests(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
    roomBans: (deps, userId) =>
      rowsInPages(
        (after, limit) => accountStore.pageOfOwnBans(deps.db, userId, after, limit),
        ({ roomId }) => roomId,
      ),
    leaderVotes: (deps, userId) =>
      rowsInPages(
        (after, limit) => accountStore.pageOfOwnVotes(deps.db, userId, after, limit),
        ({ conversationId }) => conversationId,
      ),
  },
  async erase(deps, userId) {
    await untilNoneIsLeft((limit) => takeOutOfRooms(deps, userId, limit, groupEnds));
    await deps.transact((inner) => accountStore.deleteTracesOf(inner.db, userId));
  },
  changed: passOnRoomsOf,
});
