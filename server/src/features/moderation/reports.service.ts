import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { withoutLinks } from '@dazi/contract/kernel/links';
import type { OwnReport, report as reportEndpoint } from '@dazi/contract/moderation/moderation';
import {
  type ReportTargetType,
  reportLimits,
  type Urgency,
  urgencies,
  urgencyOf,
} from '@dazi/contract/moderation/moderation.rules';
import { lockAccount } from '#features/identity/identity.service.ts';
import { foldMedia, holdMedia } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { ReportedSnapshot, ReportTarget, ReportTargets } from '#platform/area.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { leadersOf } from './cases.service.ts';
import * as caseStore from './cases.store.ts';
import { Office } from './involvement.service.ts';
import { caseOpened } from './moderation.notices.ts';
import { storedSnapshot } from './moderation.rules.ts';
import type { StoredSnapshot } from './moderation.tables.ts';
import * as store from './reports.store.ts';

const day_ms = 24 * 60 * 60 * 1000;
/** From how many reporters on things fold, how long those must have been here, and how long they stay so at most. */
const foldingLimits = { reporters: 2, settled_ms: 7 * day_ms, folded_ms: 3 * day_ms } as const;
/** Media of an open case stay for as long as it may take to decide it. */
const heldWhileOpen_ms = 365 * day_ms;

type Input = BodyOf<typeof reportEndpoint>;
type Key = { targetType: ReportTargetType; targetId: string };

/** The first one copies what it says. Whoever wrote it may have taken it away or blocked the reporter: the answer is the same. */
export async function report(
  deps: Deps,
  targets: ReportTargets,
  actor: Actor,
  input: Input,
): Promise<{ id: string; createdAt: string; urgency: Urgency }> {
  const { targetType, targetId } = input;
  const target = { targetType, targetId };
  if (input.part && targetType !== 'person') throw new AppError('INVALID_INPUT');
  const ownerId = await targets[targetType].ownerOf(deps, actor, targetId, input.invite);
  if (ownerId === actor.id) throw new AppError('OWN_REPORT');
  const current = (await targets[targetType].snapshots(deps, [targetId])).get(targetId) ?? null;
  return deps.transact(async (inner) => {
    const createdAt = inner.clock();
    await lockAccount(inner, actor.id);
    const since = new Date(createdAt.getTime() - day_ms);
    if ((await store.countReportsSince(inner.db, actor.id, since)) >= reportLimits.aDay) {
      throw new AppError('TOO_MANY_REPORTS');
    }
    const id = inner.ids.next(createdAt);
    const personId = targets[targetType].changesHands ? null : ownerId;
    const before = await openCase(inner, target, { personId, createdAt });
    await refuseRepeated(inner, actor, input, before, current);
    const made = await store.insertReport(inner.db, {
      ...{ id, reporterId: actor.id, targetType, targetId, targetOwnerId: personId, createdAt },
      part: input.part ?? null,
      reason: input.reason,
      details: input.details || null,
      state: 'open',
    });
    if (!made) throw new AppError('REPORT_REPEATED');
    await foldWhatWasReported(inner, targets[targetType], target, current);
    const leaders = await leadersOf(inner, targets, [target]);
    const partIn = [actor.id, ...leaders.values()];
    await addToCase(inner, target, before, { urgency: urgencyOf[input.reason], current, partIn, createdAt });
    return { id, createdAt: createdAt.toISOString(), urgency: urgencyOf[input.reason] };
  });
}

/** Pictures and links that enough people whose reports count call harmful show to nobody until a moderator has looked. */
async function foldWhatWasReported(
  inner: TransactingDeps,
  target: ReportTarget,
  key: Key,
  current: ReportedSnapshot | null,
) {
  const hasLinks = current !== null && withoutLinks(current.content) !== current.content;
  if (!current || (current.mediaIds.length === 0 && !hasLinks)) return;
  const now = inner.clock().getTime();
  const settledBefore = new Date(now - foldingLimits.settled_ms);
  const { atOnce, settled } = await store.countFolding(inner.db, key, settledBefore);
  const isHarmful = settled >= foldingLimits.reporters;
  const hasFoldedPictures = (atOnce > 0 || isHarmful) && (await foldMedia(inner, current.mediaIds));
  const hasFoldedLinks = isHarmful && hasLinks && (await target.foldLinks?.(inner, key.targetId, 'folded'));
  if (!hasFoldedPictures && !hasFoldedLinks) return;
  await caseStore.insertCaseMedia(inner.db, key, current.mediaIds);
  await caseStore.changeCase(inner.db, key, { foldedUntil: new Date(now + foldingLimits.folded_ms) });
  await target.tellFolded?.(inner, key.targetId);
}

/** The case of a target, held; made where there is none. */
async function openCase(
  inner: TransactingDeps,
  target: Key,
  { personId, createdAt }: { personId: string | null; createdAt: Date },
): Promise<caseStore.CaseRow> {
  const fresh = {
    ...target,
    personId,
    isOpen: false,
    urgency: urgencies.length,
    since: createdAt,
    version: 0,
  };
  await caseStore.ensureCase(inner.db, fresh);
  return (await caseStore.lockCase(inner.db, target))!;
}

/** Who was told that no rule is broken reports the same again only once it reads differently; or what somebody does. */
async function refuseRepeated(
  inner: TransactingDeps,
  actor: Actor,
  input: Input,
  before: caseStore.CaseRow,
  current: ReportedSnapshot | null,
) {
  if (before.isOpen || before.version === 0) return;
  const last = await store.lastReportOf(inner.db, actor.id, input);
  if (last?.state !== 'dismissed' || !before.snapshot || !current) return;
  const isBehaviour = input.targetType === 'person' && (input.part ?? 'behaviour') === 'behaviour';
  if (!isBehaviour && isSame(before.snapshot, current)) throw new AppError('REPORT_REPEATED');
}

const isSame = (stored: StoredSnapshot, current: ReportedSnapshot) =>
  stored.content === current.content && stored.mediaIds.join() === current.mediaIds.join();

async function addToCase(
  inner: TransactingDeps,
  target: Key,
  before: caseStore.CaseRow,
  report: { urgency: Urgency; current: ReportedSnapshot | null; partIn: string[]; createdAt: Date },
) {
  const { current, partIn, createdAt } = report;
  const rank = urgencies.indexOf(report.urgency);
  const isFirst = !before.isOpen;
  const snapshot = isFirst ? (current ? storedSnapshot(current) : before.snapshot) : before.snapshot;
  const isMoreUrgent = isFirst || rank < before.urgency;
  await caseStore.changeCase(inner.db, target, {
    isOpen: true,
    urgency: isMoreUrgent ? rank : before.urgency,
    since: isFirst ? createdAt : before.since,
    version: before.version + 1,
    snapshot,
    eraseAt: null,
    ...(isFirst && { takenBy: null, takenUntil: null }),
    ...(isMoreUrgent && { isOverdueTold: false }),
  });
  if (isFirst && snapshot && snapshot.mediaIds.length > 0) {
    await holdMedia(inner, snapshot.mediaIds, new Date(createdAt.getTime() + heldWhileOpen_ms));
    await caseStore.insertCaseMedia(inner.db, target, snapshot.mediaIds);
  }
  const office = await Office.read(inner);
  await office.tell(inner);
  if (!isMoreUrgent) return;
  // A room's owner is nobody's case, and hears of it as little as anybody whom one is about.
  const personId = before.personId ?? current?.ownerId ?? null;
  const involved = await office.involved(inner, personId, partIn);
  const needsAdministrator = office.needsAdministrator(personId, [target.targetType]);
  const except = office.untold(personId, involved, needsAdministrator);
  publishNotice(inner, caseOpened, { urgency: report.urgency, except });
}

export async function listOwnReports(
  deps: Deps,
  actor: Actor,
  cursor: string | undefined,
): Promise<{ reports: OwnReport[]; nextCursor: string | null }> {
  const limit = reportLimits.page;
  const after = cursor ? frontierOf(cursor) : null;
  const rows = await store.pageOfOwnReports(deps.db, actor.id, after, limit);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    reports: rows.map(({ id, targetType, reason, createdAt, state, resolvedAt, rule }) => ({
      ...{ id, targetType, reason, state },
      createdAt: createdAt.toISOString(),
      decidedAt: resolvedAt?.toISOString() ?? null,
      rule: state === 'upheld' ? rule : null,
    })),
    nextCursor: last ? cursorOf({ createdAt: last.createdAt.toISOString(), id: last.id }) : null,
  };
}
