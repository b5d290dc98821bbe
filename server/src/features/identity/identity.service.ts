import type { Gender, User } from '@dazi/contract/identity/identity';
import type { Language } from '@dazi/contract/identity/identity.rules';
import { AppError } from '#platform/app-error.ts';
import { BatchLoader } from '#platform/batch-loader.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor, FindViewer } from '#platform/http/viewer.ts';
import { port } from '#platform/ports.ts';
import type { ProvenIdentity } from '#platform/sign-in/relying-party.ts';

export { blockIdentity, pageOfBlocks, unblock } from './blocked-identities.service.ts';
export { madeBefore, makeOnce, type Remember } from './client-ids.service.ts';
export { visibleEmail } from './identity.rules.ts';
export {
  accountIsThere,
  accountStands,
  accountStandsAt,
  anyIsOut,
  isInGoodStanding,
  namedRecipients,
} from './identity.store.ts';
export { blockedWithPort, invitedBy } from './invitations.service.ts';
export { eraseClosedAccount } from './leaving.service.ts';
export { type Done, isNewcomer } from './newcomers.rules.ts';
export { changeRegistration, registrationMode } from './registration.service.ts';
export {
  devicesTopics,
  hashOf,
  type LivingSession,
  livingSessions,
  openSession,
  type PushedSessions,
  pushedSessionsPort,
  sessionTopics,
  tellDevicesChanged,
} from './sessions.service.ts';
export {
  accountStandsNow,
  appointModerator,
  closedBefore,
  dismissModerator,
  endMeasures,
  givesUpOffices,
  hasTooManyLinks,
  isModeratorNow,
  type Knows,
  keptWhileSuspended_ms,
  knowsPort,
  liftStanding,
  lockedStandingOf,
  type OfficeHolder,
  officeHolders,
  overBudget,
  overBudgetWith,
  readUnread,
  refuseLinks,
  requireBudget,
  requireReach,
  requireReachTo,
  requireReading,
  setStanding,
  standingOf,
  standingsOf,
} from './standing.service.ts';
export { doneIn } from './standing.store.ts';

import {
  accountName,
  isAdministrator,
  lastActiveIsOld,
  ownUser,
  standingAt,
  storable,
} from './identity.rules.ts';
import * as store from './identity.store.ts';
import type { BlockedWith } from './invitations.service.ts';
import { insertUse } from './invitations.store.ts';
import { requireAdmission } from './registration.service.ts';
import { hashOf, noteUse } from './sessions.service.ts';
import { type FoundSession, findSessions } from './sessions.store.ts';

export type SignedOut = (deps: Deps, userId: string) => Promise<void>;
export const signedOutPort = port<SignedOut>('what else goes when somebody signs out');

function actorFrom(deps: Deps, { user, standing, moderatesSince }: FoundSession): Actor {
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

/** How somebody without an account comes in: by an invitation, by none, or as one of those who make up the demo town. */
export type Entrance = { invitationId: string | null; blockedWith: BlockedWith } | 'demo-town';
const byNone: Entrance = { invitationId: null, blockedWith: async () => new Set() };

/** By issuer and subject; opens one for whoever may come in. Throws as `requireAdmission`, before it writes. */
export async function accountOf(
  deps: Deps,
  identity: ProvenIdentity,
  entrance: Entrance = byNone,
): Promise<User> {
  const now = deps.clock();
  const user = {
    id: deps.ids.next(now),
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email && storable(identity.email),
    emailVerified: identity.emailVerified,
    name: accountName(identity.name),
    verified: true,
    createdAt: now,
    lastActiveAt: now,
  };
  const known = await store.refreshUser(deps.db, user);
  if (known) return ownUser(known);
  return deps.transact(async (inner) => {
    let invitationId: string | null = null;
    try {
      if (entrance !== 'demo-town')
        invitationId = await requireAdmission(inner, identity, entrance.invitationId, entrance.blockedWith);
    } catch (refusal) {
      // Another tab of the same person may have taken the last place a moment ago.
      const opened = await store.refreshUser(inner.db, user);
      if (opened) return ownUser(opened);
      throw refusal;
    }
    // Opened a moment ago by the same person in another tab.
    const opened = await store.insertUser(inner.db, user);
    if (!opened) return ownUser((await store.refreshUser(inner.db, user))!);
    if (invitationId) await insertUse(inner.db, { userId: user.id, invitationId, usedAt: now });
    return ownUser(opened);
  });
}

/** One that gets no answer holds up nobody else. */
const sessionReads = 4;

/** Whose session a token stands for, or null; requests that arrive together are looked up together. */
export function viewerFinder(deps: Deps): FindViewer {
  const sessions = new BatchLoader((ids: readonly string[]) => findSessions(deps.db, ids, deps.clock()), {
    mostReads: sessionReads,
    gathersFirst: true,
  });
  return async (token) => {
    const sessionId = hashOf(token);
    const found = await sessions.load(sessionId);
    if (!found) return null;
    const { user, expiresAt, leftAt, handle: deviceId, isKept } = found;
    const now = deps.clock();
    if (lastActiveIsOld(user.lastActiveAt, now)) {
      await store.changeUser(deps.db, user.id, { lastActiveAt: now });
    }
    const slidTo = await noteUse(deps, found);
    const session = { sessionId, deviceId, isKept, expiresAt: slidTo ?? expiresAt, slidTo };
    return { actor: actorFrom(deps, found), ...session, leftAt };
  };
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

/** In which mails to somebody are from now on. */
export async function noteLanguage(
  inner: TransactingDeps,
  userId: string,
  language: Language,
): Promise<void> {
  await store.changeUser(inner.db, userId, { language });
}

/** Until the end of the transaction nobody else changes this person's account or profile. */
export async function lockAccount(inner: TransactingDeps, userId: string): Promise<void> {
  await store.lockUser(inner.db, userId);
}
