import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { joinPlan as joinPlanEndpoint } from '@dazi/contract/plans/plan-people';
import { requireReach } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cleanedText } from '#platform/clean-text.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { leave } from './hosting.service.ts';
import { closedTo, isPastDecision, obstacleTo } from './joining.rules.ts';
import type * as people from './plan-people.store.ts';
import { inPlan, isOver } from './plan-standing.service.ts';
import { tellOfPlan } from './plans.notices.ts';
import { isLiving } from './plans.rules.ts';
import { type OpenPlan, stand, takeSeat } from './seats.service.ts';

type JoinInput = BodyOf<typeof joinPlanEndpoint>;

/**
 * A seat, a place in line, or a request; whoever stands so already is answered the same. Answers the actor's other plans at
 * the same time. Errors in the order of the endpoint: what may not be seen is not there, before any other code.
 */
export async function joinPlan(
  deps: Deps,
  actor: Actor,
  planId: string,
  input: JoinInput,
): Promise<{ overlaps: string[] }> {
  requireReach(actor);
  return inPlan(deps, actor, planId, { invite: input.invite, joins: true }, async (inner, open, acting) => {
    await join(inner, open, actor, acting, input);
    return { overlaps: acting.overlaps! };
  });
}

async function join(
  inner: TransactingDeps,
  open: OpenPlan,
  actor: Actor,
  { me, facts }: people.ActingRow,
  { ifFull = 'wait', message }: JoinInput,
): Promise<void> {
  const { plan } = open;
  const now = inner.clock();
  const closed = closedTo(plan, now);
  if (closed) throw new AppError(closed);
  const hasFreeSeat = plan.goingCount < plan.seats;
  // Before the decision whoever waits is put in by themselves; from then on the first to tap has it.
  const takesFreed = me?.standing === 'waiting' && hasFreeSeat && isPastDecision(plan, now);
  if (me && isLiving(me.standing) && !takesFreed) return;
  if (!takesFreed) {
    const obstacle = obstacleTo(plan, me, facts!, now);
    if (obstacle) throw new AppError(obstacle);
  }
  const { hostId } = plan;
  const told = { planId: plan.id, personId: actor.id, userIds: hostId ? [hostId] : [] };
  if (plan.entry === 'ask' && !takesFreed) {
    const said = cleanedText(message ?? '') || null;
    await stand(inner, open, actor.id, 'asked', { triedAt: now, message: said });
    if (!me?.declinedAt) tellOfPlan(inner, { ...told, code: 'plan_asked' });
  } else if (hasFreeSeat) {
    await takeSeat(inner, open, actor, { triedAt: now });
    tellOfPlan(inner, { ...told, code: 'plan_joined' });
  } else {
    if (ifFull === 'no') throw new AppError('PLAN_FULL');
    await stand(inner, open, actor.id, 'waiting', { triedAt: now, queuedAt: now });
  }
}

/** Gives a seat, a place in line or a request up, until the plan ends. */
export async function leavePlan(deps: Deps, actor: Actor, planId: string): Promise<void> {
  await inPlan(deps, actor, planId, {}, async (inner, open, { me }) => {
    if (!me || !isLiving(me.standing)) throw new AppError('NOT_IN_PLAN');
    if (isOver(open.plan, inner.clock())) throw new AppError('PLAN_OVER');
    await leave(inner, open, actor, { counts: true });
  });
}
