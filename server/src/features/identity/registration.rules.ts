import { createHmac, hkdfSync } from 'node:crypto';

const digestKey = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'dazi blocked identities', 32));

/** What is kept of a sign-in that is blocked: without the secret nobody can tell whose it was, by trying either. */
export const identityDigest = (secret: string, { issuer, subject }: { issuer: string; subject: string }) =>
  createHmac('sha256', digestKey(secret)).update(`${issuer}\0${subject}`).digest('base64url');

export interface InvitationState {
  people: number;
  used: number;
  until: Date;
  closedAt: Date | null;
}

/** How many may still come by an invitation. */
export function leftOf({ people, used, until, closedAt }: InvitationState, now: Date): number {
  return closedAt !== null || until <= now ? 0 : Math.max(0, people - used);
}
