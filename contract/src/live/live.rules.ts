import { areaLevel } from '../places/areas.rules.ts';

/** The stream disconnects this long after its last subscriber left. */
export const streamGrace_ms = 2000;
/** A closed stream with subscribers connects again after this long, plus jitter. */
export const streamReconnect_ms = 5000;
export const heartbeat_ms = 30_000;
/** Frames of one cell are gathered for this long. */
export const batch_ms = 250;
/** A connection with more than this many bytes waiting is told to fetch everything anew. */
export const backlogLimit_bytes = 256 * 1024;

/** The board is listened to like an area, though it is no place: the number after the last cell. */
export const boardCell = 4 ** areaLevel;

/**
 * Header of every answer: when the server began with it, as `process.milliseconds` of a clock that only this server
 * process can read. Nothing in the answer is older.
 */
export const momentHeader = 'dazi-moment';

/** Conversations of which messages are held at once. */
export const syncedConversations = 50;

/** Opened by EventSource, so it is described here but answered as text/event-stream. */
export const eventsPath = '/api/conversations/events';
