import { eq } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { planSettings } from './plans.tables.ts';

export type SettingsRow = typeof planSettings.$inferSelect;

export async function findSettings(db: Db, userId: string): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(planSettings).where(eq(planSettings.userId, userId));
  return row;
}

export async function putSettings(db: Db, row: SettingsRow): Promise<void> {
  const { userId: _userId, ...changes } = row;
  await db.insert(planSettings).values(row).onConflictDoUpdate({ target: planSettings.userId, set: changes });
}
