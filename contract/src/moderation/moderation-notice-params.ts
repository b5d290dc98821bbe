import * as z from 'zod/mini';
import { urgencies } from './moderation.rules.ts';

export const moderationNoticeParams = {
  /** The number of the rule that was broken. */
  rule: z.nullable(z.int()),
  /** Within what the most urgent case is to be looked at. */
  urgency: z.nullable(z.enum(urgencies)),
};
