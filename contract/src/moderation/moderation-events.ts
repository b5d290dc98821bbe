import * as z from 'zod/mini';

/** Told to somebody whose standing, or whose office as a moderator, changed: the session is to be asked for again. */
export const standingChangedEvent = z.object({ type: z.literal('standing_changed') });

/** Told to moderators: what waits for them changed, and how much it is by now. */
export const moderationChangedEvent = z.object({
  type: z.literal('moderation_changed'),
  waiting: z.object({ hour: z.int(), day: z.int(), week: z.int(), appeals: z.int() }),
});
