import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { sessions, users } from './identity.tables.ts';

export type UserRow = typeof users.$inferSelect;

export async function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  return row;
}

/** Makes the account at the first sign-in; later ones refresh only what the provider vouches for. */
export async function upsertUser(db: Db, user: typeof users.$inferInsert): Promise<UserRow> {
  const [row] = await db
    .insert(users)
    .values(user)
    .onConflictDoUpdate({
      target: [users.issuer, users.subject],
      set: { email: user.email, emailVerified: user.emailVerified, lastActiveAt: user.lastActiveAt },
    })
    .returning();
  return row!;
}

export async function changeUser(
  db: Db,
  userId: string,
  changes: Partial<Pick<UserRow, 'name' | 'avatarUrl' | 'gender' | 'lastActiveAt'>>,
): Promise<UserRow> {
  const [row] = await db.update(users).set(changes).where(eq(users.id, userId)).returning();
  return row!;
}

export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

/** Reads an account and keeps it from being changed until the end of the transaction. */
export async function lockUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId)).for('update');
  return row;
}

export async function findSession(db: Db, sessionId: string, now: Date) {
  const [row] = await db
    .select({ user: users, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)));
  return row;
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}
