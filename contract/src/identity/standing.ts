import * as z from 'zod/mini';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { standingKinds } from './standing.rules.ts';

export const standingSchema = z.object({
  kind: z.enum(standingKinds),
  /** Null without an end, and in good standing. */
  until: z.nullable(instantSchema),
  decisionId: z.nullable(idSchema),
});
export type Standing = z.output<typeof standingSchema>;

/** The first two are answered to somebody suspended or closed by every call but those marked `whileOut`. */
export const standingErrors = defineErrors({
  ACCOUNT_SUSPENDED: { status: 403, text: 'Your account is suspended' },
  ACCOUNT_CLOSED: { status: 403, text: 'Your account was closed' },
  ACCOUNT_LIMITED: {
    status: 403,
    text: 'Your account is limited: you cannot write to people who do not know you',
  },
});
