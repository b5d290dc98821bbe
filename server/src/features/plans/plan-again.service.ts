import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { localLater } from '@dazi/contract/plans/local-times.rules';
import type { repeatPlan as repeatPlanEndpoint } from '@dazi/contract/plans/plan-again';
import { requireReach } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { fieldsOf, type Spot } from './plan-fields.rules.ts';
import { inPlan, requireHost } from './plan-standing.service.ts';
import { tellOfPlan } from './plans.notices.ts';
import { isAfterwards, isFolded } from './plans.rules.ts';
import { publishSaid } from './plans.service.ts';
import * as store from './plans.store.ts';
import { idsOf, type OpenPlan } from './seats.service.ts';

const week_minutes = 7 * 24 * 60;

/**
 * The same plan a week later by the clocks of its zone; those who were in are told and see it, listed or not. The same
 * `clientId` again answers the plan that was made. Answers its id.
 */
export async function repeatPlan(
  deps: Deps,
  actor: Actor,
  planId: string,
  { clientId, local }: BodyOf<typeof repeatPlanEndpoint>,
): Promise<string> {
  requireReach(actor);
  return inPlan(deps, actor, planId, { joins: true }, async (inner, open) => {
    requireHost(open.plan, actor);
    const known = await store.findByClientId(inner.db, actor.id, clientId);
    if (known) return known;
    const spot = await requireRepeatable(inner, open);
    const { plan } = open;
    const { startsAt: _startsAt, endsAt: _endsAt, gender: _gender, ...said } = fieldsOf(plan);
    const again = { ...said, spot, local: local ?? localLater(plan.local, week_minutes) };
    const copyId = await publishSaid(inner, actor, clientId, again);
    await store.insertCopy(inner.db, { fromId: planId, toId: copyId });
    await tellOfCopy(inner, open, copyId, actor.id);
    return copyId;
  });
}

/** Errors: PLAN_REPEATED, PLAN_SPOT_GONE, PLAN_AGAIN_CLOSED. */
async function requireRepeatable(inner: TransactingDeps, { plan, spot }: OpenPlan): Promise<Spot> {
  const now = inner.clock();
  if (await store.isRepeated(inner.db, plan.id)) throw new AppError('PLAN_REPEATED');
  if (!spot || isFolded(plan, now)) throw new AppError('PLAN_SPOT_GONE');
  if (!isAfterwards(plan, now)) throw new AppError('PLAN_AGAIN_CLOSED');
  const { latitude, longitude, name, hint } = spot;
  return { latitude, longitude, name, hint };
}

/** The plan looks different from now on to all who were in it. */
async function tellOfCopy(
  inner: TransactingDeps,
  open: OpenPlan,
  copyId: string,
  hostId: string,
): Promise<void> {
  const going = await idsOf(inner, open, ['going']);
  for (const userId of going) open.touched.set(userId, 'going');
  const userIds = going.filter((userId) => userId !== hostId);
  tellOfPlan(inner, { planId: copyId, code: 'plan_again', personId: hostId, userIds });
}
