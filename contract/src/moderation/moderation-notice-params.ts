import * as z from 'zod/mini';
import { pressures } from './moderation.rules.ts';

export const moderationNoticeParams = {
  rule: z.nullable(z.int()),
  /** Within what the most urgent case is to be looked at, or that the time of one is over. */
  urgency: z.nullable(z.enum(pressures)),
};
