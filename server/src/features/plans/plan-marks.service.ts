import type { PlanMark } from '@dazi/contract/plans/plan-marks';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import * as marking from './plan-marks.store.ts';
import * as people from './plan-people.store.ts';
import { inPlan } from './plan-standing.service.ts';
import { isAfterwards } from './plans.rules.ts';
import * as store from './plans.store.ts';

/** Errors: PLAN_NOT_FOUND, NOT_IN_PLAN. */
export async function getMarks(deps: Deps, actor: Actor, planId: string): Promise<PlanMark[]> {
  const found = await store.findVisible(deps.db, actor.id, planId, deps.clock());
  if (!found) throw new AppError('PLAN_NOT_FOUND');
  if (found.standing !== 'going') throw new AppError('NOT_IN_PLAN');
  return marking.marksBy(deps.db, planId, actor.id);
}

/** Of others who were in and are not hidden from the actor. Errors also: PLAN_MARKS_CLOSED, PLAN_MARK_INVALID. */
export async function saveMarks(
  deps: Deps,
  actor: Actor,
  planId: string,
  marks: readonly PlanMark[],
): Promise<PlanMark[]> {
  return inPlan(deps, actor, planId, {}, async (inner, { plan }, { me }) => {
    if (me?.standing !== 'going') throw new AppError('NOT_IN_PLAN');
    if (!isAfterwards(plan, inner.clock())) throw new AppError('PLAN_MARKS_CLOSED');
    const going = await people.listPeople(inner.db, actor.id, plan, 'going', inner.clock());
    const others = new Set(going.map(({ userId }) => userId).filter((userId) => userId !== actor.id));
    if (!marks.every(({ userId }) => others.has(userId))) throw new AppError('PLAN_MARK_INVALID');
    await marking.putMarks(inner.db, planId, actor.id, marks);
    return marking.marksBy(inner.db, planId, actor.id);
  });
}
