import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { anyOf, anyOfText, type Db, listText, madeOnce } from '#platform/database/builder.ts';
import { accountStandsAt } from './identity.store.ts';
import { leftAccounts, moderators, sessions, standings, users } from './identity.tables.ts';

export type SessionRow = typeof sessions.$inferSelect;

export interface FoundSession extends SessionRow {
  user: typeof users.$inferSelect;
  leftAt: Date | null;
  standing: typeof standings.$inferSelect | null;
  moderatesSince: Date | null;
}

export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

const living = madeOnce((db) =>
  db
    .select({
      session: sessions,
      user: users,
      leftAt: leftAccounts.leftAt,
      standing: standings,
      moderatesSince: moderators.since,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(leftAccounts, eq(leftAccounts.userId, sessions.userId))
    .leftJoin(standings, eq(standings.userId, sessions.userId))
    .leftJoin(moderators, eq(moderators.userId, sessions.userId))
    .where(
      and(eq(sessions.id, anyOfText(sql.placeholder('ids'))), gt(sessions.expiresAt, sql.placeholder('now'))),
    )
    .prepare('living_sessions'),
);

export async function findSessions(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, FoundSession>> {
  const rows = await living(db).execute({ ids: listText(ids), now: now.toISOString() });
  return new Map(rows.map(({ session, ...found }) => [session.id, { ...session, ...found }]));
}

export interface LivingSession {
  endsAt: Date;
  /** Whether it is of somebody who takes part; who was put out, or has deleted their account, looks on as a visitor does. */
  stands: boolean;
}

export async function findLiving(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, LivingSession>> {
  const rows = await db
    .select({
      id: sessions.id,
      endsAt: sessions.expiresAt,
      stands: sql<boolean>`${accountStandsAt(sessions.userId, now)}`,
    })
    .from(sessions)
    .where(and(eq(sessions.id, anyOf(ids)), gt(sessions.expiresAt, now)));
  return new Map(rows.map(({ id, ...session }) => [id, session]));
}

/** The end moves from where the caller saw it, if the session is kept. Answers the end; undefined when it is gone. */
export async function noteUse(
  db: Db,
  { id, expiresAt }: SessionRow,
  { lastUsedAt, until }: { lastUsedAt: Date; until: Date | null },
): Promise<Date | undefined> {
  const slid = sql`CASE WHEN ${sessions.isKept} AND ${sessions.expiresAt} = ${expiresAt.toISOString()}::timestamptz
    THEN ${until?.toISOString()}::timestamptz ELSE ${sessions.expiresAt} END`;
  const [row] = await db
    .update(sessions)
    .set({ lastUsedAt, ...(until && { expiresAt: slid }) })
    .where(eq(sessions.id, id))
    .returning({ expiresAt: sessions.expiresAt });
  return row?.expiresAt;
}

export async function changeEnd(
  db: Db,
  sessionId: string,
  changes: Pick<SessionRow, 'isKept' | 'expiresAt'>,
): Promise<void> {
  await db.update(sessions).set(changes).where(eq(sessions.id, sessionId));
}

/** Answers what it was; undefined when it is gone already. */
export async function deleteSession(db: Db, sessionId: string): Promise<SessionRow | undefined> {
  const [row] = await db.delete(sessions).where(eq(sessions.id, sessionId)).returning();
  return row;
}

export async function deleteSessions(db: Db, ids: readonly string[]): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, anyOf(ids)));
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}

export async function listLivingSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt), desc(sessions.id));
}

/** Those that have ended, too, as long as they are there. */
export async function listSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.createdAt));
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
  return rows.map(({ id }) => id);
}
