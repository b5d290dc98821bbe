import type { Standing } from '@dazi/contract/plans/plans.rules';
import { tellPerson } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { findJoinFacts } from './join-facts.store.ts';
import { genderObstacle, isPastDecision } from './joining.rules.ts';
import * as people from './plan-people.store.ts';
import { inPlan, requireHost } from './plan-standing.service.ts';
import { tellOfPlan } from './plans.notices.ts';
import { personIn, stand, takeSeat } from './seats.service.ts';

type Answer = 'let_in' | 'decline';

/**
 * Lets somebody in who asked, at the end of the line where it is full, or notes a no, of which nobody hears before the
 * decision; until then it may become a yes. Errors: NOT_THE_HOST, PLAN_STARTED, REQUEST_NOT_FOUND, REQUEST_ANSWERED.
 */
export async function answerRequest(
  deps: Deps,
  actor: Actor,
  planId: string,
  personId: string,
  answer: Answer,
): Promise<{ personId: string; standing: Standing }> {
  return inPlan(deps, actor, planId, {}, async (inner, open) => {
    const { plan } = open;
    const now = inner.clock();
    requireHost(plan, actor);
    if (now >= plan.startsAt || plan.calledOffAt) throw new AppError('PLAN_STARTED');
    const person = await personIn(inner, open, personId);
    if (!person || person.standing === 'left' || person.standing === 'removed')
      throw new AppError('REQUEST_NOT_FOUND');
    const isAnswered = person.standing !== 'asked' || (answer === 'decline' && person.declinedAt !== null);
    if (isAnswered || isPastDecision(plan, now)) throw new AppError('REQUEST_ANSWERED');
    if (answer === 'decline') {
      await people.noteDeclined(inner.db, planId, personId, now);
      // The host's other devices hear that it is answered, and nobody else does.
      tellPerson(inner, actor.id, { type: 'plan', planId, standing: 'going', version: plan.version });
      return { personId, standing: 'declined' };
    }
    // Who asked before it was for one gender alone, or is of another one since, asks for what is not there.
    if (plan.who === 'same_gender' && genderObstacle(plan, await findJoinFacts(inner.db, personId, now)))
      throw new AppError('REQUEST_NOT_FOUND');
    if (plan.goingCount < plan.seats) {
      const name = await people.nameOf(inner.db, personId);
      await takeSeat(inner, open, { id: personId, name });
      tellOfPlan(inner, { planId, code: 'plan_let_in', personId: null, userIds: [personId] });
      return { personId, standing: 'going' };
    }
    await stand(inner, open, personId, 'waiting', { queuedAt: now, declinedAt: null, message: null });
    return { personId, standing: 'waiting' };
  });
}
