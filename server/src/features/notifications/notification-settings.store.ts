import type { NotificationSettings } from '@dazi/contract/notifications/notifications';
import { eq } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { notificationSettings } from './notifications.tables.ts';

export async function findSettings(db: Db, userId: string): Promise<NotificationSettings | undefined> {
  const [row] = await db
    .select({ quietHours: notificationSettings.quietHours, pushPreviews: notificationSettings.pushPreviews })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
  return row;
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
