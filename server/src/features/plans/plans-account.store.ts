import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { notBlocked } from '#features/people/blocks/blocks.service.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import type { Db } from '#platform/database/builder.ts';
import { planCalendars, planPeople, planPosts, planSettings, planSpots, plans } from './plans.tables.ts';

/** Of what somebody made and does not host any more only that they made it: the rest is what another host says by now. */
const hosted = alias(plans, 'hosted');

/** What somebody made or hosts; where to meet as long as it is kept. */
export async function pageOfPlans(db: Db, userId: string, after: string, limit: number) {
  const { hostId, activity, title, note, local, timeZone, part, minutes, startsAt, endsAt } = hosted;
  const { seats, least, entry, who, languages, level, cost, costText, listed } = hosted;
  const { calledOffAt, calledOffReason, takenAway } = hosted;
  const { id, madeBy, createdAt } = plans;
  const { latitude, longitude, name, hint } = planSpots;
  return db
    .select({
      ...{ id, madeBy, hostId, activity, title, note, local, timeZone, part, minutes, startsAt, endsAt },
      ...{ seats, least, entry, who, languages, level, cost, costText, listed },
      ...{ calledOffAt, calledOffReason, takenAway, createdAt },
      spot: { latitude, longitude, name, hint },
      fromPostId: planPosts.postId,
    })
    .from(plans)
    .leftJoin(hosted, and(eq(hosted.id, plans.id), eq(hosted.hostId, userId)))
    .leftJoin(planSpots, eq(planSpots.planId, hosted.id))
    .leftJoin(planPosts, eq(planPosts.planId, plans.id))
    .where(and(or(eq(plans.madeBy, userId), eq(plans.hostId, userId)), gt(plans.id, after)))
    .orderBy(asc(plans.id))
    .limit(limit);
}

/**
 * How somebody stands and stood with plans. A no of which they were not told yet, and why they were removed, is left out; of a
 * plan that is not there for them any more, what it has become since.
 */
export async function pageOfStandings(db: Db, userId: string, after: string, limit: number) {
  const { id, planId, standing, since, triedAt, queuedAt, timesLeft, message, parted } = planPeople;
  const { activity, startsAt, hostId } = plans;
  const rows = await db
    .select({
      ...{ id, planId, userId: planPeople.userId, standing, since, triedAt, queuedAt, timesLeft, message },
      ...{ activity, startsAt, parted },
      isThere: sql<boolean>`(${standing} <> 'removed' AND ${notBlocked(userId, hostId)})`,
    })
    .from(planPeople)
    .innerJoin(plans, eq(plans.id, planPeople.planId))
    .where(and(eq(planPeople.userId, userId), gt(planPeople.id, after)))
    .orderBy(asc(planPeople.id))
    .limit(limit);
  return rows.map(({ parted: was, isThere, ...row }) =>
    isThere ? row : { ...row, activity: was?.activity ?? null, startsAt: was?.startsAt ?? null },
  );
}

export async function settingsOf(db: Db, userId: string) {
  return db.select().from(planSettings).where(eq(planSettings.userId, userId));
}

/** Without what is kept of its secret. */
export async function calendarsOf(db: Db, userId: string) {
  const { userId: owner, language, place, madeAt } = planCalendars;
  return db.select({ userId: owner, language, place, madeAt }).from(planCalendars).where(eq(owner, userId));
}

/**
 * What somebody said in a batch of their plans, and that these are theirs; activity, day and district stay. Answers how many
 * it was.
 */
export async function redactPlans(db: Db, userId: string, limit: number): Promise<number> {
  const theirs = db
    .select({ id: plans.id })
    .from(plans)
    .where(or(eq(plans.madeBy, userId), eq(plans.hostId, userId)))
    .limit(limit);
  const rows = await db
    .update(plans)
    .set({
      ...{ title: null, note: null, costText: null, takenAway: null },
      madeBy: sql`CASE WHEN ${plans.madeBy} = ${userId} THEN NULL ELSE ${plans.madeBy} END`,
      hostId: sql`CASE WHEN ${plans.hostId} = ${userId} THEN NULL ELSE ${plans.hostId} END`,
    })
    .where(inArray(plans.id, theirs))
    .returning({ id: plans.id });
  return rows.length;
}

export async function deleteTracesOf(db: Db, userId: string): Promise<void> {
  const theirs = db.select({ id: posts.id }).from(posts).where(eq(posts.userId, userId));
  await db.delete(planPosts).where(inArray(planPosts.postId, theirs));
  await db.delete(planPeople).where(eq(planPeople.userId, userId));
  await db.delete(planSettings).where(eq(planSettings.userId, userId));
  await db.delete(planCalendars).where(eq(planCalendars.userId, userId));
}
