import { reportLimits } from '@dazi/contract/moderation/moderation.rules';
import { activityNames } from '@dazi/contract/plans/plan-activity-names';
import { planWhen } from '@dazi/contract/plans/plan-when';
import { AppError } from '#platform/app-error.ts';
import type { ReportedSnapshot, ReportTarget } from '#platform/area.ts';
import { bringBack } from './plan-restoring.service.ts';
import { closePlan, openPlan } from './plan-standing.service.ts';
import { stateOf } from './plan-views.rules.ts';
import { secretHashOf } from './plans.rules.ts';
import * as store from './plans.store.ts';
import { callOff } from './seats.service.ts';

/** What a plan says of itself. Where exactly to meet is not among it: moderators are told no more than strangers. */
function snapshotOf(plan: store.PlanRow): ReportedSnapshot {
  const what = [activityNames.en[plan.activity], planWhen('en', plan)].join(', ');
  const isRemoved = plan.calledOffReason === 'removed';
  return {
    ownerId: plan.hostId,
    content: [what, plan.title, plan.note, plan.costText].filter(Boolean).join('\n'),
    ...{ type: null, mediaIds: [], room: null, isPrivate: false },
    createdAt: plan.createdAt,
    goneAt: isRemoved ? plan.calledOffAt : null,
    goneBy: isRemoved ? 'moderators' : null,
  };
}

/** A plan may be reported by whoever could see it but its host, also by whoever was removed from it; it is called off. */
export const reportablePlan: ReportTarget = {
  changesHands: true,

  async ownerOf(deps, actor, planId, invite) {
    const now = deps.clock();
    const removedAfter = new Date(now.getTime() - reportLimits.afterLeaving_ms);
    const inviteHash = invite === undefined ? null : secretHashOf(invite);
    const found = await store.findReportable(deps.db, actor.id, planId, { inviteHash, now, removedAfter });
    if (!found) throw new AppError('PLAN_NOT_FOUND');
    return found.hostId;
  },

  async snapshots(deps, planIds) {
    if (planIds.length === 0) return new Map();
    const found = await store.findPlans(deps.db, planIds);
    return new Map(
      found.filter(({ stage }) => stage !== 'erased').map((plan) => [plan.id, snapshotOf(plan)]),
    );
  },

  /** What it says goes as well: a plan that was called off is still looked at. */
  async remove(inner, planId) {
    const open = await openPlan(inner, planId);
    if (!open) return false;
    const { plan } = open;
    const isAhead = !['over', 'called_off'].includes(stateOf(plan, inner.clock()));
    const { title, note, costText, stage } = plan;
    const isGone = !isAhead && title === null && note === null && costText === null;
    if (isGone) return false;
    const confirmUntil = plan.confirmUntil?.toISOString() ?? null;
    plan.takenAway = { title, note, costText, stage, confirmUntil };
    plan.title = null;
    plan.note = null;
    plan.costText = null;
    if (isAhead) await callOff(inner, open, 'removed');
    await closePlan(inner, open);
    return true;
  },

  lockForRestoring: (inner, planIds) => store.lockForRestoring(inner.db, planIds),

  async restore(inner, planId) {
    const open = await openPlan(inner, planId);
    if (!open?.plan.takenAway) return false;
    await bringBack(inner, open, open.plan.takenAway);
    await closePlan(inner, open);
    return true;
  },
};
