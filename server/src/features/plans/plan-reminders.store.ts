import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { type Db, handOverLast, rowsOf } from '#platform/database/builder.ts';
import { type PlanRow, savingPlan } from './plans.store.ts';
import { planPeople, planReminders, planSettings, plans } from './plans.tables.ts';

interface Moments {
  day: Date;
  hours: Date;
}

/**
 * Gives everybody going the reminders that are ahead and that they do not have, and takes those away that have not come and
 * are not right any more; the plan itself is saved by the same statement. Handed over.
 */
export function keepReminders(
  inside: Db,
  plan: PlanRow,
  { day, hours }: Moments,
  { now, saves }: { now: Date; saves: boolean },
): void {
  const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;
  const isOff = plan.calledOffAt !== null;
  const gone = sql`DELETE FROM ${planReminders} r USING ${planPeople} w WHERE w.id = r.plan_person_id AND w.plan_id = ${plan.id}
    AND r.due_at IS NOT NULL AND (${isOff}::boolean OR w.standing <> 'going' OR r.remind_at <> CASE r.code WHEN 'day' THEN ${at(day)} ELSE ${at(hours)} END)`;
  const given = sql`INSERT INTO ${planReminders} (plan_person_id, code, version, remind_at, is_fitted, due_at)
    SELECT w.id, m.code, ${plan.version}, m.remind_at, false, ${at(now)} FROM ${planPeople} w
    CROSS JOIN (VALUES ('day', ${at(day)}), ('hours', ${at(hours)})) AS m(code, remind_at)
    WHERE w.plan_id = ${plan.id} AND w.standing = 'going' AND NOT ${isOff}::boolean AND m.remind_at > ${at(now)}
      AND NOT EXISTS (SELECT 1 FROM ${planReminders} o
        WHERE o.plan_person_id = w.id AND o.code = m.code AND o.remind_at = m.remind_at)
    ON CONFLICT DO NOTHING`;
  handOverLast(inside, [...(saves ? [savingPlan(inside, plan).getSQL()] : []), gone, given]);
}

/** Quiet hours are asked for anew for whatever has not come to somebody yet. */
export async function unfitReminders(db: Db, userId: string, now: Date): Promise<void> {
  await db.execute(
    sql`UPDATE ${planReminders} r SET is_fitted = false, due_at = ${now.toISOString()}::timestamptz
      FROM ${planPeople} w WHERE w.id = r.plan_person_id AND w.user_id = ${userId} AND r.due_at IS NOT NULL`,
  );
}

export type DueReminder = Awaited<ReturnType<typeof takeDueReminders>>[number];

/**
 * Reminders that are due, locked; none that another node is at, and none of a plan that has a step before it: that may call it
 * off.
 */
export function takeDueReminders(db: Db, now: Date, limit: number) {
  const { planPersonId, code, version, remindAt, isFitted, dueAt } = planReminders;
  const isWanted = sql<boolean>`coalesce(CASE ${code} WHEN 'day' THEN ${planSettings.remindDay}
    ELSE ${planSettings.remindHours} END, true)`;
  return db
    .select({
      ...{ planPersonId, code, version, remindAt, isFitted, dueAt, isWanted },
      userId: planPeople.userId,
      ...{ planId: plans.id, local: plans.local, timeZone: plans.timeZone, startsAt: plans.startsAt },
    })
    .from(planReminders)
    .innerJoin(planPeople, and(eq(planPeople.id, planPersonId), eq(planPeople.standing, 'going')))
    .innerJoin(plans, eq(plans.id, planPeople.planId))
    .leftJoin(planSettings, eq(planSettings.userId, planPeople.userId))
    .where(and(lte(dueAt, now), or(isNull(plans.dueAt), gt(plans.dueAt, now))))
    .orderBy(asc(dueAt), asc(planPersonId), asc(code))
    .limit(limit)
    .for('update', { of: planReminders, skipLocked: true });
}

/** What became of reminders: given, dropped, or to be looked at again at another time. */
export interface Settled {
  planPersonId: string;
  code: string;
  version: number;
  dueAt: Date | null;
  sentAt: Date | null;
}

export async function settleReminders(db: Db, settled: readonly Settled[]): Promise<void> {
  await rowsOf(
    db,
    sql`UPDATE ${planReminders} r SET due_at = e."dueAt", sent_at = e."sentAt", is_fitted = true
      FROM json_to_recordset(${JSON.stringify(settled)}::text::json)
        AS e("planPersonId" text, code text, version int, "dueAt" timestamptz, "sentAt" timestamptz)
      WHERE r.plan_person_id = e."planPersonId" COLLATE "C" AND r.code = e.code AND r.version = e.version`,
  );
}
