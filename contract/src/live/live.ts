import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema } from '../kernel/fields.ts';
import { areaLimit } from '../places/areas.rules.ts';
import { boardCell, syncedConversations } from './live.rules.ts';

export const liveErrors = defineErrors({
  STREAM_UNKNOWN: { status: 404, text: 'This stream is not connected' },
});
export const areaCellSchema = z.int().check(z.gte(0), z.lte(boardCell));
const momentSchema = z.string().check(z.regex(/^[\w-]{1,40}\.\d{1,15}$/));

/**
 * There is no replay: after a gap the client says which version of each area it has seen. Versions come only from
 * `sync`, never from frames, so that no late commit is overlooked. `null` (an area not seen yet) counts as changed,
 * unless the server knows that nothing happened `since`, the moment of the oldest answer that the client holds; it
 * knows of the last minute only.
 */
export const sync = endpoint({
  name: 'sync',
  method: 'POST',
  path: '/api/live/sync',
  summary: 'Says which areas a stream listens to, and which of them changed since the given versions',
  who: 'anyone',
  whileOut: 'visitor',
  budget: 'live',
  body: z.object({
    streamId: idSchema,
    since: z.optional(momentSchema),
    areas: z
      .array(z.object({ cell: areaCellSchema, version: z.nullable(z.int()) }))
      .check(z.maxLength(areaLimit)),
    /** Those one holds messages of, with the newest number and change one has. */
    conversations: z.optional(
      z
        .array(z.object({ id: idSchema, sequence: z.int(), change: z.int() }))
        .check(z.maxLength(syncedConversations)),
    ),
  }),
  data: z.object({
    areas: z.array(z.object({ cell: areaCellSchema, version: z.int(), changed: z.boolean() })),
    /** Of those asked for the ones with more than that; those one is no member of are left out. */
    conversations: z.array(z.object({ id: idSchema, lastSequence: z.int(), change: z.int() })),
    /** Nothing of what is told to the person was told since the moment given. */
    isQuiet: z.boolean(),
  }),
  errors: ['STREAM_UNKNOWN'],
});
