import type { Deps } from '#platform/deps.ts';
import type { Job } from '#platform/jobs.ts';
import { giveReminders, type QuietHoursOf } from './plan-reminders.service.ts';
import { closePlan, openPlan } from './plan-standing.service.ts';
import { takeDue } from './plans.store.ts';

/** Where so many of a run fail, what fails is not the plan; the next run tries again. */
const mostFailures = 20;

/**
 * Does all that is due in plans, each in a transaction of its own that nobody waits for: several nodes take different ones.
 * One that fails does not hold up the others.
 */
export async function advancePlans(deps: Deps, signal?: AbortSignal): Promise<void> {
  const failed: string[] = [];
  while (!signal?.aborted && failed.length < mostFailures) {
    let planId: string | null = null;
    try {
      const wasAny = await deps.transact(async (inner) => {
        planId = null;
        planId = await takeDue(inner.db, inner.clock(), failed);
        if (planId === null) return false;
        const open = await openPlan(inner, planId);
        if (open) await closePlan(inner, open);
        return true;
      });
      if (!wasAny) return;
    } catch (error) {
      if (planId === null) throw error;
      failed.push(planId);
      deps.log.error({ err: error, planId }, 'plan not advanced, will be tried again');
    }
  }
}

export const plansJobs = (quietHoursOf: QuietHoursOf): readonly Job[] => [
  { name: 'advance plans', every_ms: 15_000, run: advancePlans },
  { name: 'remind of plans', every_ms: 15_000, run: (deps) => giveReminders(deps, quietHoursOf) },
];
