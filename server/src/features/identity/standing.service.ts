import { newcomerBudgets } from '@dazi/contract/identity/newcomers.rules';
import type { Standing } from '@dazi/contract/identity/standing';
import { linksIn } from '@dazi/contract/kernel/links';
import type { ErrorCode } from '@dazi/contract/registry';
import type { AccountPart } from '#platform/account-part.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { rowsInPages } from '#platform/pages.ts';
import { port } from '#platform/ports.ts';
import { deleteBlockOf } from './blocked-identities.store.ts';
import { goodStanding, isAdministrator, isOut, standingAt } from './identity.rules.ts';
import * as identityStore from './identity.store.ts';
import {
  budgetAgain_s,
  budgetOf,
  type Done,
  isNewcomer,
  linksFor,
  type NewcomerBudget,
} from './newcomers.rules.ts';
import { tellSessionEnded } from './sessions.service.ts';
import * as store from './standing.store.ts';

/** How an account stands at this moment; good for whoever is not known. */
export async function standingOf(deps: Deps, userId: string): Promise<Standing> {
  return standingAt((await store.findStanding(deps.db, userId)) ?? null, deps.clock());
}

/** The same, with the account locked: until the end of the transaction nothing else takes the place of what stands. */
export async function lockedStandingOf(inner: TransactingDeps, userId: string): Promise<Standing> {
  await identityStore.lockUser(inner.db, userId);
  return standingOf(inner, userId);
}

export async function standingsOf(
  deps: Deps,
  userIds: readonly string[],
): Promise<(userId: string) => Standing> {
  const rows = userIds.length > 0 ? await store.findStandings(deps.db, userIds) : new Map();
  const now = deps.clock();
  return (userId) => standingAt(rows.get(userId) ?? null, now);
}

/** In the place of what stood. Whoever is out is hidden from the commit on, and streams end; their sessions stay. */
export async function setStanding(
  inner: TransactingDeps,
  parts: readonly AccountPart[],
  userId: string,
  after: Standing,
): Promise<void> {
  await identityStore.lockUser(inner.db, userId);
  const row = await store.findStanding(inner.db, userId);
  const before = standingAt(row ?? null, inner.clock());
  const unreadDecisionId = row?.unreadDecisionId ?? null;
  if (row?.kind === 'closed' && after.kind !== 'closed') await deleteBlockOf(inner.db, userId);
  if (after.kind === 'good' && unreadDecisionId === null) await store.deleteStanding(inner.db, userId);
  else {
    const until = after.until === null ? null : new Date(after.until);
    const since = inner.clock();
    await store.saveStanding(inner.db, { ...after, userId, since, until, unreadDecisionId });
  }
  // Streams that were opened as the other are opened anew.
  if (isOut(before) === isOut(after)) return;
  for (const sessionId of await store.sessionIdsOf(inner.db, userId)) tellSessionEnded(inner, sessionId);
  for (const part of parts) await part.changed?.(inner, userId);
}

export const liftStanding = (
  inner: TransactingDeps,
  parts: readonly AccountPart[],
  userId: string,
): Promise<void> => setStanding(inner, parts, userId, goodStanding);

/** Keeps a decision before the person's page until they have read it; what stands against them stays. */
export async function requireReading(
  inner: TransactingDeps,
  userId: string,
  decisionId: string,
): Promise<void> {
  await identityStore.lockUser(inner.db, userId);
  const row = await store.findStanding(inner.db, userId);
  const standing = row ?? {
    userId,
    kind: 'good' as const,
    since: inner.clock(),
    until: null,
    decisionId: null,
  };
  await store.saveStanding(inner.db, { ...standing, unreadDecisionId: decisionId });
}

/** Whoever is suspended for so long no longer keeps what others need somebody for. */
export const keptWhileSuspended_ms = 14 * 24 * 60 * 60 * 1000;

/** Whether what somebody runs for others passes on: they have left, were closed, or are suspended for long. */
export async function givesUpOffices(deps: Deps, userId: string): Promise<boolean> {
  const found = await store.findAbsence(deps.db, userId);
  if (!found || found.leftAt) return true;
  const now = deps.clock();
  const { kind } = standingAt(found.standing, now);
  if (kind === 'closed') return true;
  return kind === 'suspended' && now.getTime() - found.standing!.since.getTime() >= keptWhileSuspended_ms;
}

/** False for whoever deleted their account or is put out at this moment. */
export async function accountStandsNow(deps: Deps, userId: string): Promise<boolean> {
  const found = await store.findAbsence(deps.db, userId);
  return Boolean(found) && !found!.leftAt && !isOut(standingAt(found!.standing, deps.clock()));
}

/** Accounts that were closed up to an instant and are not being erased. */
export const closedBefore = (deps: Deps, before: Date): AsyncGenerator<{ userId: string }> =>
  rowsInPages(
    (after, limit) => store.pageOfClosedBefore(deps.db, before, after, limit),
    ({ userId }) => userId,
  );

/** False when it was read before, or was never to be read. */
export const readUnread = (inner: TransactingDeps, userId: string, decisionId: string): Promise<boolean> =>
  store.markRead(inner.db, userId, decisionId);

/** Measures ended in one run of the job; the rest waits for the next. */
const batch = 100;

/** Where somebody is back whose measure is over, that is told. Answers whose it was. */
export async function endMeasures(deps: Deps, parts: readonly AccountPart[]): Promise<string[]> {
  const ended: string[] = [];
  for (const { userId } of await store.findEndedMeasures(deps.db, deps.clock(), batch)) {
    const hasEnded = await deps.transact(async (inner) => {
      await identityStore.lockUser(inner.db, userId);
      const row = await store.findStanding(inner.db, userId);
      if (!row?.until || row.until > inner.clock()) return false;
      if (row.unreadDecisionId === null) await store.deleteStanding(inner.db, userId);
      else await store.saveStanding(inner.db, { ...row, kind: 'good', until: null, decisionId: null });
      if (row.kind === 'suspended' || row.kind === 'closed') {
        for (const sessionId of await store.sessionIdsOf(inner.db, userId))
          tellSessionEnded(inner, sessionId);
        for (const part of parts) await part.changed?.(inner, userId);
      }
      return true;
    });
    if (hasEnded) ended.push(userId);
  }
  return ended;
}

export interface OfficeHolder {
  id: string;
  name: string;
  avatarUrl: string | null;
  role: 'moderator' | 'administrator';
  since: Date | null;
  appointedBy: string | null;
}

export async function officeHolders(deps: Deps): Promise<OfficeHolder[]> {
  const adminEmails = deps.config.demoPublic ? [] : deps.config.adminEmails;
  return (await store.findOfficeHolders(deps.db, adminEmails)).map((row) => ({
    id: row.id,
    name: row.name,
    avatarUrl: row.avatarUrl,
    role: isAdministrator(row, deps.config) ? 'administrator' : 'moderator',
    since: row.since,
    appointedBy: row.appointedBy,
  }));
}

export async function isModeratorNow(deps: Deps, userId: string): Promise<boolean> {
  return (await store.findModerators(deps.db, [userId])).has(userId);
}

/** False when they are one already. */
export const appointModerator = (
  inner: TransactingDeps,
  userId: string,
  appointedBy: string | null,
): Promise<boolean> => store.insertModerator(inner.db, { userId, since: inner.clock(), appointedBy });

/** False when they were none. */
export const dismissModerator = (inner: TransactingDeps, userId: string): Promise<boolean> =>
  store.deleteModerator(inner.db, userId);

export type Knows = (deps: Deps, userId: string, otherId: string) => Promise<boolean>;
export const knowsPort = port<Knows>('whether one person knows another');

/** For what reaches anybody: not for somebody whose account is limited. Error: ACCOUNT_LIMITED. */
export function requireReach(actor: Actor): void {
  if (actor.standing.kind === 'limited') throw new AppError('ACCOUNT_LIMITED');
}

/** The same for what reaches one person, who may know them. */
export async function requireReachTo(deps: Deps, actor: Actor, otherId: string, knows: Knows): Promise<void> {
  if (actor.standing.kind !== 'limited' || otherId === actor.id) return;
  if (!(await knows(deps, otherId, actor.id))) throw new AppError('ACCOUNT_LIMITED');
}

/**
 * Why somebody may not do once more what newcomers do only so often a day; null when they may. It is counted from rows,
 * and nobody adds any for the same account until the end of the transaction. `others.most` holds where there are no
 * budgets, and `others.code` is what somebody hears who is new no more.
 */
export async function overBudget(
  inner: TransactingDeps,
  actor: Pick<Actor, 'id' | 'createdAt'>,
  kind: NewcomerBudget,
  doneSince: (since: Date) => Promise<Done>,
  others: { most: number | null; code: ErrorCode } = { most: null, code: 'DAY_LIMIT' },
): Promise<AppError | null> {
  const now = inner.clock();
  const most = budgetOf(kind, actor, now, inner.config) ?? others.most;
  if (most === null) return null;
  await store.lockBudget(inner.db, actor.id, kind);
  return overBudgetWith(
    inner,
    actor,
    kind,
    await doneSince(new Date(now.getTime() - newcomerBudgets.day_ms)),
    others,
  );
}

/** The same for whoever has counted already, and holds off others who would add to it. */
export function overBudgetWith(
  deps: Deps,
  actor: Pick<Actor, 'id' | 'createdAt'>,
  kind: NewcomerBudget,
  done: Done,
  others: { most: number | null; code: ErrorCode } = { most: null, code: 'DAY_LIMIT' },
): AppError | null {
  const now = deps.clock();
  const most = budgetOf(kind, actor, now, deps.config) ?? others.most;
  if (most === null || done.count < most) return null;
  const code = isNewcomer(actor, now, deps.config) ? 'NEWCOMER_LIMIT' : others.code;
  return new AppError(code, { retryAfter_s: budgetAgain_s(done, actor, now) });
}

/** Errors: NEWCOMER_LIMIT, for who is new no more DAY_LIMIT. */
export async function requireBudget(...asked: Parameters<typeof overBudget>): Promise<void> {
  const refusal = await overBudget(...asked);
  if (refusal) throw refusal;
}

/** Whether a text for strangers has more links than a newcomer may send. */
export function hasTooManyLinks(deps: Deps, actor: Actor, text: string): boolean {
  const most = linksFor(actor, deps.clock(), deps.config);
  return most !== null && linksIn(text).length > most;
}

/** Refuses a text for strangers with more links than a newcomer may send. Error: NEWCOMER_LINKS. */
export function refuseLinks(...asked: Parameters<typeof hasTooManyLinks>): void {
  if (hasTooManyLinks(...asked)) throw new AppError('NEWCOMER_LINKS');
}
