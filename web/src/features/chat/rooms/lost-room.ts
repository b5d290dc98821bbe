import type { Room } from '@dazi/contract/chat/rooms';
import type { User } from '@dazi/contract/identity/identity';
import { useEffect } from 'react';
import { ApiError } from '#platform/api.ts';

/** What only the owner of a room is shown. */
export interface OfOwnRoom {
  room: Room;
  user: User;
  /** The room turned out to be somebody else's now. */
  onLost(): void;
}

/** A refusal that says the room is no longer one's own. */
export const isLostRoom = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.code === 'NOT_THE_ROOM_AUTHOR';

/** A refusal for as long as a new leader waits. */
export const isTooNew = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'LEADER_TOO_NEW';

/** For a list of an own room: `onLost` when it is refused for that. */
export function useLostRoom(error: unknown, onLost: () => void): void {
  const isLost = isLostRoom(error);
  useEffect(() => {
    if (isLost) onLost();
  }, [isLost, onLost]);
}
