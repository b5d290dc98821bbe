import { ApiError } from '#platform/api.ts';

/** A refusal that says the room is no longer one's own. */
export const isLostRoom = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.code === 'NOT_THE_ROOM_AUTHOR';
