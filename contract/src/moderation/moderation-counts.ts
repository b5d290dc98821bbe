import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';

/** Below 5 a count reads `few`, but 0 is said. */
const countSchema = z.union([z.int(), z.literal('few')]);

export const countedMonthSchema = z.object({
  /** 2026-11, in UTC; the running month is left out. */
  month: z.string(),
  /** `received`, `upheld`, `dismissed`: what came and what was settled in the month. */
  reports: z.record(z.string(), countSchema),
  /** By action. */
  decisions: z.record(z.string(), countSchema),
  /** From the report to the decision; null where fewer than 5 were settled. */
  medianHours: z.nullable(z.int()),
  appeals: z.object({
    made: countSchema,
    upheld: countSchema,
    changed: countSchema,
    lifted: countSchema,
  }),
  /** When the month was counted. */
  moderators: z.int(),
  /** The end of the log at the end of the month. */
  head: z.object({ number: z.int(), hash: z.string() }),
});
export type CountedMonth = z.output<typeof countedMonthSchema>;

export const getModerationCounts = endpoint({
  name: 'getModerationCounts',
  method: 'GET',
  path: '/api/moderation/counts',
  summary: 'How much was reported and decided, month by month, the latest first; public',
  who: 'anyone',
  whileOut: 'visitor',
  data: z.array(countedMonthSchema),
});
