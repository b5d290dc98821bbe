import { and, asc, eq, isNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, isSpread } from '#platform/database/builder.ts';
import { noticed, recipients } from '#platform/notices.store.ts';
import type { Recipient } from '#platform/notices.ts';
import { leftAccounts, standings, users } from './identity.tables.ts';

export type UserRow = typeof users.$inferSelect;

export async function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  return row;
}

/** Makes the account at the first sign-in; nothing where there is one. */
export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<UserRow | undefined> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
  return row;
}

/** Later sign-ins refresh only what the provider vouches for. Answers nothing where there is no account. */
export async function refreshUser(
  db: Db,
  { issuer, subject, email, emailVerified, lastActiveAt }: typeof users.$inferInsert,
): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ email, emailVerified, lastActiveAt })
    .where(and(eq(users.issuer, issuer), eq(users.subject, subject)))
    .returning();
  return row;
}

export async function changeUser(
  db: Db,
  userId: string,
  changes: Partial<Pick<UserRow, 'name' | 'avatarUrl' | 'gender' | 'lastActiveAt' | 'language'>>,
): Promise<UserRow> {
  const [row] = await db.update(users).set(changes).where(eq(users.id, userId)).returning();
  // Elsewhere a trigger does so.
  if (isSpread(db) && changes.name !== undefined) {
    await db.execute(sql`SELECT follow_name(${userId}, folded_text(${changes.name}))`);
  }
  return row!;
}

export async function confirmUser(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ confirmedAt: now })
    .where(and(eq(users.id, userId), isNull(users.confirmedAt)));
}

/** Rows that name the person may still be added: whoever adds them holds locks this transaction would wait for. */
export async function lockUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId)).for('no key update');
  return row;
}

export type StandingRow = typeof standings.$inferSelect;

/**
 * True while the account is neither deleted nor being erased. One look into the index a row: EXISTS would make the
 * database read all deleted accounts for each list.
 */
export function accountIsThere(userId: SQLWrapper): SQL {
  return sql`(SELECT ${leftAccounts.leftAt} FROM ${leftAccounts} WHERE ${leftAccounts.userId} = ${userId}) IS NULL`;
}

/** The same, and nobody has put the person out; part of `notHidden`, which lists ask for. */
export function accountStands(userId: SQLWrapper): SQL {
  return sql`(${accountIsThere(userId)} AND coalesce((SELECT ${standings.kind} FROM ${standings} WHERE ${standings.userId} = ${userId}), 'good') NOT IN ('suspended', 'closed'))`;
}

/** Whether the account of anybody in an array of ids does not stand. */
export function anyIsOut(userIds: SQL): SQL {
  return sql`(EXISTS (SELECT FROM ${leftAccounts} WHERE ${leftAccounts.userId} = ANY(${userIds}))
    OR EXISTS (SELECT FROM ${standings} WHERE ${standings.userId} = ANY(${userIds}) AND ${standings.kind} IN ('suspended', 'closed')))`;
}

/** `accountStands` to the moment: a measure that is over, and that no job has ended yet, counts no more. */
export function accountStandsAt(userId: SQLWrapper, now: Date): SQL {
  return sql`(${accountIsThere(userId)} AND NOT EXISTS (SELECT FROM ${standings} WHERE ${standings.userId} = ${userId}
    AND ${standings.kind} IN ('suspended', 'closed') AND coalesce(${standings.until} > ${now.toISOString()}::timestamptz, true)))`;
}

/** True while nothing stands against somebody: who is limited is offered to nobody who does not know them. */
export function isInGoodStanding(userId: SQLWrapper): SQL {
  return sql`coalesce((SELECT ${standings.kind} FROM ${standings} WHERE ${standings.userId} = ${userId}), 'good') = 'good'`;
}

/** Keeps the first instant when the account is deleted twice at once. */
export async function insertLeft(db: Db, userId: string, leftAt: Date): Promise<void> {
  await db.insert(leftAccounts).values({ userId, leftAt }).onConflictDoNothing();
}

export async function findLeft(
  db: Db,
  userId: string,
): Promise<typeof leftAccounts.$inferSelect | undefined> {
  const [row] = await db.select().from(leftAccounts).where(eq(leftAccounts.userId, userId));
  return row;
}

/** True when there was a deletion to take back: erasure that has begun goes on. */
export async function deleteLeft(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .delete(leftAccounts)
    .where(and(eq(leftAccounts.userId, userId), isNull(leftAccounts.erasingAt)))
    .returning({ userId: leftAccounts.userId });
  return rows.length > 0;
}

/** Accounts that were deleted up to an instant, the oldest first; those whose erasure was interrupted too. */
export async function findErasable(db: Db, leftUntil: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: leftAccounts.userId })
    .from(leftAccounts)
    .where(lte(leftAccounts.leftAt, leftUntil))
    .orderBy(asc(leftAccounts.leftAt), asc(leftAccounts.userId))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

/** False when the deletion was taken back a moment before. */
export async function markErasing(db: Db, userId: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(leftAccounts)
    .set({ erasingAt: now })
    .where(eq(leftAccounts.userId, userId))
    .returning({ userId: leftAccounts.userId });
  return rows.length > 0;
}

/** Of an account that is being erased, in the place of its provider's. */
export const erasedIssuer = 'erased';

/** Nobody signs in to this account any more: the same person makes a new one. */
export async function redactUser(db: Db, userId: string): Promise<void> {
  await db
    .update(users)
    .set({
      issuer: erasedIssuer,
      subject: userId,
      email: null,
      emailVerified: false,
      name: '',
      avatarUrl: null,
      gender: null,
    })
    .where(eq(users.id, userId));
  if (isSpread(db)) await db.execute(sql`SELECT follow_name(${userId}, '')`);
}

export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId));
}

/** Those whom a notice itself names, as far as they, and the other person it names, are still there. */
export function namedRecipients(
  db: Db,
  notices: readonly { eventId: number; userId: string; personId?: string | null }[],
): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", u.id AS "userId" FROM ${noticed(notices, sql`"eventId" bigint, "userId" text, "personId" text`)}
      JOIN ${users} u ON u.id = e."userId" LEFT JOIN ${users} o ON o.id = e."personId"
      WHERE e."personId" IS NULL OR o.id IS NOT NULL`,
  );
}
