import type { Preferences } from '@dazi/contract/people/profiles';
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

/** What somebody may have asked to be told of, or not. */
export type Wish = keyof Preferences['notificationSettings'];

/** Whether somebody wants to be told of something; without a profile they want everything. A condition for SQL. */
export const wantsToHear = (userId: SQLWrapper, wish: Wish): SQL =>
  sql`coalesce((SELECT (f.preferences->'notificationSettings'->>${wish}::text)::boolean FROM ${profiles} f WHERE f.user_id = ${userId}), true)`;
