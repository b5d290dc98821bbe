import * as z from 'zod/mini';

/** The lists of the board that change, each with a call of its own. */
export const governanceParts = ['board', 'records', 'motions', 'resolutions'] as const;
export type GovernancePart = (typeof governanceParts)[number];

/** Told to whoever looks at what the board does: one of its lists is another now. */
export const governanceChangedEvent = z.object({
  type: z.literal('governance_changed'),
  part: z.enum(governanceParts),
});
export type GovernanceEvent = z.output<typeof governanceChangedEvent>;
