import type { QuietSpan } from '@dazi/contract/kernel/quiet-hours';
import type { ReminderCode } from '@dazi/contract/plans/plans.rules';
import type { PlansNoticeCode } from '@dazi/contract/plans/plans-notices';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { port } from '#platform/ports.ts';
import { isOffTime, reminderMoments, reminderOutcome } from './plan-reminders.rules.ts';
import * as store from './plan-reminders.store.ts';
import { tellOfPlan } from './plans.notices.ts';
import type { PlanRow } from './plans.store.ts';

/** The quiet hours of those who have some. */
export type QuietHoursOf = (
  deps: Deps,
  userIds: readonly string[],
) => Promise<ReadonlyMap<string, QuietSpan>>;
export const quietHoursPort = port<QuietHoursOf>('during which hours somebody wants quiet');

/** Whoever goes has the reminders that are ahead, and nobody else. Saves the plan as well, where it has changed. */
export function keepReminders(inner: TransactingDeps, plan: PlanRow, { saves = false } = {}): void {
  store.keepReminders(inner.db, plan, reminderMoments(plan.startsAt), { now: inner.clock(), saves });
}

/** After somebody has changed their quiet hours, in that transaction. */
export const refitReminders = (inner: TransactingDeps, userId: string): Promise<void> =>
  store.unfitReminders(inner.db, userId, inner.clock());

const batch = 200;

const noticeCodes: Readonly<Record<ReminderCode, PlansNoticeCode>> = {
  day: 'plan_reminder_day',
  hours: 'plan_reminder_hours',
};

/** Gives the reminders that are due: several nodes take different ones, and each is given in the transaction that notes it. */
export async function giveReminders(deps: Deps, quietHoursOf: QuietHoursOf): Promise<void> {
  for (let taken = batch; taken === batch; ) {
    taken = await deps.transact(async (inner) => {
      const now = inner.clock();
      const due = await store.takeDueReminders(inner.db, now, batch);
      if (due.length === 0) return 0;
      const quiet = await quietHoursOf(inner, [...new Set(due.map(({ userId }) => userId))]);
      const given: store.DueReminder[] = [];
      const settled = due.map((reminder): store.Settled => {
        const { planPersonId, code, version, userId } = reminder;
        const outcome = reminderOutcome(reminder, quiet.get(userId) ?? null, now);
        if (outcome === 'given') given.push(reminder);
        return {
          ...{ planPersonId, code, version },
          dueAt: typeof outcome === 'object' ? outcome.waitsUntil : null,
          sentAt: outcome === 'given' ? now : null,
        };
      });
      await store.settleReminders(inner.db, settled);
      tellTogether(inner, given, now);
      return due.length;
    });
  }
}

/** One notice for all who are reminded of the same. */
function tellTogether(inner: TransactingDeps, given: readonly store.DueReminder[], now: Date): void {
  const together = new Map<string, store.DueReminder[]>();
  for (const one of given) {
    const name = `${one.planId} ${one.code}`;
    together.set(name, [...(together.get(name) ?? []), one]);
  }
  for (const ones of together.values()) {
    const { planId, code } = ones[0]!;
    tellOfPlan(inner, {
      ...{ planId, code: noticeCodes[code], personId: null },
      userIds: ones.map(({ userId }) => userId),
      isOffTime: isOffTime(ones[0]!, now),
    });
  }
}
