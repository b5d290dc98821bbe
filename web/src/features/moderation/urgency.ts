import { type Urgency, urgency_ms } from '@dazi/contract/moderation/moderation.rules';

export const urgencyTones = { hour: 'red', day: 'yellow', week: '' } as const satisfies Record<
  Urgency,
  string
>;

/** Nobody has looked in time. */
export const isOverdue = (since: string, urgency: Urgency, now: number): boolean =>
  now - Date.parse(since) > urgency_ms[urgency];
