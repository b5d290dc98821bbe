import * as z from 'zod/mini';
import { areaLimit } from './cells.ts';
import { endpoint } from './endpoint.ts';
import { defineErrors } from './errors.ts';
import { idSchema } from './fields.ts';
import { latitudeSchema, longitudeSchema } from './places.ts';

/** The stream disconnects this long after its last subscriber left. */
export const streamGrace_ms = 2000;
/** A closed stream with subscribers connects again after this long, plus jitter. */
export const streamReconnect_ms = 5000;
export const heartbeat_ms = 30_000;
/** Frames of one cell are gathered for this long. */
export const batch_ms = 250;
/** A connection with more than this many bytes waiting is told to fetch everything anew. */
export const backlogLimit_bytes = 256 * 1024;

export const liveErrors = defineErrors({
  STREAM_UNKNOWN: { status: 404, text: 'This stream is not connected' },
});

const cellSchema = z.int().check(z.gte(0), z.lt(4 ** 12));

/** What happened in an area. Ids and displayed positions only; details are fetched. */
export const areaEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('post_created'),
    messageId: idSchema,
    userId: idSchema,
    latitude: latitudeSchema,
    longitude: longitudeSchema,
  }),
  z.object({ type: z.literal('post_edited'), messageId: idSchema, userId: idSchema }),
  z.object({ type: z.literal('post_deleted'), messageId: idSchema, userId: idSchema }),
  z.object({ type: z.literal('reactions_changed'), messageId: idSchema, userId: idSchema }),
  z.object({ type: z.literal('comments_changed'), messageId: idSchema, userId: idSchema }),
  /** Somebody who has left traces here deleted their account, or restored it: ask for everything again. */
  z.object({ type: z.literal('person_changed'), userId: idSchema }),
]);
export type AreaEvent = z.output<typeof areaEventSchema>;
/** What happened to one post. */
export type PostEvent = Exclude<AreaEvent, { type: 'person_changed' }>;

export const frameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected'), streamId: idSchema }),
  z.object({ type: z.literal('heartbeat') }),
  z.object({ type: z.literal('area'), cell: cellSchema, events: z.array(areaEventSchema) }),
  /** Something was dropped: compare versions again. */
  z.object({ type: z.literal('resync') }),
  /** The session ended; the stream closes. */
  z.object({ type: z.literal('signed_out') }),
]);
export type Frame = z.output<typeof frameSchema>;

/** Opened by EventSource, so it is described here but answered as text/event-stream. */
export const eventsPath = '/api/conversations/events';

/**
 * There is no replay: after a gap the client says which version of each area it has seen, and fetches what
 * changed. Versions come only from `sync`, never from frames, so that a late commit is never overlooked;
 * `null` (an area not seen yet) is answered as changed.
 */
export const sync = endpoint({
  name: 'sync',
  method: 'POST',
  path: '/api/live/sync',
  summary: 'Says which areas a stream listens to, and which of them changed since the given versions',
  who: 'anyone',
  budget: 'live',
  body: z.object({
    streamId: idSchema,
    areas: z
      .array(z.object({ cell: cellSchema, version: z.nullable(z.int()) }))
      .check(z.maxLength(areaLimit)),
  }),
  data: z.object({
    areas: z.array(z.object({ cell: cellSchema, version: z.int(), changed: z.boolean() })),
  }),
  errors: ['STREAM_UNKNOWN'],
});
