import type { PlanMark } from '@dazi/contract/plans/plan-marks';
import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { planMarks, plans } from './plans.tables.ts';

export async function marksBy(db: Db, planId: string, userId: string): Promise<PlanMark[]> {
  return db
    .select({ userId: planMarks.aboutId, came: planMarks.came })
    .from(planMarks)
    .where(and(eq(planMarks.planId, planId), eq(planMarks.byId, userId)))
    .orderBy(asc(planMarks.aboutId));
}

export async function putMarks(
  db: Db,
  planId: string,
  byId: string,
  marks: readonly PlanMark[],
): Promise<void> {
  if (marks.length === 0) return;
  await db
    .insert(planMarks)
    .values(marks.map(({ userId, came }) => ({ planId, byId, aboutId: userId, came })))
    .onConflictDoUpdate({
      target: [planMarks.planId, planMarks.byId, planMarks.aboutId],
      set: { came: sql`excluded.came` },
    });
}

export async function deleteMarksOf(db: Db, planId: string): Promise<void> {
  await db.delete(planMarks).where(eq(planMarks.planId, planId));
}

/** Those that somebody made, and those that others made of them. */
export async function deleteMarksOfPerson(db: Db, userId: string): Promise<void> {
  await db.delete(planMarks).where(or(eq(planMarks.byId, userId), eq(planMarks.aboutId, userId)));
}

/** What somebody noted of others; what others noted of them is nobody's to read. */
export async function pageOfMarks(db: Db, userId: string, after: string, limit: number) {
  const key = sql<string>`${planMarks.planId} || ' ' || ${planMarks.aboutId}`;
  return db
    .select({
      key,
      ...{ planId: planMarks.planId, userId: planMarks.byId, aboutId: planMarks.aboutId },
      ...{ came: planMarks.came, activity: plans.activity, startsAt: plans.startsAt },
    })
    .from(planMarks)
    .innerJoin(plans, eq(plans.id, planMarks.planId))
    .where(and(eq(planMarks.byId, userId), gt(key, after)))
    .orderBy(asc(key))
    .limit(limit);
}
