import { and, asc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import type { StandingRow } from './identity.store.ts';
import { leftAccounts, moderators, sessions, standings, users } from './identity.tables.ts';
import type { Done } from './newcomers.rules.ts';

export async function findStanding(db: Db, userId: string): Promise<StandingRow | undefined> {
  const [row] = await db.select().from(standings).where(eq(standings.userId, userId));
  return row;
}

export async function saveStanding(db: Db, row: StandingRow): Promise<void> {
  const { userId: _key, ...set } = row;
  await db.insert(standings).values(row).onConflictDoUpdate({ target: standings.userId, set });
}

export async function deleteStanding(db: Db, userId: string): Promise<void> {
  await db.delete(standings).where(eq(standings.userId, userId));
}

export async function findEndedMeasures(db: Db, now: Date, limit: number): Promise<StandingRow[]> {
  return db
    .select()
    .from(standings)
    .where(and(isNotNull(standings.until), lte(standings.until, now)))
    .orderBy(asc(standings.until), asc(standings.userId))
    .limit(limit);
}

/** The measure against somebody, and whether they have deleted their account. */
export async function findAbsence(db: Db, userId: string) {
  const [row] = await db
    .select({ leftAt: leftAccounts.leftAt, standing: standings })
    .from(users)
    .leftJoin(leftAccounts, eq(leftAccounts.userId, users.id))
    .leftJoin(standings, eq(standings.userId, users.id))
    .where(eq(users.id, userId));
  return row;
}

export async function pageOfClosedBefore(
  db: Db,
  before: Date,
  after: string,
  limit: number,
): Promise<{ userId: string }[]> {
  return db
    .select({ userId: standings.userId })
    .from(standings)
    .leftJoin(leftAccounts, eq(leftAccounts.userId, standings.userId))
    .where(
      and(
        eq(standings.kind, 'closed'),
        lte(standings.since, before),
        isNull(leftAccounts.userId),
        gt(standings.userId, after),
      ),
    )
    .orderBy(asc(standings.userId))
    .limit(limit);
}

/** False when it was read before, or was never to be read. */
export async function markRead(db: Db, userId: string, decisionId: string): Promise<boolean> {
  const rows = await db
    .update(standings)
    .set({ unreadDecisionId: null })
    .where(and(eq(standings.userId, userId), eq(standings.unreadDecisionId, decisionId)))
    .returning({ userId: standings.userId });
  return rows.length > 0;
}

export async function sessionIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  return rows.map(({ id }) => id);
}

export async function insertModerator(db: Db, row: typeof moderators.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(moderators)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: moderators.userId });
  return rows.length > 0;
}

export async function deleteModerator(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .delete(moderators)
    .where(eq(moderators.userId, userId))
    .returning({ userId: moderators.userId });
  return rows.length > 0;
}

export interface OfficeHolder {
  id: string;
  name: string;
  avatarUrl: string | null;
  email: string | null;
  emailVerified: boolean;
  since: Date | null;
  appointedBy: string | null;
}

/** Moderators and holders of these verified addresses, if there and in good standing; longest in office first. */
export async function findOfficeHolders(db: Db, adminEmails: readonly string[]): Promise<OfficeHolder[]> {
  return officeHoldersQuery(db, adminEmails);
}

/** Begins with the few who may hold an office: joined and filtered at once, each account there is would be looked at. */
export const officeHoldersQuery = (db: Db, adminEmails: readonly string[]) =>
  db
    .select({
      id: users.id,
      name: users.name,
      avatarUrl: users.avatarUrl,
      email: users.email,
      emailVerified: users.emailVerified,
      since: moderators.since,
      appointedBy: moderators.appointedBy,
    })
    .from(users)
    .leftJoin(moderators, eq(moderators.userId, users.id))
    .leftJoin(standings, eq(standings.userId, users.id))
    .leftJoin(leftAccounts, eq(leftAccounts.userId, users.id))
    .where(
      and(
        isNull(leftAccounts.userId),
        sql`coalesce(${standings.kind}, 'good') = 'good'`,
        sql`${users.id} IN (SELECT user_id FROM ${moderators}
          UNION SELECT id FROM ${users} WHERE email_verified AND lower(email) = ${anyOf(adminEmails)})`,
      ),
    )
    .orderBy(asc(moderators.since), asc(users.id));

export async function findModerators(db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ userId: moderators.userId })
    .from(moderators)
    .where(eq(moderators.userId, anyOf(userIds)));
  return new Set(rows.map(({ userId }) => userId));
}

export async function findStandings(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, StandingRow>> {
  const rows = await db
    .select()
    .from(standings)
    .where(eq(standings.userId, anyOf(userIds)));
  return new Map(rows.map((row) => [row.userId, row]));
}

export async function findModeratorSince(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ since: moderators.since })
    .from(moderators)
    .where(eq(moderators.userId, userId));
  return row?.since ?? null;
}

/** Until the end of the transaction nobody else counts what this account did of one kind, or adds to it. */
export async function lockBudget(db: Db, userId: string, kind: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind} of ${userId}`}, 0))`);
}

/** How many rows a query answers, and the earliest of their instants, which it calls `at`. */
export async function doneIn(db: Db, query: SQL): Promise<Done> {
  const [row] = await rowsOf<{ count: number; oldest: string | null }>(
    db,
    sql`SELECT count(*)::int AS count, min(done.at) AS oldest FROM (${query}) done`,
  );
  return { count: row!.count, oldest: row!.oldest === null ? null : new Date(row!.oldest) };
}
