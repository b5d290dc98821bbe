import type { Standing } from '@dazi/contract/identity/standing';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { Decision, decide as decideEndpoint } from '@dazi/contract/moderation/decisions';
import {
  type DecisionAction,
  decisionLimits,
  keptAfter_ms,
  type ReportTargetType,
} from '@dazi/contract/moderation/moderation.rules';
import { ruleTexts } from '@dazi/contract/moderation/rules-text';
import {
  blockIdentity,
  dismissModerator,
  liftStanding,
  lockedStandingOf,
  makeOnce,
  type Remember,
  requireReading,
  setStanding,
  standingOf,
} from '#features/identity/identity.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { holdMediaUntil } from '#features/media/media.service.ts';
import { type FacePart, hideFace, type ReportedFace } from '#features/people/profiles/profiles.service.ts';
import type { AccountPart } from '#platform/account-part.ts';
import { AppError } from '#platform/app-error.ts';
import type { ReportedSnapshot, ReportTargets } from '#platform/area.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { blockAfter } from './admission.service.ts';
import { currentOf, keyOf as keyOfCase, leadersOf, partInDecision } from './cases.service.ts';
import * as caseStore from './cases.store.ts';
import * as store from './decisions.store.ts';
import { unfold } from './folding.service.ts';
import { actorIdOf, Office, requireModerator } from './involvement.service.ts';
import { findPerson } from './moderated-people.store.ts';
import { decisionMade, measureEnded, officeChanged, reportSettled } from './moderation.notices.ts';
import { acceptUntil, decisionView, excerptOf, possibleActions, standingAfter } from './moderation.rules.ts';
import type { StoredRule } from './moderation.tables.ts';
import { writeLog } from './moderation-log.service.ts';
import * as reportStore from './reports.store.ts';

export interface House {
  targets: ReportTargets;
  parts: readonly AccountPart[];
}

type Input = BodyOf<typeof decideEndpoint>;
type Key = { targetType: ReportTargetType; targetId: string };

/** What is being decided about: the cases, held, and whom they are about. */
interface Matter {
  keys: Key[];
  rows: caseStore.CaseRow[];
  /** What the first of them says now. */
  current: ReportedSnapshot | undefined;
  personId: string | null;
  involved: ReadonlySet<string>;
  wasInvolved: boolean;
}

/** Decides once for each client id. */
export async function decide(deps: Deps, house: House, actor: Actor, input: Input): Promise<Decision> {
  requireModerator(actor);
  return makeOnce(deps, actor, 'decision', input.clientId, {
    make: (remember) => makeDecision(deps, house, actor, input, remember),
    known: (decisionId) => getDecision(deps, house, decisionId),
  });
}

async function getDecision(deps: Deps, { targets }: House, decisionId: string): Promise<Decision> {
  const row = await store.findDecision(deps.db, decisionId);
  if (!row) throw new AppError('DECISION_NOT_FOUND');
  const office = await Office.read(deps);
  const partIds = await partInDecision(deps, targets, decisionId);
  const involved = await office.involved(deps, row.personId, partIds);
  return decisionView(row, deps.clock(), office.reviewersOf(row, involved).length > 0);
}

async function makeDecision(
  deps: Deps,
  house: House,
  actor: Actor,
  input: Input,
  remember: Remember,
): Promise<Decision> {
  return deps.transact(async (inner) => {
    const office = await Office.read(inner);
    const matter = await matterOf(inner, house, office, actor, input);
    const { personId } = matter;
    const isClosed = personId !== null && (await lockedStandingOf(inner, personId)).kind === 'closed';
    const accepted = acceptDecision(inner, house, office, actor, input, { ...matter, isClosed });
    const decision = await writeDecision(inner, actor, input, matter, accepted);
    const removed = await removeTargets(inner, house, input, matter, decision);
    await applyTo(inner, house, matter, decision, removed);
    await unfold(inner, house.targets, matter.rows);
    await settle(inner, input.action, matter, decision);
    await office.tell(inner);
    await remember(inner, decision.id);
    const hasOthers = office.reviewersOf(decision, matter.involved).length > 0;
    return decisionView((await store.findDecision(inner.db, decision.id))!, inner.clock(), hasOthers);
  });
}

async function matterOf(
  inner: TransactingDeps,
  house: House,
  office: Office,
  actor: Actor,
  input: Input,
): Promise<Matter> {
  const { target, together = [] } = input;
  if (!target) {
    const person = input.personId ? await findPerson(inner.db, input.personId) : undefined;
    if (!person) throw new AppError(input.personId ? 'PERSON_NOT_FOUND' : 'REPORT_NOT_FOUND');
    const open = input.settleOpen
      ? await caseStore.lockOpenOf(inner.db, person.id, settledBy(inner, actor))
      : [];
    const leaders = await leadersOf(inner, house.targets, open);
    const rows = open.filter((row) => leaders.get(keyOf(row)) !== actor.id);
    const reporters = await partIn(inner, house, rows);
    const keys = rows.map(({ targetType, targetId }) => ({ targetType, targetId }));
    const needsAdministrator = office.needsAdministrator(person.id);
    const judge = await judged(inner, office, actor, person.id, reporters, needsAdministrator);
    return { keys, rows, current: undefined, ...judge };
  }
  const keys = [target, ...together.filter((other) => !isSameKey(other, target))];
  const rows = await caseStore.lockCases(inner.db, keys);
  const main = rows.find((row) => isSameKey(row, target));
  if (!main || rows.length < keys.length) throw new AppError('REPORT_NOT_FOUND');
  // A case that somebody else has settled has changed, for who looked at it before.
  if (input.version !== undefined && input.version !== main.version) throw new AppError('CASE_CHANGED');
  if (rows.some(({ isOpen }) => !isOpen)) throw new AppError('REPORT_NOT_FOUND');
  const now = inner.clock();
  const isTaken = rows.some(
    ({ takenBy, takenUntil }) =>
      takenBy !== null && takenBy !== actor.id && takenUntil !== null && takenUntil > now,
  );
  if (isTaken) throw new AppError('CASE_TAKEN');
  const said = await currentOf(inner, house.targets, rows);
  const current = said.get(keyOf(target));
  const personId = main.personId ?? current?.ownerId ?? null;
  // A room or a plan may have passed on to somebody else since.
  if (input.personId !== undefined && input.personId !== personId) throw new AppError('CASE_CHANGED');
  for (const row of rows) {
    if (row === main || row.personId === personId) continue;
    if (personId === null || (row.personId ?? said.get(keyOf(row))?.ownerId) !== personId)
      throw new AppError('REPORT_NOT_FOUND');
  }
  const reporters = await partIn(inner, house, rows);
  const types = keys.map(({ targetType }) => targetType);
  const needsAdministrator = office.needsAdministrator(personId, types);
  const judge = await judged(inner, office, actor, personId, reporters, needsAdministrator);
  return { keys, rows, current, ...judge };
}

/** Which of somebody's cases may be settled without having been looked at one by one. */
const settledBy = (inner: TransactingDeps, actor: Actor) => ({
  byId: actor.id,
  withMotions: actor.isAdministrator,
  now: inner.clock(),
  limit: decisionLimits.together,
});

const isSameKey = (one: Key, other: Key) =>
  one.targetType === other.targetType && one.targetId === other.targetId;

const keyOf = ({ targetType, targetId }: Key) => keyOfCase(targetType, targetId);

/** Who reported any of these, or leads the room that any was said in. */
async function partIn(
  inner: TransactingDeps,
  { targets }: House,
  rows: readonly caseStore.CaseRow[],
): Promise<string[]> {
  const leaders = await leadersOf(inner, targets, rows);
  return [...(await reportStore.openReporters(inner.db, rows)), ...leaders.values()];
}

/** Throws INVOLVED. */
async function judged(
  inner: TransactingDeps,
  office: Office,
  actor: Actor,
  personId: string | null,
  reporters: readonly string[],
  needsAdministrator: boolean,
) {
  const involved = await office.involved(inner, personId, reporters);
  if (!office.mayJudge(actor, involved, needsAdministrator)) throw new AppError('INVOLVED');
  return { personId, involved, wasInvolved: involved.has(actor.id) };
}

interface Accepted {
  until: Date | null;
  rule: StoredRule | null;
  reason: string | null;
}

/** Throws what is said when something cannot be decided like this. */
function acceptDecision(
  inner: TransactingDeps,
  house: House,
  office: Office,
  actor: Actor,
  input: Input,
  { keys, rows, current, personId, isClosed }: Matter & { isClosed: boolean },
): Accepted {
  const { action } = input;
  const targetType = input.target ? (keys[0]?.targetType ?? null) : null;
  const person = office.roleOf(personId);
  const isRemovable = Boolean(targetType && house.targets[targetType].remove && current?.goneAt === null);
  if (!possibleActions(actor, { targetType, isRemovable, person, isClosed }).includes(action)) {
    if (action === 'remove' && !isRemovable) throw new AppError('NOT_REMOVABLE');
    if (person === 'administrator') throw new AppError('NOT_OVER_ADMINISTRATORS');
    if (person === 'protected' && !actor.isAdministrator) throw new AppError('NOT_OVER_MODERATORS');
    const isMeasure = action === 'limit' || action === 'suspend';
    const needsMore = action === 'close' || targetType === 'motion' || (isMeasure && isClosed);
    if (!actor.isAdministrator && needsMore) throw new AppError('ADMINISTRATORS_ONLY');
    throw new AppError('ACTION_NOT_POSSIBLE');
  }
  const withMotion = keys.some((key) => key.targetType === 'motion');
  if (action !== 'dismiss' && withMotion && !actor.isAdministrator) throw new AppError('ADMINISTRATORS_ONLY');
  // Whatever is dismissed stays: taking it away needs a rule, a reason and the right to.
  if (input.remove && action === 'dismiss') throw new AppError('ACTION_NOT_POSSIBLE');
  if (input.remove && rows.length === 0 && !input.settleOpen) throw new AppError('NOT_REMOVABLE');
  const until = acceptUntil(actor, action, input.until, inner.clock());
  if (action === 'dismiss') return { until, rule: null, reason: input.reason || null };
  const rule = ruleTexts.find(({ number }) => number === input.rule);
  if (!rule) throw new AppError('RULE_UNKNOWN');
  if (!input.reason || isBlank(input.reason)) throw new AppError('REASON_MISSING');
  return { until, rule, reason: input.reason };
}

async function writeDecision(
  inner: TransactingDeps,
  actor: Actor,
  { action }: Input,
  { keys, rows, personId, wasInvolved }: Matter,
  { until, rule, reason }: Accepted,
): Promise<store.DecisionRow> {
  const createdAt = inner.clock();
  const id = inner.ids.next(createdAt);
  const number = await writeLog(inner, {
    ...{ action: 'decision', code: action, rule: rule?.number ?? null, until, personId, reason, wasInvolved },
    actorId: actorIdOf(actor),
    target: keys[0] ? `${keys[0].targetType} ${keys[0].targetId}` : null,
  });
  const main = rows.find((row) => keys[0] && isSameKey(row, keys[0]));
  const said = main?.targetType === 'person' ? null : (main?.snapshot ?? null);
  await store.insertDecision(inner.db, {
    ...{ id, number, personId, action, rule, reason, createdAt, until },
    decidedBy: actorIdOf(actor),
    removed: [],
    about:
      said && main
        ? {
            ...{ targetType: main.targetType, excerpt: excerptOf(said.content), createdAt: said.createdAt },
            ...(said.type === 'QUICK' && { isQuick: true as const }),
          }
        : null,
    aboutUntil: new Date(createdAt.getTime() + keptAfter_ms.decision),
  });
  return (await store.lockDecision(inner.db, id))!;
}

/** Takes the targets away, where that was decided; answers which of them went. */
async function removeTargets(
  inner: TransactingDeps,
  { targets }: House,
  { action, remove }: Input,
  { keys }: Matter,
  { id: decisionId, rule }: store.DecisionRow,
): Promise<Key[]> {
  if ((action !== 'remove' && !remove) || !rule) return [];
  const removed: Key[] = [];
  const removal = { rule: rule.number, decisionId };
  for (const { targetType, targetId } of keys) {
    if (await targets[targetType].remove?.(inner, targetId, removal)) removed.push({ targetType, targetId });
  }
  if (action === 'remove' && removed.length === 0) throw new AppError('NOT_REMOVABLE');
  return removed;
}

/** What a decision does to the person: their face, their standing, and that they are told. */
async function applyTo(
  inner: TransactingDeps,
  { parts }: House,
  { personId, rows }: Matter,
  decision: store.DecisionRow,
  removed: Key[],
) {
  if (removed.length > 0) await store.changeDecision(inner.db, decision.id, { removed });
  const { id: decisionId, action } = decision;
  if (personId === null || action === 'dismiss') return;
  const reported = rows.find(({ targetType }) => targetType === 'person')?.snapshot ?? null;
  await applyMeasure(inner, parts, personId, { ...decision, decisionId, reported });
  if (action === 'close') await blockIdentity(inner, personId, blockAfter(decision));
  if (action === 'warn') await requireReading(inner, personId, decisionId);
  publishNotice(inner, decisionMade, { userId: personId, decisionId });
  tellPerson(inner, personId, { type: 'standing_changed' });
}

interface Measure extends Pick<store.DecisionRow, 'action' | 'until' | 'decidedBy'> {
  decisionId: string;
  /** As the person was when they were reported. */
  reported?: ReportedFace | null;
}

/** Whoever is under a measure moderates no more. */
export async function applyMeasure(
  inner: TransactingDeps,
  parts: readonly AccountPart[],
  personId: string,
  { decisionId, action, until, decidedBy, reported = null }: Measure,
): Promise<void> {
  if (action.startsWith('hide_'))
    await hideFace(inner, personId, action.slice('hide_'.length) as FacePart, reported);
  const standing = standingAfter(action, until, decisionId);
  if (!standing) return;
  await setStanding(inner, parts, personId, standing);
  if (await dismissModerator(inner, personId)) {
    await caseStore.putBackAllOf(inner.db, personId);
    await writeLog(inner, { action: 'moderator_dismissed', actorId: decidedBy, personId });
    publishNotice(inner, officeChanged, { userId: personId, byId: null, isModerator: false });
  }
}

/** Ends the cases: reports are told, and what was copied gets its time to go. */
async function settle(
  inner: TransactingDeps,
  action: DecisionAction,
  { keys, rows }: Matter,
  decision: store.DecisionRow,
) {
  if (keys.length === 0) return;
  // The moment of the decision: what was decided before a case ended is told beside it, and this was not.
  const now = decision.createdAt;
  const isDismissed = action === 'dismiss';
  const state = isDismissed ? 'dismissed' : 'upheld';
  const settled = await reportStore.settleReports(inner.db, keys, {
    state,
    resolvedAt: now,
    decisionId: decision.id,
  });
  const eraseAt = new Date(now.getTime() + (isDismissed ? keptAfter_ms.dismissal : keptAfter_ms.decision));
  await caseStore.changeCases(inner.db, keys, {
    ...{ isOpen: false, since: now, takenBy: null, takenUntil: null, eraseAt },
  });
  await holdMediaUntil(
    inner,
    rows.flatMap(({ snapshot }) => snapshot?.mediaIds ?? []),
    eraseAt,
  );
  for (const userId of new Set(settled.map(({ reporterId }) => reporterId))) {
    publishNotice(inner, reportSettled, {
      userId,
      rule: isDismissed ? null : (decision.rule?.number ?? null),
    });
  }
}

/** Ends what stands against somebody before its time. ACTION_NOT_POSSIBLE when nothing does. */
export async function liftMeasure(
  deps: Deps,
  { parts, targets }: House,
  actor: Actor,
  { personId, reason }: { personId: string; reason: string },
): Promise<Standing> {
  requireModerator(actor);
  return deps.transact(async (inner) => {
    if (!(await findPerson(inner.db, personId))) throw new AppError('PERSON_NOT_FOUND');
    const office = await Office.read(inner);
    const before = await lockedStandingOf(inner, personId);
    const reporters = before.decisionId ? await partInDecision(inner, targets, before.decisionId) : [];
    const needsAdministrator = before.kind === 'closed' || office.needsAdministrator(personId);
    const { wasInvolved } = await judged(inner, office, actor, personId, reporters, needsAdministrator);
    if (office.roleOf(personId) === 'administrator') throw new AppError('NOT_OVER_ADMINISTRATORS');
    if (office.roleOf(personId) === 'protected' && !actor.isAdministrator)
      throw new AppError('NOT_OVER_MODERATORS');
    if (before.kind === 'good') throw new AppError('ACTION_NOT_POSSIBLE');
    if (before.kind === 'closed' && !actor.isAdministrator) throw new AppError('ADMINISTRATORS_ONLY');
    await liftStanding(inner, parts, personId);
    await writeLog(inner, { action: 'lifted', actorId: actorIdOf(actor), personId, reason, wasInvolved });
    publishNotice(inner, measureEnded, { userId: personId, decisionId: before.decisionId, words: reason });
    tellPerson(inner, personId, { type: 'standing_changed' });
    await office.tell(inner);
    return standingOf(inner, personId);
  });
}
