import { type Urgency, urgencies, urgency_ms } from '@dazi/contract/moderation/moderation.rules';
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { accountIsThere } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { caseMedia, cases, decisions, reports } from './moderation.tables.ts';
import type { Target } from './reports.store.ts';

export type CaseRow = typeof cases.$inferSelect;

const isCase = ({ targetType, targetId }: Target): SQL =>
  and(eq(cases.targetType, targetType), eq(cases.targetId, targetId))!;

export async function lockCase(db: Db, target: Target): Promise<CaseRow | undefined> {
  const [row] = await db.select().from(cases).where(isCase(target)).for('update');
  return row;
}

/** The rows of several in one order, so that two who decide about the same do not wait for each other. */
export async function lockCases(db: Db, targets: readonly Target[]): Promise<CaseRow[]> {
  if (targets.length === 0) return [];
  return db
    .select()
    .from(cases)
    .where(or(...targets.map(isCase)))
    .orderBy(asc(cases.targetType), asc(cases.targetId))
    .for('update');
}

/** Open cases about somebody that nobody else has taken and that this person has not reported in, the oldest first. */
export async function lockOpenOf(
  db: Db,
  personId: string,
  { byId, withMotions, now, limit }: { byId: string; withMotions: boolean; now: Date; limit: number },
): Promise<CaseRow[]> {
  const isOwn = sql`EXISTS (SELECT 1 FROM ${reports} r WHERE r.target_type = ${cases.targetType}
    AND r.target_id = ${cases.targetId} AND r.state = 'open' AND r.reporter_id = ${byId})`;
  const isFree = or(isNull(cases.takenBy), eq(cases.takenBy, byId), lte(cases.takenUntil, now));
  const own = withMotions ? undefined : ne(cases.targetType, 'motion');
  const found = await db
    .select({ targetType: cases.targetType, targetId: cases.targetId })
    .from(cases)
    .where(and(eq(cases.personId, personId), cases.isOpen, isFree, own, sql`NOT ${isOwn}`))
    .orderBy(asc(cases.since), asc(cases.targetId))
    .limit(limit);
  // Locked in the order in which all cases are, and looked at again: somebody may have been quicker.
  const rows = await lockCases(db, found);
  return rows.filter(
    ({ isOpen, takenBy, takenUntil }) =>
      isOpen && (takenBy === null || takenBy === byId || takenUntil === null || takenUntil <= now),
  );
}

/** Makes the row where there is none, so that it can be locked. */
export async function ensureCase(db: Db, row: typeof cases.$inferInsert): Promise<void> {
  await db.insert(cases).values(row).onConflictDoNothing();
}

export async function changeCase(db: Db, target: Target, change: Partial<CaseRow>): Promise<void> {
  await db.update(cases).set(change).where(isCase(target));
}

export async function changeCases(
  db: Db,
  targets: readonly Target[],
  change: Partial<CaseRow>,
): Promise<void> {
  await db
    .update(cases)
    .set({ ...change, version: sql`${cases.version} + 1` })
    .where(or(...targets.map(isCase)));
}

/** Keeps a case for somebody unless it is somebody else's at that moment; false then. */
export async function takeCase(
  db: Db,
  target: Target,
  claim: { userId: string; until: Date; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(cases)
    .set({ takenBy: claim.userId, takenUntil: claim.until })
    .where(
      and(
        isCase(target),
        or(sql`${cases.takenBy} IS NULL`, eq(cases.takenBy, claim.userId), lte(cases.takenUntil, claim.now)),
      ),
    )
    .returning({ targetId: cases.targetId });
  return rows.length > 0;
}

/** Open ones by urgency, then by wait; settled ones the latest first. `after` is where the page before ended. */
export async function pageOfCases(
  db: Db,
  which: { isOpen: boolean; urgency: Urgency | null },
  after: (Frontier & { urgency: number }) | null,
  limit: number,
): Promise<CaseRow[]> {
  const urgency = which.urgency === null ? undefined : eq(cases.urgency, urgencies.indexOf(which.urgency));
  if (which.isOpen) {
    const beyond =
      after &&
      sql`(${cases.urgency}, ${cases.since}, ${cases.targetId}) > (${after.urgency}::smallint, ${after.createdAt}::timestamptz, ${after.id})`;
    return db
      .select()
      .from(cases)
      .where(and(cases.isOpen, urgency, beyond ?? undefined))
      .orderBy(asc(cases.urgency), asc(cases.since), asc(cases.targetId))
      .limit(limit);
  }
  const beyond =
    after && sql`(${cases.since}, ${cases.targetId}) < (${after.createdAt}::timestamptz, ${after.id})`;
  return db
    .select()
    .from(cases)
    .where(and(sql`NOT ${cases.isOpen}`, urgency, beyond ?? undefined))
    .orderBy(sql`${cases.since} DESC`, sql`${cases.targetId} DESC`)
    .limit(limit);
}

export interface Waiting extends Record<Urgency, number> {
  appeals: number;
}

export async function countWaiting(db: Db): Promise<Waiting> {
  const of = (urgency: Urgency) =>
    sql`count(*) FILTER (WHERE ${cases.urgency} = ${urgencies.indexOf(urgency)}::smallint)::int`;
  const [row] = await rowsOf<Waiting>(
    db,
    sql`SELECT ${of('hour')} AS hour, ${of('day')} AS day, ${of('week')} AS week,
      (SELECT count(*)::int FROM ${decisions} WHERE ${decisions.appealState} = 'open') AS appeals
    FROM ${cases} WHERE ${cases.isOpen}`,
  );
  return row!;
}

export interface AlsoOpen extends Target {
  personId: string;
  reason: (typeof reports.$inferSelect)['reason'];
  since: string;
}

/** Every open case of these people, with the reason of its first open report. */
export function listOpenOf(db: Db, personIds: readonly string[]): Promise<AlsoOpen[]> {
  if (personIds.length === 0) return Promise.resolve([]);
  return rowsOf<AlsoOpen>(
    db,
    sql`SELECT c.target_type AS "targetType", c.target_id AS "targetId", c.person_id AS "personId", c.since,
        (SELECT r.reason FROM ${reports} r WHERE r.target_type = c.target_type AND r.target_id = c.target_id
          AND r.state = 'open' ORDER BY r.created_at LIMIT 1) AS reason
      FROM ${cases} c WHERE c.is_open AND c.person_id = ${anyOf(personIds)}
      ORDER BY c.since, c.target_id`,
  );
}

/** Names and pictures of people, also of who has deleted their account but is not erased. */
export async function listPeople(db: Db, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  return db
    .select({
      ...{ id: users.id, name: users.name, avatarUrl: users.avatarUrl, createdAt: users.createdAt },
      isThere: sql<boolean>`${accountIsThere(users.id)}`,
    })
    .from(users)
    .where(and(eq(users.id, anyOf(userIds)), ne(users.issuer, 'erased')));
}

/** Open ones that nobody decided in time and administrators were not told of, held until the end of the transaction. */
export async function lockOverdue(db: Db, now: Date, limit: number): Promise<CaseRow[]> {
  const isOver = or(
    ...urgencies.map((urgency, rank) =>
      and(eq(cases.urgency, rank), lte(cases.since, new Date(now.getTime() - urgency_ms[urgency]))),
    ),
  );
  return db
    .select()
    .from(cases)
    .where(and(cases.isOpen, sql`NOT ${cases.isOverdueTold}`, isOver))
    .orderBy(asc(cases.targetType), asc(cases.targetId))
    .limit(limit)
    .for('update');
}

export async function noteOverdueTold(db: Db, targets: readonly Target[]): Promise<void> {
  await db
    .update(cases)
    .set({ isOverdueTold: true })
    .where(or(...targets.map(isCase)));
}

/** Those whose time to be folded is over, which nobody else changes until the end of the transaction. */
export async function lockFoldedUntil(db: Db, now: Date, limit: number): Promise<CaseRow[]> {
  return db
    .select()
    .from(cases)
    .where(lte(cases.foldedUntil, now))
    .orderBy(asc(cases.targetType), asc(cases.targetId))
    .limit(limit)
    .for('update');
}

/** Nothing of these is folded any more. */
export async function endFolds(db: Db, targets: readonly Target[]): Promise<void> {
  if (targets.length === 0) return;
  await db
    .update(cases)
    .set({ foldedUntil: null })
    .where(and(isNotNull(cases.foldedUntil), or(...targets.map(isCase))));
}

export async function insertCaseMedia(db: Db, target: Target, mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length === 0) return;
  const { targetType, targetId } = target;
  await db
    .insert(caseMedia)
    .values(mediaIds.map((mediaId) => ({ mediaId, targetType, targetId })))
    .onConflictDoNothing();
}

export async function listCaseMedia(db: Db, targets: readonly Target[]): Promise<string[]> {
  if (targets.length === 0) return [];
  const rows = await db
    .selectDistinct({ mediaId: caseMedia.mediaId })
    .from(caseMedia)
    .where(
      or(
        ...targets.map(({ targetType, targetId }) =>
          and(eq(caseMedia.targetType, targetType), eq(caseMedia.targetId, targetId)),
        ),
      ),
    );
  return rows.map(({ mediaId }) => mediaId);
}

/** Whether a medium is part of what moderators decide about at the moment. */
export async function isInOpenCase(db: Db, mediaId: string): Promise<boolean> {
  const rows = await db
    .select({ mediaId: caseMedia.mediaId })
    .from(caseMedia)
    .innerJoin(cases, and(eq(cases.targetType, caseMedia.targetType), eq(cases.targetId, caseMedia.targetId)))
    .where(and(eq(caseMedia.mediaId, mediaId), cases.isOpen))
    .limit(1);
  return rows.length > 0;
}

/** A batch at once; answers of how many cases. */
export async function eraseSnapshots(db: Db, now: Date, limit: number): Promise<number> {
  const due = db
    .select({ targetId: cases.targetId })
    .from(cases)
    .where(and(isNotNull(cases.eraseAt), lte(cases.eraseAt, now), sql`NOT ${cases.isOpen}`))
    .limit(limit);
  const rows = await db
    .update(cases)
    .set({ snapshot: null, eraseAt: null })
    .where(and(inArray(cases.targetId, due), lte(cases.eraseAt, now), sql`NOT ${cases.isOpen}`))
    .returning({ targetType: cases.targetType, targetId: cases.targetId });
  for (const { targetType, targetId } of rows) {
    await db
      .delete(caseMedia)
      .where(and(eq(caseMedia.targetType, targetType), eq(caseMedia.targetId, targetId)));
  }
  return rows.length;
}

export async function deleteCasesOf(db: Db, personId: string): Promise<void> {
  const own = db.select({ targetId: cases.targetId }).from(cases).where(eq(cases.personId, personId));
  await db.delete(caseMedia).where(inArray(caseMedia.targetId, own));
  await db.delete(cases).where(eq(cases.personId, personId));
}

/** Whoever moderates no more keeps no case from the others. */
export async function putBackAllOf(db: Db, userId: string): Promise<void> {
  await db.update(cases).set({ takenBy: null, takenUntil: null }).where(eq(cases.takenBy, userId));
}

/** Cases whose reports all went with the accounts of who made them. Answers of each what was copied. */
export async function closeEmptyCases(db: Db, now: Date) {
  return db
    .update(cases)
    .set({ isOpen: false, since: now, eraseAt: now, takenBy: null, takenUntil: null })
    .where(
      and(
        cases.isOpen,
        sql`NOT EXISTS (SELECT 1 FROM ${reports} r WHERE r.target_type = ${cases.targetType} AND r.target_id = ${cases.targetId} AND r.state = 'open')`,
      ),
    )
    .returning({ snapshot: cases.snapshot });
}

export async function hasOpenCase(db: Db, personId: string): Promise<boolean> {
  const rows = await db
    .select({ targetId: cases.targetId })
    .from(cases)
    .where(and(eq(cases.personId, personId), cases.isOpen))
    .limit(1);
  return rows.length > 0;
}
