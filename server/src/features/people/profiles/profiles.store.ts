import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { profiles } from './profiles.tables.ts';

export type ProfileRow = typeof profiles.$inferSelect;

export async function findProfile(db: Db, userId: string): Promise<ProfileRow | undefined> {
  const [row] = await db.select().from(profiles).where(eq(profiles.userId, userId));
  return row;
}

export async function saveProfileRow(db: Db, row: ProfileRow): Promise<void> {
  const { userId, createdAt, ...changes } = row;
  await db.insert(profiles).values(row).onConflictDoUpdate({ target: profiles.userId, set: changes });
}

export async function deleteProfile(db: Db, userId: string): Promise<void> {
  await db.delete(profiles).where(eq(profiles.userId, userId));
}

/** Whether others see no more of somebody than name and picture. A condition for SQL. */
export const isPrivatePerson = (userId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${profiles} f WHERE f.user_id = ${userId} AND f.privacy->>'profileVisibility' = 'private')`;
