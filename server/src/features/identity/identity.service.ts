import { hash } from 'node:crypto';
import type { Gender, User } from '@dazi/contract/identity/identity';
import { sessionLifetime_ms } from '@dazi/contract/identity/identity.rules';
import { AppError } from '#platform/app-error.ts';
import { BatchLoader } from '#platform/batch-loader.ts';
import { topicKind } from '#platform/bus.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor, FindViewer } from '#platform/http/viewer.ts';
import { port } from '#platform/ports.ts';
import type { ProvenIdentity } from '#platform/sign-in/relying-party.ts';

export { visibleEmail } from './identity.rules.ts';
export { accountIsThere, accountStands, isInGoodStanding, namedRecipients } from './identity.store.ts';
export { eraseClosedAccount } from './leaving.service.ts';
export {
  appointModerator,
  closedBefore,
  dismissModerator,
  endMeasures,
  isModeratorNow,
  type Knows,
  knowsPort,
  liftStanding,
  type OfficeHolder,
  officeHolders,
  readUnread,
  requireReach,
  requireReachTo,
  requireReading,
  setStanding,
  standingOf,
  standingsOf,
} from './standing.service.ts';

import {
  accountName,
  isAdministrator,
  lastActiveIsOld,
  ownUser,
  standingAt,
  storable,
} from './identity.rules.ts';
import * as store from './identity.store.ts';

export type SignedOut = (deps: Deps, userId: string) => Promise<void>;
export const signedOutPort = port<SignedOut>('what else goes when somebody signs out');

const hashOf = (token: string) => hash('sha256', token, 'base64url');

function actorFrom(deps: Deps, { user, standing, moderatesSince }: store.FoundSession): Actor {
  const standingNow = standingAt(standing, deps.clock());
  const isGood = standingNow.kind === 'good';
  const isAdmin = isAdministrator(user, deps.config);
  return {
    id: user.id,
    name: user.name,
    avatarUrl: user.avatarUrl,
    isAdministrator: isAdmin,
    isModerator: isAdmin || (moderatesSince !== null && isGood),
    isConfirmed: user.confirmedAt !== null,
    createdAt: user.createdAt,
    standing: standingNow,
    unreadDecisionId: standing?.unreadDecisionId ?? null,
  };
}

/** Finds or makes the account of a proven identity, keyed by issuer and subject. */
export async function accountOf(deps: Deps, identity: ProvenIdentity): Promise<User> {
  const now = deps.clock();
  return ownUser(
    await store.upsertUser(deps.db, {
      id: deps.ids.next(now),
      issuer: identity.issuer,
      subject: identity.subject,
      email: identity.email && storable(identity.email),
      emailVerified: identity.emailVerified,
      name: accountName(identity.name),
      verified: true,
      createdAt: now,
      lastActiveAt: now,
    }),
  );
}

/** Opens a session of 24 hours; the answer is the cookie's token, which is stored nowhere. */
export async function openSession(deps: Deps, userId: string): Promise<string> {
  const token = deps.ids.secret();
  const now = deps.clock();
  await store.insertSession(deps.db, {
    id: hashOf(token),
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionLifetime_ms),
  });
  return token;
}

/** One that gets no answer holds up nobody else. */
const sessionReads = 4;

/** Whose session a token stands for, or null; requests that arrive together are looked up together. */
export function viewerFinder(deps: Deps): FindViewer {
  const sessions = new BatchLoader(
    (ids: readonly string[]) => store.findSessions(deps.db, ids, deps.clock()),
    sessionReads,
  );
  return async (token) => {
    const sessionId = hashOf(token);
    const found = await sessions.load(sessionId);
    if (!found) return null;
    const { user, expiresAt, leftAt } = found;
    const now = deps.clock();
    if (lastActiveIsOld(user.lastActiveAt, now)) {
      await store.changeUser(deps.db, user.id, { lastActiveAt: now });
    }
    return { actor: actorFrom(deps, found), sessionId, expiresAt, leftAt };
  };
}

export async function closeSession(deps: Deps, sessionId: string): Promise<void> {
  await deps.transact(async (inner) => {
    await store.deleteSession(inner.db, sessionId);
    tellSessionEnded(inner, sessionId);
  });
}

export const sessionTopics = topicKind<{ type: 'signed_out' }>('session');

/** Its streams end with the transaction, on whichever node they are. */
export function tellSessionEnded(inner: TransactingDeps, sessionId: string): void {
  inner.emit(sessionTopics.topic(sessionId), null, { type: 'signed_out' });
}

export async function livingSessions(
  deps: Deps,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await store.findSessions(deps.db, sessionIds, deps.clock())).keys());
}

export async function ownAccount(deps: Deps, actor: Actor): Promise<User> {
  const user = await store.findUser(deps.db, actor.id);
  if (!user) throw new AppError('SIGN_IN_REQUIRED');
  return ownUser(user);
}

/** Refreshes the own account. What it says is the server's own knowledge; names are changed in the profile. */
export async function refreshAccount(deps: Deps, actor: Actor): Promise<User> {
  return ownUser(await store.changeUser(deps.db, actor.id, { lastActiveAt: deps.clock() }));
}

/** Mirrors what the profile says; answers the account as it was before. */
export async function mirrorProfile(
  inner: TransactingDeps,
  userId: string,
  face: { name?: string; gender?: Gender | null; avatarUrl?: string | null },
): Promise<User> {
  const before = await store.lockUser(inner.db, userId);
  if (!before) throw new AppError('NOT_FOUND');
  await store.changeUser(inner.db, userId, face);
  return ownUser(before);
}

/** For what needs an age or a gender that somebody has said of themselves. Error: PROFILE_NOT_CONFIRMED. */
export function requireConfirmed(actor: Actor): void {
  if (!actor.isConfirmed) throw new AppError('PROFILE_NOT_CONFIRMED');
}

/** The person has said that age and gender of their profile are theirs; the first time counts. */
export const confirmPerson = (inner: TransactingDeps, userId: string): Promise<void> =>
  store.confirmUser(inner.db, userId, inner.clock());

/** Until the end of the transaction nobody else changes this person's account or profile. */
export async function lockAccount(inner: TransactingDeps, userId: string): Promise<void> {
  await store.lockUser(inner.db, userId);
}

export async function forgetExpiredSessions(deps: Deps): Promise<void> {
  await store.deleteExpiredSessions(deps.db, deps.clock());
}
