import * as z from 'zod/mini';
import { governanceParts } from './governance.rules.ts';

export type GovernancePart = (typeof governanceParts)[number];

/** Told to whoever looks at what the board does: one of its lists is another now. */
export const governanceChangedEvent = z.object({
  type: z.literal('governance_changed'),
  part: z.enum(governanceParts),
});
export type GovernanceEvent = z.output<typeof governanceChangedEvent>;
