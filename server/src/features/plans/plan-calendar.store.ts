import { and, desc, eq, getTableColumns, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import type { Db } from '#platform/database/builder.ts';
import type { CalendarPlan } from './plan-calendar.rules.ts';
import { saidBy } from './plans.store.ts';
import { planCalendars, planPeople, planSpots, plans } from './plans.tables.ts';

export type CalendarRow = typeof planCalendars.$inferSelect;

export async function findCalendar(db: Db, userId: string): Promise<CalendarRow | undefined> {
  const [row] = await db.select().from(planCalendars).where(eq(planCalendars.userId, userId));
  return row;
}

/** Of a secret, as long as the account of its owner stands. */
export async function findCalendarBy(db: Db, tokenHash: string): Promise<CalendarRow | undefined> {
  const [row] = await db
    .select()
    .from(planCalendars)
    .where(and(eq(planCalendars.tokenHash, tokenHash), accountStands(planCalendars.userId)));
  return row;
}

export async function putCalendar(db: Db, row: CalendarRow): Promise<void> {
  const { userId: _userId, ...changes } = row;
  await db
    .insert(planCalendars)
    .values(row)
    .onConflictDoUpdate({ target: planCalendars.userId, set: changes });
}

export async function deleteCalendar(db: Db, userId: string): Promise<void> {
  await db.delete(planCalendars).where(eq(planCalendars.userId, userId));
}

/**
 * The plans in somebody's calendar, the latest first: those they are in or wait for, and those they had a part in, unless
 * that ended before an instant.
 */
export function calendarPlans(db: Db, userId: string, since: Date, limit: number): Promise<CalendarPlan[]> {
  const isIn = and(
    inArray(planPeople.standing, ['going', 'waiting']),
    gt(plans.endsAt, since),
    or(isNull(plans.calledOffAt), gt(plans.calledOffAt, since)),
  );
  const wasIn = sql`(${planPeople.parted}->>'at')::timestamptz > ${since.toISOString()}::timestamptz`;
  const { hostId, title, costText } = plans;
  const said = { title: saidBy(hostId, title), costText: saidBy(hostId, costText) };
  return db
    .select({ plan: { ...getTableColumns(plans), ...said }, spot: planSpots, me: planPeople })
    .from(planPeople)
    .innerJoin(plans, eq(plans.id, planPeople.planId))
    .leftJoin(planSpots, eq(planSpots.planId, plans.id))
    .where(and(eq(planPeople.userId, userId), ne(plans.stage, 'erased'), or(isIn, wasIn)))
    .orderBy(desc(plans.startsAt), desc(plans.id))
    .limit(limit);
}
