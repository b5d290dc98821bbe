import type { LeftAccount, User } from '@dazi/contract/identity/identity';
import { lastActiveRefresh_ms, restorable_ms } from '@dazi/contract/identity/identity.rules';
import type { Standing } from '@dazi/contract/identity/standing';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import { cleanedText, wholeCharacters } from '#platform/clean-text.ts';
import type { Actor } from '#platform/http/viewer.ts';

export interface Account {
  id: string;
  email: string | null;
  emailVerified: boolean;
  name: string;
  avatarUrl: string | null;
  gender: 'M' | 'F' | null;
  verified: boolean;
  createdAt: Date;
  lastActiveAt: Date;
}

export function ownUser(account: Account): User {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    avatarUrl: account.avatarUrl,
    createdAt: account.createdAt.toISOString(),
    lastActive: account.lastActiveAt.toISOString(),
    verified: account.verified,
    emailVerified: account.emailVerified,
    gender: account.gender,
  };
}

export const restorableUntil = (leftAt: Date): Date => new Date(leftAt.getTime() + restorable_ms);

export function leftAccount(returning: { name: string; leftAt: Date }): LeftAccount {
  return {
    name: returning.name,
    leftAt: returning.leftAt.toISOString(),
    restorableUntil: restorableUntil(returning.leftAt).toISOString(),
  };
}

/** The e-mail address of somebody, for themselves and administrators; null for everybody else. */
export const visibleEmail = (email: string | null, ownerId: string, viewer: Actor | null): string | null =>
  viewer && (viewer.id === ownerId || viewer.isAdministrator) ? email : null;

/** Administrators are named by verified address; nobody is one where anyone can claim any address. */
export function isAdministrator(
  account: Pick<Account, 'email' | 'emailVerified'>,
  installation: { adminEmails: readonly string[]; demoPublic: boolean },
): boolean {
  if (installation.demoPublic || !account.email || !account.emailVerified) return false;
  return installation.adminEmails.includes(account.email.toLowerCase());
}

export function lastActiveIsOld(lastActiveAt: Date, now: Date): boolean {
  return now.getTime() - lastActiveAt.getTime() > lastActiveRefresh_ms;
}

/** Where to go after signing in: a path of our own, never somebody else's address. */
export function safeReturnPath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || returnTo.length > 2000) return '/';
  if (!/^\/(?!\/)[^\p{Cc}\\]*$/u.test(returnTo)) return '/';
  // As a browser reads it: `/.//x` would become `//x`, which is another host.
  const { pathname, search, hash } = new URL(returnTo, 'http://ours');
  return pathname.startsWith('//') ? '/' : pathname + search + hash;
}

/** The first name an account gets; people change it in their profile. */
export function accountName(name: string | null): string {
  const shown = wholeCharacters(cleanedText(storable(name ?? '')), 50).trim();
  return isBlank(shown) ? 'User' : shown;
}

export function storable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, '');
}

export const goodStanding: Standing = { kind: 'good', until: null, decisionId: null };

/** How an account stands: a measure whose time is over stands no more, whether its row is gone or not. */
export function standingAt(
  row: { kind: Standing['kind']; until: Date | null; decisionId: string | null } | null,
  now: Date,
): Standing {
  if (!row || row.kind === 'good' || (row.until !== null && row.until <= now)) return goodStanding;
  return { kind: row.kind, until: row.until?.toISOString() ?? null, decisionId: row.decisionId };
}

/** Hidden from everybody, and a visitor to all but a few calls. */
export const isOut = ({ kind }: Standing): boolean => kind === 'suspended' || kind === 'closed';
