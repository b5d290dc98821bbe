import type { Standing } from '@dazi/contract/identity/standing';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { Decision, decideAppeal as decideEndpoint, Judged } from '@dazi/contract/moderation/decisions';
import { appealLimits, type DecisionAction, reportLimits } from '@dazi/contract/moderation/moderation.rules';
import {
  liftStanding,
  lockedStandingOf,
  readUnread,
  requireReading,
  standingOf,
} from '#features/identity/identity.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { acceptFaceAgain, type FacePart } from '#features/people/profiles/profiles.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { ReportTargets } from '#platform/area.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { partInDecision } from './cases.service.ts';
import { type CaseRow, listPeople, lockCases } from './cases.store.ts';
import { applyMeasure, type House } from './decisions.service.ts';
import * as store from './decisions.store.ts';
import { Office, requireModerator } from './involvement.service.ts';
import { appealDecided, appealMade } from './moderation.notices.ts';
import {
  acceptUntil,
  decisionView,
  isMilder,
  type Person,
  personView,
  standingAfter,
} from './moderation.rules.ts';
import { writeLog } from './moderation-log.service.ts';

export async function listOwnDecisions(
  deps: Deps,
  actor: Actor,
  cursor: string | undefined,
): Promise<{ decisions: Decision[]; nextCursor: string | null; standing: Standing }> {
  const below = cursor === undefined ? null : Number(cursor);
  if (below !== null && !Number.isSafeInteger(below)) throw new AppError('INVALID_INPUT');
  const rows = await store.pageOfDecisionsAbout(deps.db, actor.id, below, reportLimits.page);
  const office = await Office.read(deps);
  const involved = await office.involved(deps, actor.id, []);
  const now = deps.clock();
  return {
    decisions: rows.map((row) => decisionView(row, now, office.reviewersOf(row, involved).length > 0)),
    nextCursor: rows.length === reportLimits.page ? String(rows.at(-1)!.number) : null,
    standing: await standingOf(deps, actor.id),
  };
}

/** Whoever had a part in what was decided is involved in its appeal as well. */
const involvedIn = async (
  deps: Deps,
  targets: ReportTargets,
  office: Office,
  row: Pick<store.DecisionRow, 'id' | 'personId'>,
) => office.involved(deps, row.personId, await partInDecision(deps, targets, row.id));

/** A decision about this person; dismissals are not told, and those of others are as if they were not there. */
async function requireOwnDecision(inner: TransactingDeps, actor: Actor, decisionId: string) {
  const row = await store.lockDecision(inner.db, decisionId);
  if (row?.personId !== actor.id || row.action === 'dismiss') throw new AppError('DECISION_NOT_FOUND');
  return row;
}

export async function readDecision(deps: Deps, actor: Actor, decisionId: string): Promise<Date> {
  return deps.transact(async (inner) => {
    const row = await requireOwnDecision(inner, actor, decisionId);
    const readAt = row.readAt ?? inner.clock();
    if (!row.readAt) await store.changeDecision(inner.db, decisionId, { readAt });
    // Other devices go on, too.
    if (await endReading(inner, actor.id, decisionId))
      tellPerson(inner, actor.id, { type: 'standing_changed' });
    return readAt;
  });
}

/** False when it did not have to be read. Behind a warning there may be an earlier one that was not read either. */
async function endReading(inner: TransactingDeps, personId: string, decisionId: string): Promise<boolean> {
  if (!(await readUnread(inner, personId, decisionId))) return false;
  const earlierId = await store.findUnreadWarning(inner.db, personId, decisionId);
  if (earlierId) await requireReading(inner, personId, earlierId);
  return true;
}

/** Once a decision, within 30 days, whether the measure stands or not. */
export async function appeal(
  deps: Deps,
  targets: ReportTargets,
  actor: Actor,
  decisionId: string,
  text: string,
): Promise<NonNullable<Decision['appeal']>> {
  return deps.transact(async (inner) => {
    const row = await requireOwnDecision(inner, actor, decisionId);
    const now = inner.clock();
    if (row.appealState) throw new AppError('APPEALED_ALREADY');
    if (now.getTime() - row.createdAt.getTime() > appealLimits.within_ms)
      throw new AppError('APPEAL_TOO_LATE');
    await store.changeDecision(inner.db, decisionId, {
      appealText: text,
      appealedAt: now,
      appealState: 'open',
    });
    await writeLog(inner, { action: 'appeal_made', actorId: actor.id, personId: actor.id });
    const office = await Office.read(inner);
    const involved = await involvedIn(inner, targets, office, row);
    const others = office.reviewersOf(row, involved);
    const except = others.length > 0 ? office.holders.filter((one) => !others.includes(one)) : [];
    publishNotice(inner, appealMade, { decisionId, except: except.map(({ id }) => id) });
    await office.tell(inner);
    const madeAt = now.toISOString();
    return { text, madeAt, state: 'open', decidedAt: null, reason: null, bySomebodyElse: null };
  });
}

export interface AppealView {
  decision: Judged;
  person: Person | null;
  can: boolean;
}

export async function listAppeals(
  deps: Deps,
  targets: ReportTargets,
  actor: Actor,
  query: { state?: 'open' | 'resolved' | undefined; cursor?: string | undefined },
): Promise<{ appeals: AppealView[]; nextCursor: string | null }> {
  requireModerator(actor);
  const isOpen = (query.state ?? 'open') === 'open';
  const after = query.cursor ? frontierOf(query.cursor) : null;
  const rows = await store.pageOfAppeals(deps.db, isOpen, after, reportLimits.page);
  const office = await Office.read(deps);
  const people = await peopleOf(deps, rows);
  const now = deps.clock();
  const appeals: AppealView[] = [];
  for (const row of rows) {
    const involved = await involvedIn(deps, targets, office, row);
    appeals.push({
      decision: judgedView(row, people, now),
      person: (row.personId && people.get(row.personId)) || null,
      can: isOpen && office.mayReview(actor, row, involved),
    });
  }
  const last = rows.length === reportLimits.page ? rows.at(-1) : undefined;
  const at = last && (isOpen ? last.appealedAt : last.appealDecidedAt);
  return { appeals, nextCursor: last && at ? cursorOf({ createdAt: at.toISOString(), id: last.id }) : null };
}

export async function peopleOf(
  deps: Deps,
  rows: readonly Pick<store.DecisionRow, 'personId' | 'decidedBy'>[],
): Promise<ReadonlyMap<string, Person>> {
  const ids = new Set(rows.flatMap(({ personId, decidedBy }) => [personId ?? [], decidedBy ?? []].flat()));
  return new Map((await listPeople(deps.db, [...ids])).map((row) => [row.id, personView(row)]));
}

export const judgedView = (
  row: store.DecisionWithHash,
  people: ReadonlyMap<string, Person>,
  now: Date,
): Judged => ({
  ...decisionView(row, now, true),
  by: (row.decidedBy && people.get(row.decidedBy)) || null,
});

type Input = BodyOf<typeof decideEndpoint>;

/** Upheld, changed to something milder, or lifted. Errors: DECISION_NOT_FOUND, APPEAL_ANSWERED, INVOLVED, and of the new measure. */
export async function decideAppeal(
  deps: Deps,
  house: House,
  actor: Actor,
  decisionId: string,
  input: Input,
): Promise<Decision> {
  requireModerator(actor);
  return deps.transact(async (inner) => {
    const row = await store.lockDecision(inner.db, decisionId);
    if (!row?.appealState || row.personId === null) throw new AppError('DECISION_NOT_FOUND');
    if (row.appealState !== 'open') throw new AppError('APPEAL_ANSWERED');
    const { personId } = row;
    const office = await Office.read(inner);
    const involved = await involvedIn(inner, house.targets, office, row);
    if (!office.mayReview(actor, row, involved)) {
      const isTooMuch = !involved.has(actor.id) && office.isForAdministrators(row) && !actor.isAdministrator;
      throw new AppError(isTooMuch ? 'ADMINISTRATORS_ONLY' : 'INVOLVED');
    }
    const stands = (await lockedStandingOf(inner, personId)).decisionId === decisionId;
    const changed = input.outcome === 'changed' ? acceptChange(inner, actor, row, input) : null;
    // What is over, or has another measure in its place, is not to be followed by a new one.
    if (changed && !stands && standingAfter(changed.action, changed.until, decisionId))
      throw new AppError('ACTION_NOT_POSSIBLE');
    if (input.outcome !== 'upheld') {
      if (stands) await liftStanding(inner, house.parts, personId);
      await endReading(inner, personId, decisionId);
    }
    // An account that stands again: what comes back is somebody's.
    if (input.outcome === 'lifted') await bringBack(inner, house, row, personId);
    if (changed) {
      await takeBack(inner, house, row, personId);
      await applyMeasure(inner, house.parts, personId, { decisionId, decidedBy: actor.id, ...changed });
      await store.changeDecision(inner.db, decisionId, changed);
    }
    await store.changeDecision(inner.db, decisionId, {
      appealState: input.outcome,
      appealDecidedAt: inner.clock(),
      appealReason: input.reason,
      appealDecidedBy: actor.id,
      appealBySomebodyElse: actor.id !== row.decidedBy,
    });
    await writeLog(inner, {
      ...{ action: 'appeal_decided', code: input.outcome, actorId: actor.id, personId, reason: input.reason },
      ...{ until: changed?.until ?? null, wasInvolved: involved.has(actor.id) },
    });
    publishNotice(inner, appealDecided, { userId: personId, decisionId });
    tellPerson(inner, personId, { type: 'standing_changed' });
    await office.tell(inner);
    return decisionView((await store.findDecision(inner.db, decisionId))!, inner.clock(), false);
  });
}

/** ACTION_NOT_POSSIBLE for what is not milder than what was decided. */
function acceptChange(
  inner: TransactingDeps,
  actor: Actor,
  row: store.DecisionRow,
  { action, until }: Input,
): { action: DecisionAction; until: Date | null } {
  if (!action || action === 'dismiss' || action === 'remove') throw new AppError('ACTION_NOT_POSSIBLE');
  const changed = { action, until: acceptUntil(actor, action, until, inner.clock()) };
  if (!isMilder(changed, row)) throw new AppError('ACTION_NOT_POSSIBLE');
  return changed;
}

/** What was removed comes back as far as it is there; a face may be taken again. */
async function bringBack(inner: TransactingDeps, house: House, row: store.DecisionRow, personId: string) {
  await bringBackRemoved(inner, house, row);
  await acceptHidden(inner, row, personId);
}

/** What something milder takes the place of; what went away beside a measure stays away. */
async function takeBack(inner: TransactingDeps, house: House, row: store.DecisionRow, personId: string) {
  await acceptHidden(inner, row, personId);
  if (row.action !== 'remove') return;
  await bringBackRemoved(inner, house, row);
  await store.changeDecision(inner.db, row.id, { removed: [] });
}

async function bringBackRemoved(inner: TransactingDeps, { targets }: House, row: store.DecisionRow) {
  const found = new Map<string, CaseRow>();
  for (const one of await lockCases(inner.db, row.removed))
    found.set(`${one.targetType} ${one.targetId}`, one);
  for (const type of new Set(row.removed.map(({ targetType }) => targetType))) {
    const ids = row.removed.filter(({ targetType }) => targetType === type).map(({ targetId }) => targetId);
    await targets[type].lockForRestoring?.(inner, ids);
  }
  for (const target of row.removed) {
    const snapshot = found.get(`${target.targetType} ${target.targetId}`)?.snapshot;
    const said = { content: snapshot?.content ?? '', mediaIds: snapshot?.mediaIds ?? [] };
    await targets[target.targetType].restore?.(inner, target.targetId, said);
  }
}

async function acceptHidden(inner: TransactingDeps, row: store.DecisionRow, personId: string) {
  if (row.action.startsWith('hide_')) {
    await acceptFaceAgain(inner, personId, row.action.slice('hide_'.length) as FacePart);
  }
}
