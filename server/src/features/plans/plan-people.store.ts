import { and, asc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accountStands, accountStandsAt } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { hasBlocked, notBlocked, notHidden } from '#features/people/blocks/blocks.service.ts';
import { type Db, gatherLast, handOverLast, isSpread, listText, rowsOf } from '#platform/database/builder.ts';
import { joinFacts } from './join-facts.store.ts';
import type { JoinFacts } from './joining.rules.ts';
import type { StoredStanding } from './plans.rules.ts';
import { countingGender, type PlanRow, visibleTo } from './plans.store.ts';
import { planPeople, plans } from './plans.tables.ts';

export type PersonRow = typeof planPeople.$inferSelect;

export async function findPerson(db: Db, planId: string, userId: string): Promise<PersonRow | undefined> {
  const [row] = await db
    .select()
    .from(planPeople)
    .where(and(eq(planPeople.planId, planId), eq(planPeople.userId, userId)));
  return row;
}

/** How somebody stands with a plan who wants to act in it, with what they have stated where they want to join. */
export interface ActingRow {
  me: PersonRow | null;
  facts: JoinFacts | null;
  /** False for whoever has just deleted their account or was put out. */
  stands: boolean;
  /** Their other plans at the same time, where they want to join. */
  overlaps: string[] | null;
}

/** Somebody's other plans that lie at the same time as `p`. A value for SQL. */
const overlapping = (userId: SQLWrapper) => sql<
  string[]
>`(SELECT coalesce(json_agg(o.id ORDER BY o.starts_at, o.id), '[]')
  FROM ${planPeople} w JOIN ${plans} o ON o.id = w.plan_id
  WHERE w.user_id = ${userId} AND w.standing = 'going' AND o.id <> p.id AND o.called_off_at IS NULL
    AND o.starts_at < p.ends_at AND o.ends_at > p.starts_at)`;

/** Somebody who wants to act in a plan, with the link that they were invited by. */
export interface Acting {
  userId: string;
  inviteHash: string | null;
}

/** As many as are given, in their order; undefined for whom the plan is not there. */
export async function findActing(
  db: Db,
  planId: string,
  acting: readonly Acting[],
  { joins, now }: { joins: boolean; now: Date },
): Promise<(ActingRow | undefined)[]> {
  const [p, me] = [alias(plans, 'p'), alias(planPeople, 'me')];
  const [userId, inviteHash] = [sql`a.user_id`, sql`a.invite_hash`];
  const given = sql`unnest(${listText(acting.map((each) => each.userId))}::text::text[],
    ${listText(acting.map((each) => each.inviteHash ?? ''))}::text::text[]) WITH ORDINALITY a(user_id, invite_hash, place)`;
  const rows = await db
    .select({
      place: sql<number>`a.place::int`,
      me,
      facts: joins ? joinFacts(userId, now) : sql<null>`NULL`,
      stands: sql<boolean>`${accountStandsAt(userId, now)}`,
      overlaps: joins ? overlapping(userId) : sql<null>`NULL`,
    })
    .from(p)
    .innerJoin(given, sql`true`)
    .leftJoin(me, and(eq(me.planId, p.id), eq(me.userId, userId)))
    .where(and(eq(p.id, planId), visibleTo(userId, inviteHash, now)));
  const byPlace = new Map(rows.map(({ place, ...row }) => [place - 1, row]));
  return acting.map((_, place) => byPlace.get(place));
}

/** Handed over; of several who are put one after the other all at once. */
export async function putPerson(inside: Db, row: PersonRow): Promise<void> {
  if (isSpread(inside)) await putInCluster(inside, row);
  else gatherLast(inside, putting, `${row.planId} ${row.userId}`, row);
}

/** A cluster takes plain values alone. */
async function putInCluster(inside: Db, row: PersonRow): Promise<void> {
  let { queuedAt } = row;
  if (queuedAt) {
    const at = sql`${queuedAt.toISOString()}::timestamptz`;
    const [behind] = await rowsOf<{ at: string }>(
      inside,
      sql`SELECT ${behindAll(sql`${row.planId}`, at)} AS at`,
    );
    queuedAt = new Date(behind!.at);
  }
  const { id: _id, planId: _planId, userId: _userId, ...changes } = row;
  const put = inside
    .insert(planPeople)
    .values({ ...row, queuedAt })
    .onConflictDoUpdate({ target: [planPeople.planId, planPeople.userId], set: { ...changes, queuedAt } });
  handOverLast(inside, [put.getSQL()]);
}

/** Those who come into line together stand behind each other in the order in which they are given. */
function putting(rows: readonly PersonRow[]): SQL {
  let inLine = 0;
  const given = rows.map((row) => ({ ...row, after: row.queuedAt ? inLine++ : 0 }));
  return sql`INSERT INTO ${planPeople} (id, plan_id, user_id, standing, since, tried_at, queued_at, times_left, confirmed_version, message, declined_at, removal_reason, parted)
    SELECT d.id, d."planId", d."userId", d.standing, d.since, d."triedAt",
      CASE WHEN d."queuedAt" IS NOT NULL THEN ${behindAll(sql`d."planId"`, sql`d."queuedAt"`)} + d.after * interval '1 millisecond' END,
      d."timesLeft", d."confirmedVersion", d.message, d."declinedAt", d."removalReason", d.parted
    FROM json_to_recordset(${JSON.stringify(given)}::text::json) AS d(id text, "planId" text, "userId" text, standing text,
      since timestamptz, "triedAt" timestamptz, "queuedAt" timestamptz, after int, "timesLeft" int, "confirmedVersion" int,
      message text, "declinedAt" timestamptz, "removalReason" text, parted jsonb)
    ON CONFLICT (plan_id, user_id) DO UPDATE SET standing = excluded.standing, since = excluded.since,
      tried_at = excluded.tried_at, queued_at = excluded.queued_at, times_left = excluded.times_left,
      confirmed_version = excluded.confirmed_version, message = excluded.message, declined_at = excluded.declined_at,
      removal_reason = excluded.removal_reason, parted = excluded.parted`;
}

/** At this instant, or behind the last in line where the clock of another node was ahead. A value for SQL. */
const behindAll = (planId: SQL, at: SQL) => sql`greatest(${at},
  (SELECT max(l.queued_at) + interval '1 millisecond' FROM ${planPeople} l WHERE l.plan_id = ${planId} AND l.standing = 'waiting'))`;

/** Who has a seat, waits for one or asks, in the order of their coming. */
export function standingsIn(db: Db, planId: string): Promise<{ userId: string; standing: StoredStanding }[]> {
  return rowsOf(
    db,
    sql`SELECT w.user_id AS "userId", w.standing FROM ${planPeople} w
      WHERE w.plan_id = ${planId} AND w.standing IN ('going', 'waiting', 'asked') ORDER BY w.since, w.id`,
  );
}

export interface Named {
  id: string;
  name: string;
}

/** Who has a seat, waits for one or asks, and whether their account stands. */
export function livingIn(
  db: Db,
  planId: string,
): Promise<(Named & { standing: StoredStanding; stands: boolean })[]> {
  return rowsOf(
    db,
    sql`SELECT u.id, u.name, w.standing, ${accountStands(sql`w.user_id`)} AS stands
      FROM ${planPeople} w JOIN ${users} u ON u.id = w.user_id
      WHERE w.plan_id = ${planId} AND w.standing IN ('going', 'waiting', 'asked') ORDER BY w.since, w.id`,
  );
}

/** Who has a seat beside the host, in the order of their coming, and whether their account stands. */
export function goingBeside(
  db: Db,
  planId: string,
  hostId: string,
): Promise<(Named & { stands: boolean })[]> {
  return rowsOf(
    db,
    sql`SELECT u.id, u.name, ${accountStands(sql`w.user_id`)} AS stands FROM ${planPeople} w JOIN ${users} u ON u.id = w.user_id
      WHERE w.plan_id = ${planId} AND w.standing = 'going' AND w.user_id <> ${hostId} ORDER BY w.since, w.id`,
  );
}

/** Those in line who may still come, or the first of them: not hidden from the host, and of the gender where it counts. */
export async function firstInLine(
  db: Db,
  plan: PlanRow,
  now: Date,
  most?: number,
): Promise<{ name: string; row: PersonRow }[]> {
  const hidden = plan.hostId ? notHidden(sql`${plan.hostId}`, sql`w.user_id`) : accountStands(sql`w.user_id`);
  const w = alias(planPeople, 'w');
  const inLine = db
    .select({ name: users.name, row: w })
    .from(w)
    .innerJoin(users, eq(users.id, w.userId))
    .where(and(eq(w.planId, plan.id), eq(w.standing, 'waiting'), hidden, ofItsGender(plan, now)))
    .orderBy(asc(w.queuedAt), asc(w.id));
  return most === undefined ? inLine : inLine.limit(most);
}

/** Whether somebody `w` is of the gender where it counts. A condition for SQL. */
const ofItsGender = ({ who, gender }: Pick<PlanRow, 'who' | 'gender'>, now: Date): SQL =>
  who === 'everyone' ? sql`true` : sql`coalesce(${countingGender(sql`w.user_id`, now)} = ${gender}, false)`;

/** Those going who have not said since the last change that they still come. */
export function unsureOnes(db: Db, plan: PlanRow): Promise<Named[]> {
  return rowsOf<Named>(
    db,
    sql`SELECT u.id, u.name FROM ${planPeople} w JOIN ${users} u ON u.id = w.user_id
      WHERE w.plan_id = ${plan.id} AND w.standing = 'going' AND w.confirmed_version < ${plan.askedVersion}
        AND w.user_id IS DISTINCT FROM ${plan.hostId} ORDER BY w.since, w.id`,
  );
}

/** At the decision whoever asked, answered or not, hears the same. Answers who that was. */
export async function declineAsked(db: Db, planId: string, now: Date): Promise<string[]> {
  const rows = await db
    .update(planPeople)
    .set({ standing: 'declined', since: now })
    .where(and(eq(planPeople.planId, planId), eq(planPeople.standing, 'asked')))
    .returning({ userId: planPeople.userId });
  return rows.map(({ userId }) => userId);
}

/** The host's no; how the person stands is as before. */
export async function noteDeclined(db: Db, planId: string, userId: string, now: Date): Promise<void> {
  await db
    .update(planPeople)
    .set({ declinedAt: now })
    .where(and(eq(planPeople.planId, planId), eq(planPeople.userId, userId)));
}

/** Who has a seat, waits for one or asks, and is hidden from whoever hosts now; and whose block it is. */
export function hiddenFromHost(
  db: Db,
  planId: string,
  hostId: string,
): Promise<{ userId: string; isBlockedByHost: boolean }[]> {
  return rowsOf(
    db,
    sql`SELECT w.user_id AS "userId", ${hasBlocked(hostId, sql`w.user_id`)} AS "isBlockedByHost" FROM ${planPeople} w
      WHERE w.plan_id = ${planId} AND w.standing IN ('going', 'waiting', 'asked') AND w.user_id <> ${hostId}
        AND NOT ${notBlocked(hostId, sql`w.user_id`)} ORDER BY w.id`,
  );
}

export async function deletePeople(db: Db, planId: string): Promise<void> {
  await db.delete(planPeople).where(eq(planPeople.planId, planId));
}

export async function nameOf(db: Db, userId: string): Promise<string> {
  const [row] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return row?.name ?? '';
}

export interface ListedPerson extends Pick<PersonRow, 'standing' | 'message' | 'confirmedVersion'> {
  userId: string;
  name: string;
  avatarUrl: string | null;
  since: string;
}

/**
 * In the order in which they came; those asking whom the host has answered with a no stand there no more, nor do those in line
 * and asking who may not come any more.
 */
export function listPeople(
  db: Db,
  viewerId: string,
  plan: Pick<PlanRow, 'id' | 'hostId' | 'who' | 'gender'>,
  standing: StoredStanding,
  now: Date,
): Promise<ListedPerson[]> {
  const mayCome = standing === 'going' ? sql`true` : ofItsGender(plan, now);
  return rowsOf<ListedPerson>(
    db,
    sql`SELECT w.user_id AS "userId", u.name, u.avatar_url AS "avatarUrl", w.standing, w.since,
        CASE WHEN w.standing = 'asked' THEN w.message END AS message, w.confirmed_version AS "confirmedVersion"
      FROM ${planPeople} w JOIN ${users} u ON u.id = w.user_id
      WHERE w.plan_id = ${plan.id} AND w.standing = ${standing} AND w.declined_at IS NULL
        AND ${accountStands(sql`w.user_id`)} AND ${notBlocked(viewerId, sql`w.user_id`)} AND ${mayCome}
      ORDER BY (w.user_id = ${plan.hostId}) DESC NULLS LAST, w.queued_at, w.since, w.id`,
  );
}

/** Of somebody the plans that are not over in which they have a seat, wait for one or ask, or that they host. */
export async function livingPlansOf(db: Db, userId: string, now: Date): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT p.id FROM ${planPeople} w JOIN ${plans} p ON p.id = w.plan_id
      WHERE w.user_id = ${userId} AND w.standing IN ('going', 'waiting', 'asked')
        AND p.ends_at > ${now.toISOString()}::timestamptz AND p.called_off_at IS NULL ORDER BY p.id`,
  );
  return rows.map(({ id }) => id);
}

export async function confirm(db: Db, planId: string, userId: string, version: number): Promise<void> {
  await db
    .update(planPeople)
    .set({ confirmedVersion: version })
    .where(and(eq(planPeople.planId, planId), eq(planPeople.userId, userId)));
}
