import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { changePlan as changePlanEndpoint } from '@dazi/contract/plans/plans';
import { type ChangedThing, decisionOf, planLimits } from '@dazi/contract/plans/plans.rules';
import { tellDetails } from '#features/chat/conversations/conversations.service.ts';
import { requireReach } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { findJoinFacts } from './join-facts.store.ts';
import {
  agreedContent,
  agreedOf,
  differences,
  isAllowedAfterDecision,
  isTimeField,
  materialChanges,
  type PlanContent,
} from './plan-changes.rules.ts';
import { acceptFields, acceptSpot, fieldsOf, requireAhead, requireGender } from './plan-fields.rules.ts';
import { inOwnPlan } from './plan-standing.service.ts';
import { tellOfPlan } from './plans.notices.ts';
import { placed, refuseLinksIn } from './plans.service.ts';
import * as store from './plans.store.ts';
import type { Agreed } from './plans.tables.ts';
import { fillSeats, idsOf, isDecided, type OpenPlan, say, tellWhenOn } from './seats.service.ts';

type ChangeInput = BodyOf<typeof changePlanEndpoint>;

/** Changes the own plan. What matters to others asks everybody who is in whether they still come. */
export async function changePlan(
  deps: Deps,
  actor: Actor,
  planId: string,
  { userId: _userId, version, ...input }: ChangeInput,
): Promise<void> {
  requireReach(actor);
  await inOwnPlan(deps, actor, planId, async (inner, open) => {
    const { plan, spot } = open;
    if (plan.version !== version) throw new AppError('PLAN_VERSION');
    // It goes with the plan's end, and then nothing is changed any more.
    if (!spot) throw new AppError('PLAN_OVER');
    const before: PlanContent = { fields: fieldsOf(plan), spot };
    const { gender } = await findJoinFacts(inner.db, actor.id, inner.clock());
    const after: PlanContent = {
      fields: acceptFields(input, before.fields, gender),
      spot: input.spot === undefined ? spot : { ...acceptSpot(input.spot) },
    };
    requireGender(after.fields);
    const changed = differences(before, after);
    if (changed.length === 0) return;
    refuseLinksIn(inner, actor, { ...after.fields, name: after.spot.name });
    if (isDecided(plan)) await changeAfterDecision(inner, open, before, after);
    else await changeAhead(inner, open, before, after);
  });
}

/** Puts the change into the plan and its spot, and beside it what those who are in have said yes to. */
async function write(
  inner: TransactingDeps,
  { plan }: OpenPlan,
  { fields, spot }: PlanContent,
  agreed: Agreed | null,
) {
  Object.assign(plan, fields, placed(spot));
  plan.version++;
  await store.saveSpot(inner.db, { ...spot, planId: plan.id, agreed });
}

async function changeAhead(
  inner: TransactingDeps,
  open: OpenPlan,
  before: PlanContent,
  after: PlanContent,
): Promise<void> {
  const { plan } = open;
  const now = inner.clock().getTime();
  const { fields } = after;
  if (fields.seats < plan.goingCount) throw new AppError('SEATS_TAKEN');
  // Whoever is alone with a plan has agreed to whatever it is.
  const agreed = agreedContent(before, plan.goingCount > 1 ? (open.spot?.agreed ?? null) : null);
  const material = materialChanges(before, after, agreed);
  const decidesAt = isMoved(before, after)
    ? decisionOf(fields.startsAt.getTime(), now)
    : plan.decidesAt.getTime();
  if (isMoved(before, after)) requireAhead(fields, inner.clock());
  const notice_ms = material.length > 0 ? planLimits.noticeOfChange_ms : 0;
  if (decidesAt - now < notice_ms) throw new AppError('PLAN_TOO_LATE_TO_CHANGE');
  if (material.length > 0 && plan.materialChanges >= planLimits.materialChanges)
    throw new AppError('PLAN_CHANGES_SPENT');
  plan.decidesAt = new Date(decidesAt);
  // Nobody may take over later than it is decided.
  if (plan.hostWantedUntil && plan.hostWantedUntil > plan.decidesAt) plan.hostWantedUntil = plan.decidesAt;
  const isAgreed = material.length > 0 || plan.goingCount === 1;
  await write(inner, open, after, isAgreed ? null : agreedOf(agreed, after));
  await sayChanges(inner, open, before, after);
  if (material.length > 0) await askAgain(inner, open, material, agreed);
  else if (plan.confirmUntil && plan.confirmUntil > plan.decidesAt) plan.confirmUntil = plan.decidesAt;
  await fillSeats(inner, open);
  await tellWhenOn(inner, open);
}

const isMoved = (before: PlanContent, after: PlanContent) =>
  before.fields.startsAt.getTime() !== after.fields.startsAt.getTime();

/** Everybody who is in but the host has to say whether they still come; in line and asking they are told. */
async function askAgain(
  inner: TransactingDeps,
  open: OpenPlan,
  changed: ChangedThing[],
  { fields: { local, timeZone, part, minutes } }: PlanContent,
): Promise<void> {
  const { plan } = open;
  plan.materialChanges++;
  plan.askedVersion = plan.version;
  const asked = { version: plan.version, changed, was: { local, timeZone, part, minutes } };
  plan.askedAbout = [...(plan.confirmUntil ? plan.askedAbout : []), asked];
  const going = (await idsOf(inner, open, ['going'])).filter((userId) => userId !== plan.hostId);
  const until = Math.min(inner.clock().getTime() + planLimits.confirm_ms, plan.decidesAt.getTime());
  plan.confirmUntil = going.length > 0 ? new Date(until) : null;
  const about = { planId: plan.id, personId: null, changed };
  tellOfPlan(inner, {
    ...{ ...about, code: 'plan_confirm', userIds: going },
    ...(plan.confirmUntil && { until: plan.confirmUntil.toISOString() }),
  });
  const others = await idsOf(inner, open, ['waiting', 'asked']);
  tellOfPlan(inner, { ...about, code: 'plan_changed', userIds: others });
}

/** Told at once to all who are in or in line, without asking. Error: PLAN_TOO_LATE_TO_CHANGE. */
async function changeAfterDecision(
  inner: TransactingDeps,
  open: OpenPlan,
  before: PlanContent,
  after: PlanContent,
): Promise<void> {
  const { plan } = open;
  const hasStarted = inner.clock() >= plan.startsAt;
  const { delayMinutes } = plan;
  if (!isAllowedAfterDecision(before, after, { delayMinutes, hasStarted }))
    throw new AppError('PLAN_TOO_LATE_TO_CHANGE');
  const delay_ms = after.fields.startsAt.getTime() - before.fields.startsAt.getTime();
  plan.delayMinutes += delay_ms / 60_000;
  await write(inner, open, after, null);
  await sayChanges(inner, open, before, after);
  const userIds = (await idsOf(inner, open, ['going', 'waiting'])).filter((userId) => userId !== plan.hostId);
  const changed: ChangedThing[] = [];
  if (delay_ms > 0) changed.push('time');
  if (before.spot.hint !== after.spot.hint) changed.push('spot');
  tellOfPlan(inner, { planId: plan.id, code: 'plan_changed', personId: null, userIds, changed });
}

/** Lines in the conversation; where to is never among them. */
async function sayChanges(
  inner: TransactingDeps,
  open: OpenPlan,
  before: PlanContent,
  after: PlanContent,
): Promise<void> {
  const changed = differences(before, after);
  const { local, timeZone, part } = after.fields;
  if (changed.some(isTimeField))
    await say(inner, open, { code: 'plan_time_changed', params: { local, timeZone, part } });
  if (changed.includes('spot') || changed.includes('hint'))
    await say(inner, open, { code: 'plan_spot_changed', params: {} });
  if (open.plan.conversationId) tellDetails(inner, open.plan.conversationId);
}
