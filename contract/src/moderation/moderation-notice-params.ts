import * as z from 'zod/mini';
import { pressures } from './moderation.rules.ts';

export const moderationNoticeParams = {
  rule: z.nullable(z.int()),
  /** Why a measure has ended, in the words of whoever ended it. */
  words: z.nullable(z.string()),
  /** Within what the most urgent case is to be looked at, or that the time of one is over. */
  urgency: z.nullable(z.enum(pressures)),
};
