import { and, asc, count, eq, gt, isNull, lte, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notBlocked, pairLock } from '#features/people/blocks/blocks.service.ts';
import { anyOf, type Db, handOverLast, instant, listText, rowsOf } from '#platform/database/builder.ts';
import type { SpotRow } from './plan-fields.rules.ts';
import type { StoredStanding } from './plans.rules.ts';
import { planCopies, planPeople, planPosts, planSettings, planSpots, plans } from './plans.tables.ts';

export type PlanRow = typeof plans.$inferSelect;

export async function insertPlan(db: Db, row: PlanRow, spot: Omit<SpotRow, 'agreed'>): Promise<void> {
  await db.insert(plans).values(row);
  await db.insert(planSpots).values(spot);
}

const plansOf = (userId: string | SQL) =>
  sql`pg_advisory_xact_lock(hashtextextended('plans of ' || ${userId}::text, 0))`;

/**
 * Until the end of the transaction nobody else counts or changes what this person hosts and joins. Whoever deletes their
 * account, too, waits for it.
 */
export async function lockPlansOf(db: Db, userId: string): Promise<void> {
  await db.execute(sql`SELECT ${plansOf(userId)}`);
}

/**
 * The same of all who join one plan, after it their pairs with its host, and then the plan; undefined when there is none.
 * Each kind in one order, and the next once all of the one before are held.
 */
export async function lockForJoining(
  db: Db,
  userIds: readonly string[],
  planId: string,
): Promise<(LockedPlan & { pairedWith: string | null }) | undefined> {
  const [one, two] = [sql`o.id COLLATE "C"`, sql`o.host_id COLLATE "C"`];
  const held = sql`(WITH own AS MATERIALIZED (
      SELECT s.id, s.host_id, ${plansOf(sql`s.id`)} AS locked FROM (
        SELECT u.id, h.host_id FROM ${plans} h CROSS JOIN unnest(${listText(userIds)}::text::text[]) u(id)
        WHERE h.id = ${planId} GROUP BY u.id, h.host_id ORDER BY u.id COLLATE "C") s),
    pairs AS MATERIALIZED (
      SELECT o.host_id, CASE WHEN o.host_id <> o.id THEN ${pairLock(sql`o.id`, sql`o.host_id`)} END AS pair FROM (
        SELECT o.id, o.host_id FROM own o ORDER BY least(${one}, ${two}), greatest(${one}, ${two})) o)
    SELECT min(r.host_id) AS host_id, count(r.pair::text) AS pairs FROM pairs r) held`;
  const [row] = await db
    .select({
      plan: plans,
      spot: planSpots,
      pairedWith: sql<string | null>`held.host_id`,
      pairs: sql<number>`held.pairs`,
    })
    .from(plans)
    .innerJoin(held, sql`true`)
    .leftJoin(planSpots, eq(planSpots.planId, plans.id))
    .where(eq(plans.id, planId))
    .for('update', { of: plans });
  return row;
}

/**
 * The same of everybody in plans that come back, and the pairs with their hosts: until then deletion and block see no plan to
 * part them from. While they are called off nobody comes, so that it is the same people under the plans' locks.
 */
export async function lockForRestoring(db: Db, planIds: readonly string[]): Promise<void> {
  const living = sql`${planPeople} w JOIN ${plans} p ON p.id = w.plan_id
    WHERE p.id = ${anyOf(planIds)} AND p.called_off_reason = 'removed' AND w.standing IN ('going', 'waiting', 'asked')`;
  await db.execute(
    sql`SELECT ${plansOf(sql`s.id`)} FROM (SELECT w.user_id AS id FROM ${living} GROUP BY 1 ORDER BY 1) s`,
  );
  const [one, two] = [sql`w.user_id::text COLLATE "C"`, sql`p.host_id::text COLLATE "C"`];
  await db.execute(
    sql`SELECT ${pairLock(sql`s.one`, sql`s.two`)} FROM (SELECT least(${one}, ${two}) AS one, greatest(${one}, ${two}) AS two
      FROM ${living} AND p.host_id <> w.user_id GROUP BY 1, 2 ORDER BY 1, 2) s`,
  );
}

interface LockedPlan {
  plan: PlanRow;
  spot: SpotRow | null;
}

/** The plan with its spot; until the end of the transaction nobody else moves anything in it. */
export async function lockPlan(db: Db, planId: string): Promise<LockedPlan | undefined> {
  const [row] = await db
    .select({ plan: plans, spot: planSpots })
    .from(plans)
    .leftJoin(planSpots, eq(planSpots.planId, plans.id))
    .where(eq(plans.id, planId))
    .for('update', { of: plans });
  return row;
}

/** As part of a statement. */
export const savingPlan = (db: Db, { id, ...changes }: PlanRow) =>
  db.update(plans).set(changes).where(eq(plans.id, id));

/** Handed over. */
export const savePlan = (inside: Db, row: PlanRow): void =>
  handOverLast(inside, [savingPlan(inside, row).getSQL()]);

export async function saveSpot(db: Db, { planId, ...spot }: SpotRow): Promise<void> {
  await db.update(planSpots).set(spot).where(eq(planSpots.planId, planId));
}

export async function deleteSpot(db: Db, planId: string): Promise<void> {
  await db.delete(planSpots).where(eq(planSpots.planId, planId));
}

/** What somebody made under an id of their device. */
export async function findByClientId(db: Db, userId: string, clientId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: plans.id })
    .from(plans)
    .where(and(eq(plans.madeBy, userId), eq(plans.clientId, clientId)));
  return row?.id ?? null;
}

/** Plans to come that somebody hosts. */
export async function countHosted(db: Db, userId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(plans)
    .where(and(eq(plans.hostId, userId), gt(plans.endsAt, now), isNull(plans.calledOffAt)));
  return Number(row!.count);
}

export async function countMade(db: Db, userId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(plans)
    .where(and(eq(plans.madeBy, userId), gt(plans.createdAt, since)));
  return Number(row!.count);
}

export async function isRepeated(db: Db, planId: string): Promise<boolean> {
  const rows = await db.select().from(planCopies).where(eq(planCopies.fromId, planId));
  return rows.length > 0;
}

/** Whether a plan was made of this post that is neither over nor called off. */
export async function isPostTaken(db: Db, postId: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: plans.id })
    .from(planPosts)
    .innerJoin(plans, eq(plans.id, planPosts.planId))
    .where(and(eq(planPosts.postId, postId), gt(plans.endsAt, now), isNull(plans.calledOffAt)));
  return rows.length > 0;
}

export async function insertPlanPost(db: Db, row: typeof planPosts.$inferSelect): Promise<void> {
  await db.insert(planPosts).values(row);
}

export async function deletePlanPost(db: Db, planId: string): Promise<void> {
  await db.delete(planPosts).where(eq(planPosts.planId, planId));
}

/** A plan that comes back leaves the post to the one that was made of it meanwhile. */
export async function deleteTakenPost(db: Db, planId: string, now: Date): Promise<void> {
  await db.execute(
    sql`DELETE FROM ${planPosts} m USING ${planPosts} o, ${plans} p WHERE m.plan_id = ${planId} AND o.post_id = m.post_id
      AND o.plan_id <> m.plan_id AND p.id = o.plan_id AND p.ends_at > ${now.toISOString()}::timestamptz AND p.called_off_at IS NULL`,
  );
}

export async function insertCopy(db: Db, row: typeof planCopies.$inferSelect): Promise<void> {
  await db.insert(planCopies).values(row);
}

/** One plan with a step that is due, locked; none that another node is at. */
export async function takeDue(db: Db, now: Date, except: readonly string[]): Promise<string | null> {
  const [row] = await db
    .select({ id: plans.id })
    .from(plans)
    .where(and(lte(plans.dueAt, now), ne(plans.id, sql`ALL(${`{${except.join()}}`}::text::text[])`)))
    .orderBy(asc(plans.dueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row?.id ?? null;
}

/**
 * The gender of somebody as it counts for plans: stated here, the same that their profile says, and not changed within the
 * last 30 days. A value for SQL.
 */
export const countingGender = (userId: SQLWrapper | string | null, now: Date | SQLWrapper): SQL =>
  sql`(SELECT t.gender FROM ${planSettings} t JOIN ${users} tu ON tu.id = t.user_id AND tu.gender = t.gender
    WHERE t.user_id = ${userId} AND t.gender_counts_from <= ${instant(now)})`;

/** Whoever was in the plan that `p` is again knows of it without a link. A condition for SQL. */
const wasInEarlier = (viewerId: SQLWrapper | string | null): SQL =>
  viewerId === null
    ? sql`false`
    : sql`EXISTS (SELECT 1 FROM ${planCopies} c JOIN ${planPeople} w ON w.plan_id = c.from_id
        AND w.user_id = ${viewerId} AND w.standing = 'going' WHERE c.to_id = p.id)`;

/** What the host of a plan said in it, which goes with their account. A value for SQL. */
export const saidBy = (hostId: SQLWrapper, text: SQLWrapper) =>
  sql<string | null>`CASE WHEN ${hostId} IS NULL OR ${accountStands(hostId)} THEN ${text} END`;

/** Whether it is by the link of a plan `p` that somebody knows of it. */
const hasInvite = (inviteHash: SQLWrapper | string | null): SQL =>
  inviteHash === null ? sql`false` : sql`coalesce(p.invite_hash = ${inviteHash}, false)`;

/**
 * Whether somebody may see a plan `p` beside which `me` is how they stand with it. Neither the host nor they have blocked the
 * other, and of a host whose account is gone only those know who had to do with it; whoever was removed sees it as if it did
 * not exist. A condition for SQL.
 */
export function visibleTo(
  viewerId: SQLWrapper | string | null,
  inviteHash: SQLWrapper | string | null,
  now: Date | SQLWrapper,
): SQL {
  return sql`(p.stage <> 'erased' AND me.standing IS DISTINCT FROM 'removed'
    AND (p.host_id IS NULL OR coalesce(p.host_id = ${viewerId}, false) OR (${notBlocked(viewerId, sql`p.host_id`)}
      AND (me.user_id IS NOT NULL OR ${accountStands(sql`p.host_id`)})))
    AND (me.user_id IS NOT NULL OR ((p.listed OR ${hasInvite(inviteHash)} OR ${wasInEarlier(viewerId)})
      AND (p.who = 'everyone' OR coalesce(p.gender = ${countingGender(viewerId, now)}, false)))))`;
}

/**
 * Whose plan it is, for somebody who could see it, or has its link: blocks are left out of account, and who was removed remembers it for as
 * long as they were after `removedAfter`. Undefined for everybody else.
 */
export async function findReportable(
  db: Db,
  viewerId: string,
  planId: string,
  { inviteHash, now, removedAfter }: { inviteHash: string | null; now: Date; removedAfter: Date },
): Promise<{ hostId: string | null } | undefined> {
  const [row] = await rowsOf<{ hostId: string | null }>(
    db,
    sql`SELECT p.host_id AS "hostId" FROM ${plans} p
      LEFT JOIN ${planPeople} me ON me.plan_id = p.id AND me.user_id = ${viewerId}
      WHERE p.id = ${planId} AND p.stage <> 'erased'
        AND CASE WHEN me.user_id IS NOT NULL
          THEN me.standing <> 'removed' OR me.since > ${removedAfter.toISOString()}::timestamptz
          ELSE (p.listed OR ${hasInvite(inviteHash)} OR ${wasInEarlier(viewerId)})
            AND (p.who = 'everyone' OR coalesce(p.gender = ${countingGender(viewerId, now)}, false)) END`,
  );
  return row;
}

export const findPlans = (db: Db, planIds: readonly string[]): Promise<PlanRow[]> =>
  db
    .select()
    .from(plans)
    .where(eq(plans.id, anyOf(planIds)));

/** A plan as far as somebody may see it, with how they stand. */
export async function findVisible(
  db: Db,
  viewerId: string,
  planId: string,
  now: Date,
): Promise<{ plan: PlanRow; standing: StoredStanding | null } | undefined> {
  const [p, me] = [alias(plans, 'p'), alias(planPeople, 'me')];
  const [row] = await db
    .select({ plan: p, standing: me.standing })
    .from(p)
    .leftJoin(me, and(eq(me.planId, p.id), eq(me.userId, viewerId)))
    .where(and(eq(p.id, planId), visibleTo(viewerId, null, now)));
  return row;
}

/**
 * Plans that are not over in which both are: one hosts, and the other has a seat, waits for one or asked. Also those that
 * nobody hosts: at this moment one of them may be taking over.
 */
export async function findHostedBetween(
  db: Db,
  oneId: string,
  otherId: string,
  now: Date,
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT p.id FROM ${plans} p JOIN ${planPeople} w ON w.plan_id = p.id AND w.standing IN ('going', 'waiting', 'asked')
      WHERE p.ends_at > ${now.toISOString()}::timestamptz AND p.called_off_at IS NULL
        AND ((p.host_id = ${oneId} AND w.user_id = ${otherId}) OR (p.host_id = ${otherId} AND w.user_id = ${oneId})
          OR (p.host_id IS NULL AND w.user_id = ${oneId} AND EXISTS (SELECT 1 FROM ${planPeople} o
            WHERE o.plan_id = p.id AND o.user_id = ${otherId} AND o.standing IN ('going', 'waiting', 'asked'))))
      ORDER BY p.id`,
  );
  return rows.map(({ id }) => id);
}

export async function countAhead(db: Db, userId: string, now: Date): Promise<number> {
  const [row] = await rowsOf<{ ahead: number }>(
    db,
    sql`SELECT count(*)::int AS ahead FROM ${planPeople} w JOIN ${plans} p ON p.id = w.plan_id
      WHERE w.user_id = ${userId} AND w.standing = 'going' AND p.ends_at > ${now.toISOString()}::timestamptz AND p.called_off_at IS NULL`,
  );
  return row!.ahead;
}
