import * as z from 'zod/mini';
import { instantSchema } from '../kernel/fields.ts';

export const chatNoticeParams = {
  /** Of a room that fills up: members, and the most there can be. */
  members: z.nullable(z.int()),
  limit: z.nullable(z.int()),
  until: z.nullable(instantSchema),
};
