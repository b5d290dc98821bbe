import { displayedPosition } from '#features/places/places.service.ts';
import type { BlurredAlong } from '#features/posts/posts/posts.service.ts';
import { tellDetails } from '../conversations/conversations.service.ts';
import * as store from './blurring-rooms.store.ts';
import { tellMap } from './room-standing.service.ts';

/** Rooms that somebody opened where they were, whoever owns them now; a place chosen on the map stays. */
export const blurredRooms: BlurredAlong = {
  count: (deps, userId, upTo) => store.countExact(deps.db, userId, upTo),

  async blur(inner, userId, upTo, limit) {
    if (limit === 0) return 0;
    const rooms = await store.lockExact(inner.db, userId, upTo, limit);
    for (const room of rooms) {
      const position = await displayedPosition(inner, userId, room, 'approximate');
      await store.moveRoom(inner.db, room.id, { ...position, updatedAt: inner.clock() });
      tellMap(inner, room, userId);
      tellMap(inner, { ...room, ...position }, userId);
      tellDetails(inner, room.conversationId);
    }
    return rooms.length;
  },
};
