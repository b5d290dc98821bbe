import * as z from 'zod/mini';

/** What any notice may be made with; what one does not need is null or 0. An area adds what only its own need. */
export const noticeParams = {
  name: z.nullable(z.string()),
  /** How many more people did the same. */
  others: z.int(),
  /** How many events are gathered in it. */
  count: z.int(),
  group: z.nullable(z.string()),
  /** The beginning of what was said. */
  preview: z.nullable(z.string()),
  media: z.nullable(z.enum(['image', 'video'])),
};
