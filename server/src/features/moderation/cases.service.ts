import type { BodyOf, QueryOf } from '@dazi/contract/kernel/endpoint';
import type {
  listReports as listEndpoint,
  Reported,
  takeCase as takeEndpoint,
} from '@dazi/contract/moderation/moderation';
import {
  decisionLimits,
  type ReportTargetType,
  reportLimits,
  urgencies,
} from '@dazi/contract/moderation/moderation.rules';
import { standingsOf } from '#features/identity/identity.service.ts';
import { factsOfMedia, holdMediaUntil, type MediaFacts } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { MayRead, ReportedSnapshot, ReportTargets } from '#platform/area.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import * as store from './cases.store.ts';
import { type DecidedBefore, latestAbout } from './decisions.store.ts';
import { Office, requireModerator } from './involvement.service.ts';
import { caseOverdue } from './moderation.notices.ts';
import { personView, possibleActions, snapshotView, storedSnapshot } from './moderation.rules.ts';
import * as reportStore from './reports.store.ts';

/** The queue. Blocks between moderators and others take nothing out of it. */
export async function listReports(
  deps: Deps,
  targets: ReportTargets,
  actor: Actor,
  query: QueryOf<typeof listEndpoint>,
): Promise<{ reported: Reported[]; nextCursor: string | null; waiting: store.Waiting }> {
  requireModerator(actor);
  const which = { isOpen: (query.state ?? 'open') === 'open', urgency: query.urgency ?? null };
  const after = query.cursor ? placeOf(query.cursor) : null;
  const rows = await store.pageOfCases(deps.db, which, after, reportLimits.page);
  const last = rows.length === reportLimits.page ? rows.at(-1) : undefined;
  return {
    reported: await viewsOf(deps, targets, actor, rows),
    nextCursor: last ? cursorOfCase(last) : null,
    waiting: await store.countWaiting(deps.db),
  };
}

const cursorOfCase = ({ urgency, since, targetId }: store.CaseRow) =>
  cursorOf({ createdAt: since.toISOString(), id: `${urgency}_${targetId}` });

function placeOf(cursor: string) {
  const { createdAt, id } = frontierOf(cursor);
  const [, urgency, targetId] = /^(\d)_(.+)$/.exec(id) ?? [];
  if (urgency === undefined || targetId === undefined) throw new AppError('INVALID_INPUT');
  return { createdAt, id: targetId, urgency: Number(urgency) };
}

/** What these targets say now, asked of each kind once; by kind and id. */
export async function currentOf(deps: Deps, targets: ReportTargets, rows: readonly reportStore.Target[]) {
  const byKey = new Map<string, ReportedSnapshot>();
  for (const type of new Set(rows.map(({ targetType }) => targetType))) {
    const ids = rows.filter(({ targetType }) => targetType === type).map(({ targetId }) => targetId);
    for (const [id, said] of await targets[type].snapshots(deps, ids)) byKey.set(keyOf(type, id), said);
  }
  return byKey;
}

/** Who leads the rooms that these were said in, whatever is left of them; by kind and id. */
export async function leadersOf(
  deps: Deps,
  targets: ReportTargets,
  rows: readonly reportStore.Target[],
): Promise<ReadonlyMap<string, string>> {
  const leaders = new Map<string, string>();
  for (const type of new Set(rows.map(({ targetType }) => targetType))) {
    const ids = new Set(rows.filter(({ targetType }) => targetType === type).map(({ targetId }) => targetId));
    const found = await targets[type].roomLeaders?.(deps, [...ids]);
    for (const [id, leader] of found ?? []) leaders.set(keyOf(type, id), leader);
  }
  return leaders;
}

/** Who had a part in what a decision settled: reported it, or leads the room it was said in. */
export async function partInDecision(
  deps: Deps,
  targets: ReportTargets,
  decisionId: string,
): Promise<string[]> {
  const settled = await reportStore.reportsSettledBy(deps.db, decisionId);
  const leaders = await leadersOf(deps, targets, settled);
  return [...settled.map(({ reporterId }) => reporterId), ...leaders.values()];
}

export const keyOf = (type: ReportTargetType, id: string) => `${type} ${id}`;

interface Facts {
  office: Office;
  involved: ReadonlyMap<string, ReadonlySet<string>>;
  current: ReadonlyMap<string, ReportedSnapshot>;
  media: ReadonlyMap<string, MediaFacts>;
  people: ReadonlyMap<string, Awaited<ReturnType<typeof store.listPeople>>[number]>;
  tallies: ReadonlyMap<string, reportStore.Tally>;
  standing: Awaited<ReturnType<typeof standingsOf>>;
  reports: readonly reportStore.ReportRow[];
  alsoOpen: readonly store.AlsoOpen[];
  before: readonly DecidedBefore[];
}

const mostBefore = 3;
/** As many are read, since a settled case tells only of those before it. */
const readBefore = 30;

async function viewsOf(
  deps: Deps,
  targets: ReportTargets,
  actor: Actor,
  rows: readonly store.CaseRow[],
): Promise<Reported[]> {
  if (rows.length === 0) return [];
  const current = await currentOf(deps, targets, rows);
  const personOf = (row: store.CaseRow) =>
    row.personId ?? current.get(keyOf(row.targetType, row.targetId))?.ownerId ?? null;
  const personIds = [...new Set(rows.flatMap((row) => personOf(row) ?? []))];
  const reports = await reportStore.listReportsOf(deps.db, rows);
  const reporterIds = [...new Set(reports.map(({ reporterId }) => reporterId))];
  const office = await Office.read(deps);
  const leaders = await leadersOf(deps, targets, rows);
  const involved = new Map<string, ReadonlySet<string>>();
  for (const row of rows) {
    // As for a decision: who reported it before, and was answered, has no part in what waits.
    const by = reports
      .filter((report) => isOf(row, report) && report.state === 'open')
      .map(({ reporterId }) => reporterId);
    const key = keyOf(row.targetType, row.targetId);
    involved.set(key, await office.involved(deps, personOf(row), [...by, leaders.get(key)]));
  }
  const takers = rows.flatMap(({ takenBy }) => takenBy ?? []);
  const people = await store.listPeople(deps.db, [...new Set([...personIds, ...reporterIds, ...takers])]);
  const facts: Facts = {
    ...{ office, involved, current, reports },
    media: await factsOfMedia(
      deps,
      rows.flatMap(({ snapshot }) => snapshot?.mediaIds ?? []),
    ),
    people: new Map(people.map((person) => [person.id, person])),
    tallies: await reportStore.tallies(deps.db, 'made', reporterIds),
    standing: await standingsOf(deps, personIds),
    alsoOpen: await store.listOpenOf(deps.db, personIds),
    before: await latestAbout(deps.db, personIds, readBefore),
  };
  const now = deps.clock();
  return rows.map((row) => viewOf(targets, actor, { ...row, personId: personOf(row) }, facts, now));
}

const isOf = (one: reportStore.Target, other: reportStore.Target) =>
  one.targetType === other.targetType && one.targetId === other.targetId;

function viewOf(targets: ReportTargets, actor: Actor, row: store.CaseRow, facts: Facts, now: Date): Reported {
  const { targetType, targetId, personId } = row;
  const key = keyOf(targetType, targetId);
  const current = facts.current.get(key);
  const person = (personId && facts.people.get(personId)) || undefined;
  // Of what was reported before it was copied: what it says now.
  const said = row.snapshot ?? (row.isOpen && current ? storedSnapshot(current) : null);
  const involved = facts.involved.get(key)!;
  const needsAdministrator = facts.office.needsAdministrator(personId, [targetType]);
  const mayJudge = facts.office.mayJudge(actor, involved, needsAdministrator);
  const isRemovable = Boolean(targets[targetType].remove && current && current.goneAt === null);
  const role = facts.office.roleOf(person?.id ?? null);
  const isClosed = person !== undefined && facts.standing(person.id).kind === 'closed';
  const isTaken = row.takenBy !== null && row.takenUntil !== null && row.takenUntil > now;
  const taker = (isTaken && row.takenBy && facts.people.get(row.takenBy)) || undefined;
  return {
    targetType,
    targetId,
    person: person
      ? {
          ...personView(person),
          accountCreatedAt: person.createdAt.toISOString(),
          standing: facts.standing(person.id),
        }
      : null,
    snapshot: said ? snapshotView(said, current, facts.media) : null,
    urgency: urgencies[row.urgency] ?? 'week',
    since: row.since.toISOString(),
    isFolded: row.foldedUntil !== null,
    reports: facts.reports
      .filter((report) => isOf(row, report))
      .map((report) => reportView(report, facts, person?.id === actor.id)),
    alsoOpen: facts.alsoOpen
      .filter((other) => other.personId === personId && !isOf(row, other))
      .map(({ targetType: type, targetId: id, reason, since }) => ({
        ...{ targetType: type, targetId: id, reason },
        since: new Date(since).toISOString(),
      })),
    before: facts.before
      .map(({ createdAt, ...decided }) => ({ ...decided, createdAt: new Date(createdAt).toISOString() }))
      // A settled case has its own decision, which was not before it.
      .filter((one) => one.personId === personId && (row.isOpen || one.createdAt < row.since.toISOString()))
      .slice(0, mostBefore)
      .map(({ personId: _same, ...decided }) => decided),
    takenBy: taker ? personView(taker) : null,
    takenUntil: taker ? row.takenUntil!.toISOString() : null,
    version: row.version,
    can:
      row.isOpen && mayJudge
        ? possibleActions(actor, { targetType, isRemovable, person: role, isClosed })
        : [],
    isRemovable,
    isInvolved: involved.has(actor.id) && !mayJudge,
  };
}

/** Whoever it is about never learns who reported it, nor their words, though they moderate. */
function reportView(
  report: reportStore.ReportRow,
  { people, tallies }: Facts,
  isAboutReader: boolean,
): Reported['reports'][number] {
  const { id, part, reason, createdAt, state, reporterId } = report;
  const details = isAboutReader ? null : report.details;
  const reporter = isAboutReader ? undefined : people.get(reporterId);
  const { upheld = 0, dismissed = 0 } = tallies.get(reporterId) ?? {};
  return {
    ...{ id, part, reason, details, state },
    createdAt: new Date(createdAt).toISOString(),
    // Who has deleted their account is named to nobody from then on; what they reported stays until the erasure.
    reporter: reporter?.isThere ? { ...personView(reporter), upheld, dismissed } : null,
  };
}

/** Keeps a case for 15 minutes, or puts it back. Errors: REPORT_NOT_FOUND, CASE_TAKEN, INVOLVED. */
export async function takeCase(
  deps: Deps,
  targets: ReportTargets,
  actor: Actor,
  input: BodyOf<typeof takeEndpoint>,
): Promise<Date | null> {
  requireModerator(actor);
  return deps.transact(async (inner) => {
    const row = await store.lockCase(inner.db, input);
    if (!row?.isOpen) throw new AppError('REPORT_NOT_FOUND');
    const office = await Office.read(inner);
    const now = inner.clock();
    if (!input.take) {
      if (row.takenBy === actor.id) {
        await store.changeCase(inner.db, input, { takenBy: null, takenUntil: null });
        await office.tell(inner);
      }
      return null;
    }
    const current = (await targets[input.targetType].snapshots(inner, [input.targetId])).get(input.targetId);
    const personId = row.personId ?? current?.ownerId ?? null;
    const reporters = await reportStore.openReporters(inner.db, [input]);
    const leaders = await leadersOf(inner, targets, [input]);
    const involved = await office.involved(inner, personId, [...reporters, ...leaders.values()]);
    const needsAdministrator = office.needsAdministrator(personId, [input.targetType]);
    if (!office.mayJudge(actor, involved, needsAdministrator)) throw new AppError('INVOLVED');
    const until = new Date(now.getTime() + decisionLimits.claim_ms);
    if (!(await store.takeCase(inner.db, input, { userId: actor.id, until, now }))) {
      throw new AppError('CASE_TAKEN');
    }
    await office.tell(inner);
    return until;
  });
}

/** Of what a reported thing shows, for moderators, until it is decided. */
export const mayReadReportedMedia: MayRead = async (deps, viewer, medium) =>
  viewer?.isModerator === true && (await store.isInOpenCase(deps.db, medium.id));

/** Tells administrators once of each case whose time is over. */
export const tellOverdue = (deps: Deps, targets: ReportTargets): Promise<void> =>
  untilNoneIsLeft((limit) =>
    deps.transact(async (inner) => {
      const overdue = await store.lockOverdue(inner.db, inner.clock(), limit);
      if (overdue.length === 0) return 0;
      const office = await Office.read(inner);
      const current = await currentOf(inner, targets, overdue);
      for (const row of overdue) {
        const personId = row.personId ?? current.get(keyOf(row.targetType, row.targetId))?.ownerId ?? null;
        const reporters = await reportStore.openReporters(inner.db, [row]);
        const leaders = await leadersOf(inner, targets, [row]);
        const involved = await office.involved(inner, personId, [...reporters, ...leaders.values()]);
        const needsAdministrator = office.needsAdministrator(personId, [row.targetType]);
        publishNotice(inner, caseOverdue, { except: office.untold(personId, involved, needsAdministrator) });
      }
      await store.noteOverdueTold(inner.db, overdue);
      return overdue.length;
    }),
  );

/** What was copied goes when its time is over; cases that nobody reports any more close. */
export async function sweepCases(deps: Deps): Promise<void> {
  await deps.transact(async (inner) => {
    const now = inner.clock();
    const closed = await store.closeEmptyCases(inner.db, now);
    if (closed.length === 0) return;
    const mediaIds = closed.flatMap(({ snapshot }) => snapshot?.mediaIds ?? []);
    await holdMediaUntil(inner, mediaIds, now);
    await (await Office.read(inner)).tell(inner);
  });
  await untilNoneIsLeft((limit) =>
    deps.transact((inner) => store.eraseSnapshots(inner.db, inner.clock(), limit)),
  );
}
