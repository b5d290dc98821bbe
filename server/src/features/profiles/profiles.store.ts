import { eq } from 'drizzle-orm';
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
