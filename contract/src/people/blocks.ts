import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { cursorSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { blockLimits } from './blocks.rules.ts';

/** Only whoever blocked ever gets to see it. */
export const blockSchema = z.object({
  id: idSchema,
  blockerId: idSchema,
  blockedId: idSchema,
  reason: z.nullable(z.string()),
  blockedAt: instantSchema,
  isActive: z.boolean(),
});
export type Block = z.output<typeof blockSchema>;

const blockedPersonSchema = z.extend(blockSchema, {
  user: z.object({ id: idSchema, name: z.string(), avatarUrl: z.nullable(z.string()) }),
});
export type BlockedPerson = z.output<typeof blockedPersonSchema>;

export const blocksErrors = defineErrors({
  BLOCK_YOURSELF: { status: 400, text: 'Cannot block yourself' },
});

export const listBlocks = endpoint({
  name: 'listBlocks',
  method: 'GET',
  path: '/api/blocks',
  summary: 'Whom one has blocked, the latest first',
  who: 'signed-in',
  actor: 'userId',
  query: z.object({ userId: z.optional(idSchema), cursor: z.optional(cursorSchema) }),
  data: z.array(blockedPersonSchema),
  top: { nextCursor: z.nullable(z.string()) },
});

/** Blocking twice changes nothing the second time and answers the block that stands. */
export const blockPerson = endpoint({
  name: 'blockPerson',
  method: 'POST',
  path: '/api/blocks',
  summary: 'Blocks somebody: from now on neither sees or reaches the other; nobody is told',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({
    userId: z.optional(idSchema),
    blockedId: idSchema,
    reason: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(blockLimits.reason)))),
  }),
  data: blockSchema,
  errors: ['BLOCK_YOURSELF', 'PERSON_NOT_FOUND'],
});

/** Answers the block as it was, inactive now; null when there was none. */
export const unblockPerson = endpoint({
  name: 'unblockPerson',
  method: 'DELETE',
  path: '/api/blocks',
  summary: 'Takes the own block of somebody away',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({ userId: z.optional(idSchema), blockedId: idSchema }),
  data: z.nullable(blockSchema),
});
