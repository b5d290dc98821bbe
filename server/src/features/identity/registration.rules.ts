import { createHmac, hkdfSync } from 'node:crypto';

const digestKey = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'dazi blocked identities', 32));

/** What is kept of a sign-in that is blocked: without the secret nobody can tell whose it was, by trying either. */
export const identityDigest = (secret: string, { issuer, subject }: { issuer: string; subject: string }) =>
  createHmac('sha256', digestKey(secret)).update(`${issuer}\0${subject}`).digest('base64url');

export interface InvitationState {
  people: number;
  /** By how many it was used who are shown to whoever made it, and by how many in all. */
  shown: number;
  used: number;
  until: Date;
  closedAt: Date | null;
}

/**
 * How many may still come by an invitation. Whoever is not shown is as if they had never come, else a place that is missing
 * would tell of a block; but no more than twice as many come as it is for, so that people who block do not come without end.
 */
export function leftOf({ people, shown, used, until, closedAt }: InvitationState, now: Date): number {
  if (closedAt !== null || until <= now) return 0;
  return Math.max(0, Math.min(people - shown, 2 * people - used));
}
