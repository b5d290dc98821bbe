import type { NotificationSettings, QuietHours } from '@dazi/contract/notifications/notifications';
import { eq } from 'drizzle-orm';
import { anyOf, type Db } from '#platform/database/builder.ts';
import { notificationSettings } from './notifications.tables.ts';

export async function findSettings(db: Db, userId: string): Promise<NotificationSettings | undefined> {
  const [row] = await db
    .select({ quietHours: notificationSettings.quietHours, pushPreviews: notificationSettings.pushPreviews })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
  return row;
}

export async function findQuietHours(db: Db, userIds: readonly string[]): Promise<Map<string, QuietHours>> {
  const { userId, quietHours } = notificationSettings;
  const rows = await db
    .select({ userId, quietHours })
    .from(notificationSettings)
    .where(eq(userId, anyOf(userIds)));
  return new Map(rows.flatMap((row) => (row.quietHours ? [[row.userId, row.quietHours] as const] : [])));
}

export async function saveSettings(db: Db, userId: string, settings: NotificationSettings): Promise<void> {
  await db
    .insert(notificationSettings)
    .values({ userId, ...settings })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: settings });
}

export async function findOwnSettings(db: Db, userId: string) {
  return db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId));
}
