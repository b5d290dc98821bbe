import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { callOffPlan, createPlan as createPlanEndpoint } from '@dazi/contract/plans/plans';
import { decisionOf, planLimits } from '@dazi/contract/plans/plans.rules';
import {
  accountStandsNow,
  isNewcomer,
  refuseLinks,
  requireReach,
} from '#features/identity/identity.service.ts';
import { tellArea } from '#features/live/live.service.ts';
import { districtOf } from '#features/places/places.service.ts';
import { requirePost } from '#features/posts/posts/posts.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { findJoinFacts } from './join-facts.store.ts';
import { unstated } from './joining.rules.ts';
import {
  acceptFields,
  acceptSpot,
  type PlanInput,
  requireAhead,
  requireGender,
} from './plan-fields.rules.ts';
import { putPerson } from './plan-people.store.ts';
import { keepReminders } from './plan-reminders.service.ts';
import { inOwnPlan } from './plan-standing.service.ts';
import { cellsOf, nextStep } from './plans.rules.ts';
import * as store from './plans.store.ts';
import { callOff } from './seats.service.ts';

export { PlanJoiner } from './joining.service.ts';
export { type QuietHoursOf, quietHoursPort, refitReminders } from './plan-reminders.service.ts';
export { saveSettings } from './plan-settings.service.ts';
export { getPlan } from './plan-views.service.ts';
export { saidBy } from './plans.store.ts';
export { answerRequest } from './requests.service.ts';

/** Publishes a plan; the same `clientId` again answers the plan that was made. Answers its id. */
export async function createPlan(
  deps: Deps,
  actor: Actor,
  { userId: _userId, clientId, fromPostId, ...input }: BodyOf<typeof createPlanEndpoint>,
): Promise<string> {
  requireReach(actor);
  return deps.transact(async (inner) => {
    await store.lockPlansOf(inner.db, actor.id);
    // Deleted or put out a moment ago: asked again, they are told which.
    if (!(await accountStandsNow(inner, actor.id))) throw new AppError('UNAVAILABLE', { retryAfter_s: 1 });
    const known = await store.findByClientId(inner.db, actor.id, clientId);
    if (known) return known;
    if (!fromPostId) return publishSaid(inner, actor, clientId, input);
    await requireFreePost(inner, actor, fromPostId);
    const planId = await publishSaid(inner, actor, clientId, input);
    await store.insertPlanPost(inner.db, { planId, postId: fromPostId });
    return planId;
  });
}

/**
 * A post of one's own of which no plan goes on. Its author alone makes plans of it and has locked their own, so that two at
 * once are one after the other. Errors: POST_NOT_FOUND, PLAN_POST_TAKEN.
 */
async function requireFreePost(inner: TransactingDeps, actor: Actor, postId: string): Promise<void> {
  const post = await requirePost(inner, actor, postId);
  if (post.userId !== actor.id) throw new AppError('POST_NOT_FOUND');
  if (await store.isPostTaken(inner.db, postId, inner.clock())) throw new AppError('PLAN_POST_TAKEN');
}

/** Publishes what somebody says of a new plan, who has locked their own. Errors: those of the fields and of numbers. */
export async function publishSaid(
  inner: TransactingDeps,
  actor: Actor,
  clientId: string,
  input: PlanInput,
): Promise<string> {
  const now = inner.clock();
  const facts = await findJoinFacts(inner.db, actor.id, now);
  const fields = acceptFields(input, null, facts.gender);
  requireAhead(fields, now);
  const spot = acceptSpot(input.spot);
  refuseLinksIn(inner, actor, { ...fields, name: spot.name });
  const missing = unstated(facts);
  if (missing) throw new AppError(missing);
  requireGender(fields);
  await requireFewerHosted(inner, actor);
  if ((await store.countMade(inner.db, actor.id, dayBefore(now))) >= planLimits.madeADay)
    throw new AppError('TOO_MANY_PLANS');
  return publishPlan(inner, actor, clientId, fields, spot);
}

const dayBefore = (now: Date) => new Date(now.getTime() - 24 * 60 * 60 * 1000);

/** Stores a plan of which everything was accepted, with its host in the first seat. Answers its id. */
export async function publishPlan(
  inner: TransactingDeps,
  host: { id: string },
  clientId: string,
  fields: ReturnType<typeof acceptFields>,
  spot: ReturnType<typeof acceptSpot>,
): Promise<string> {
  const now = inner.clock();
  const row = newPlan(inner, host, clientId, fields, spot);
  await store.insertPlan(inner.db, row, { planId: row.id, ...spot });
  await putPerson(inner.db, {
    id: inner.ids.next(now),
    ...{ planId: row.id, userId: host.id, standing: 'going' },
    ...{ since: now, triedAt: now, queuedAt: null, timesLeft: 0, confirmedVersion: row.version },
    ...{ message: null, declinedAt: null, removalReason: null, parted: null },
  });
  keepReminders(inner, row);
  if (row.listed && row.who === 'everyone')
    tellArea(inner, row.q12, { type: 'plan_changed', planId: row.id }, host.id);
  return row.id;
}

function newPlan(
  inner: TransactingDeps,
  host: { id: string },
  clientId: string,
  fields: ReturnType<typeof acceptFields>,
  spot: ReturnType<typeof acceptSpot>,
): store.PlanRow {
  const now = inner.clock();
  const row: store.PlanRow = {
    id: inner.ids.next(now),
    ...{ madeBy: host.id, clientId, hostId: host.id, hostWantedUntil: null, origin: 'person' },
    ...fields,
    ...placed(spot),
    decidesAt: new Date(decisionOf(fields.startsAt.getTime(), now.getTime())),
    delayMinutes: 0,
    ...{ goingCount: 1, isOnTold: false, inviteHash: null, inviteSeed: null },
    ...{ version: 1, materialChanges: 0, askedVersion: 0, confirmUntil: null, askedAbout: [] },
    ...{ calledOffAt: null, calledOffReason: null, takenAway: null, conversationId: null },
    stage: 'ahead',
    dueAt: null,
    createdAt: now,
    updatedAt: now,
  };
  return { ...row, dueAt: nextStep(row)?.at ?? null };
}

/** The district of a spot, by which alone a plan is found; the same for every host. */
export function placed(spot: ReturnType<typeof acceptSpot>) {
  const { centre } = districtOf(spot);
  return {
    districtLatitude: centre.latitude,
    districtLongitude: centre.longitude,
    ...cellsOf(centre),
  };
}

/** Error: NEWCOMER_LINKS. */
export function refuseLinksIn(
  deps: Deps,
  actor: Actor,
  said: { title: string | null; note: string | null; costText: string | null; name: string },
): void {
  const { title, note, costText, name } = said;
  refuseLinks(deps, actor, [title, note, costText, name].filter(Boolean).join('\n'));
}

/** Error: TOO_MANY_PLANS. Whoever asks has locked their own. */
export async function requireFewerHosted(inner: TransactingDeps, actor: Actor): Promise<void> {
  const now = inner.clock();
  const most = isNewcomer(actor, now, inner.config) ? planLimits.hostedNew : planLimits.hosted;
  if ((await store.countHosted(inner.db, actor.id, now)) >= most) throw new AppError('TOO_MANY_PLANS');
}

export async function callOffOwnPlan(
  deps: Deps,
  actor: Actor,
  planId: string,
  reason: BodyOf<typeof callOffPlan>['reason'],
): Promise<void> {
  await inOwnPlan(deps, actor, planId, (inner, open) => callOff(inner, open, reason, actor.id));
}

/** In how many plans to come somebody is. */
export const countPlansAhead = (deps: Deps, userId: string): Promise<number> =>
  store.countAhead(deps.db, userId, deps.clock());
