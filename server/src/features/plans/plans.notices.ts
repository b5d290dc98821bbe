import type { CalledOffReason, ChangedThing } from '@dazi/contract/plans/plans.rules';
import type { PlansNoticeCode } from '@dazi/contract/plans/plans-notices';
import type { TransactingDeps } from '#platform/deps.ts';
import {
  type AreaNotices,
  codeFacts,
  type NotedParams,
  noticeKind,
  noticeRule,
  publishNotice,
} from '#platform/notices.ts';
import { namedByPlans } from './plan-recipients.store.ts';
import type { PlanRow } from './plans.store.ts';

/** Something that these people are told of a plan, and who did it. `until` is an instant. */
interface OfPlan {
  planId: string;
  userIds: readonly string[];
  code: PlansNoticeCode;
  personId: string | null;
  changed?: readonly ChangedThing[];
  reason?: CalledOffReason;
  until?: string;
  isOffTime?: boolean;
  was?: NonNullable<NotedParams['planWas']>;
}

/** Whoever was told earlier of the plan reads how it is now. */
const planTold = noticeKind<OfPlan>('plan_told');

export function tellOfPlan(inner: TransactingDeps, notice: OfPlan): void {
  if (notice.userIds.length > 0) publishNotice(inner, planTold, notice);
}

/** For them it is not there any more: they read how it was, without its words, and never what it has become since. */
export function tellRemoved(inner: TransactingDeps, plan: PlanRow, userIds: readonly string[]): void {
  const { activity, local, timeZone, part, startsAt, goingCount, seats } = plan;
  const when = { local, timeZone, part, startsAt: startsAt.toISOString() };
  const was = { activity, ...when, going: goingCount, seats };
  tellOfPlan(inner, { planId: plan.id, code: 'plan_removed', personId: null, userIds, was });
}

/** Nothing that comes pushes them out, and they stay until the plan is over: somebody relies on them. */
const kept = { isSpared: true } as const;
const urgent = { ...kept, priority: 'high' } as const;

export const plansNotices: AreaNotices = {
  codes: {
    plan_joined: codeFacts('PLAN', { ...kept, gathered: 'plan_joined' }),
    plan_left: codeFacts('PLAN', kept),
    plan_asked: codeFacts('PLAN', { ...kept, gathered: 'plan_asked' }),
    plan_let_in: codeFacts('PLAN', urgent),
    plan_not_in: codeFacts('PLAN', kept),
    plan_promoted: codeFacts('PLAN', urgent),
    plan_free: codeFacts('PLAN', urgent),
    plan_on: codeFacts('PLAN', kept),
    plan_changed: codeFacts('PLAN', urgent),
    plan_confirm: codeFacts('PLAN', urgent),
    plan_released: codeFacts('PLAN', kept),
    plan_called_off: codeFacts('PLAN', urgent),
    plan_restored: codeFacts('PLAN', urgent),
    plan_removed: codeFacts('PLAN', kept),
    plan_host_wanted: codeFacts('PLAN', urgent),
    plan_host_changed: codeFacts('PLAN', kept),
    plan_reminder_day: codeFacts('PLAN', kept),
    plan_reminder_hours: codeFacts('PLAN', urgent),
    // It comes when the plan is over.
    plan_how: codeFacts('PLAN', { ...kept, stays: true }),
    plan_again: codeFacts('PLAN', kept),
  },
  rules: [
    noticeRule([planTold], {
      find: namedByPlans,
      compose: ({ planId, code, personId, changed, reason, until, isOffTime, was }) => ({
        code,
        personId,
        about: planId,
        params: {
          planId,
          ...(changed && { changed: [...changed] }),
          ...(reason && { reason }),
          ...(until && { until }),
          ...(isOffTime && { isOffTime }),
          ...(was && { planWas: was }),
        },
      }),
    }),
  ],
};
