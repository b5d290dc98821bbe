import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { isOfPlanAhead } from './notifications.store.ts';
import { notifications } from './notifications.tables.ts';

interface Which {
  /** On which it was said: what does not stand there is not meant. */
  deviceId: string;
  /** Null for all. */
  ids: readonly string[] | null;
  /** The greatest event that is meant. */
  upTo: number | null;
}

const meant = (userId: string, { deviceId, ids, upTo }: Which) =>
  and(
    eq(notifications.userId, userId),
    sql`(${notifications.params}->>'unseenBy') IS DISTINCT FROM ${deviceId}`,
    ids ? eq(notifications.gathered, anyOf(ids)) : undefined,
    upTo === null ? undefined : lte(notifications.eventId, upTo),
  );

/** False when there was nothing to mark. */
export async function markRead(db: Db, userId: string, which: Which): Promise<boolean> {
  if (which.ids?.length === 0) return false;
  const rows = await db
    .update(notifications)
    .set({ isRead: true })
    .where(and(meant(userId, which), sql`NOT ${notifications.isRead}`))
    .returning({ eventId: notifications.eventId });
  return rows.length > 0;
}

export async function removeNotifications(db: Db, userId: string, which: Which): Promise<boolean> {
  const rows = await db
    .delete(notifications)
    .where(meant(userId, which))
    .returning({ eventId: notifications.eventId });
  return rows.length > 0;
}

/**
 * Takes out a batch of what was made before an instant, of what stays until it is read before another one, and of plans once
 * these are over; answers how many rows it was.
 */
export async function removeOlder(
  db: Db,
  { now, before, stayingBefore }: { now: Date; before: Date; stayingBefore: Date },
  limit: number,
): Promise<number> {
  const old = db
    .select({ userId: notifications.userId, eventId: notifications.eventId })
    .from(notifications)
    .where(
      and(
        lte(notifications.createdAt, before),
        sql`(${notifications.isRead} OR NOT ${notifications.stays} OR ${lte(notifications.createdAt, stayingBefore)})`,
        sql`NOT ${isOfPlanAhead(notifications, now)}`,
      ),
    )
    .orderBy(asc(notifications.createdAt))
    .limit(limit);
  const rows = await rowsOf<{ gone: number }>(
    db,
    sql`DELETE FROM ${notifications} n USING (${old}) old
      WHERE n.user_id = old.user_id AND n.event_id = old.event_id RETURNING 1 AS gone`,
  );
  return rows.length;
}
