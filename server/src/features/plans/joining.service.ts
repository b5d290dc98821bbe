import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { joinPlan as joinPlanEndpoint } from '@dazi/contract/plans/plan-people';
import { hasTooManyLinks, requireReach } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cleanedText } from '#platform/clean-text.ts';
import { isMaybeDone } from '#platform/database/builder.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { GroupQueues } from '#platform/group-queue.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { leave } from './hosting.service.ts';
import { closedTo, genderObstacle, isPastDecision, obstacleTo } from './joining.rules.ts';
import type * as people from './plan-people.store.ts';
import { inPlan, isOver, joiningPlan, mostWaiting } from './plan-standing.service.ts';
import { tellOfPlan } from './plans.notices.ts';
import { isLiving } from './plans.rules.ts';
import { type OpenPlan, stand, takeSeat } from './seats.service.ts';

type JoinInput = BodyOf<typeof joinPlanEndpoint>;

interface Joining {
  actor: Actor;
  invite?: string | undefined;
  input: JoinInput;
}

/** The actor's other plans at the same time. */
interface Joined {
  overlaps: string[];
}

/** As many join by one commit at most: each of them holds up whoever wants anything else in the plan. */
export const mostTogether = 32;

/** Lets people join; those who come to one plan while others do join together, in the order in which they came. */
export class PlanJoiner {
  readonly #queues: GroupQueues<Joining, Joined | AppError>;

  constructor(deps: Deps) {
    this.#queues = new GroupQueues(
      (planId, joining) =>
        joiningPlan(deps, planId, joining, (inner, open, { actor, input }, acting) =>
          join(inner, open, actor, acting, input),
        ),
      {
        mostInGroup: mostTogether,
        mostWaiting,
        gathersFirst: true,
        retriesAlone: (error) => !isMaybeDone(error),
      },
    );
  }

  /**
   * A seat, a place in line, or a request; whoever stands so already is answered the same. Errors in the order of the
   * endpoint: what may not be seen is not there, before any other code.
   */
  async join(actor: Actor, planId: string, input: JoinInput): Promise<Joined> {
    requireReach(actor);
    const joined = await this.#queues.add(planId, { actor, invite: input.invite, input });
    if (joined instanceof AppError) throw joined;
    return joined;
  }
}

async function join(
  inner: TransactingDeps,
  open: OpenPlan,
  actor: Actor,
  { me, facts, overlaps }: people.ActingRow,
  { ifFull = 'wait', message }: JoinInput,
): Promise<Joined | AppError> {
  const { plan } = open;
  const now = inner.clock();
  const joined = { overlaps: overlaps! };
  const closed = closedTo(plan, now);
  if (closed) return new AppError(closed);
  const hasFreeSeat = plan.goingCount < plan.seats;
  // Before the decision whoever waits is put in by themselves; from then on the first to tap has it.
  const takesFreed = me?.standing === 'waiting' && hasFreeSeat && isPastDecision(plan, now);
  if (me && isLiving(me.standing) && !takesFreed) return joined;
  const obstacle = takesFreed ? genderObstacle(plan, facts!) : obstacleTo(plan, me, facts!, now);
  if (obstacle) return new AppError(obstacle);
  const { hostId } = plan;
  const told = { planId: plan.id, personId: actor.id, userIds: hostId ? [hostId] : [] };
  if (plan.entry === 'ask' && !takesFreed) {
    const said = cleanedText(message ?? '') || null;
    // The host need not know whoever asks.
    if (said && hasTooManyLinks(inner, actor, said)) return new AppError('NEWCOMER_LINKS');
    await stand(inner, open, actor.id, 'asked', { triedAt: now, message: said });
    if (!me?.declinedAt) tellOfPlan(inner, { ...told, code: 'plan_asked' });
  } else if (hasFreeSeat) {
    await takeSeat(inner, open, actor, { triedAt: now });
    tellOfPlan(inner, { ...told, code: 'plan_joined' });
  } else {
    if (ifFull === 'no') return new AppError('PLAN_FULL');
    await stand(inner, open, actor.id, 'waiting', { triedAt: now, queuedAt: now });
  }
  return joined;
}

/** Gives a seat, a place in line or a request up, until the plan ends. */
export async function leavePlan(deps: Deps, actor: Actor, planId: string): Promise<void> {
  await inPlan(deps, actor, planId, {}, async (inner, open, { me }) => {
    if (!me || !isLiving(me.standing)) throw new AppError('NOT_IN_PLAN');
    if (isOver(open.plan, inner.clock())) throw new AppError('PLAN_OVER');
    await leave(inner, open, actor, { counts: true });
  });
}
