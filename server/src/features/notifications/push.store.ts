import { and, asc, eq, gt, lte, ne, sql } from 'drizzle-orm';
import { accountStandsAt } from '#features/identity/identity.service.ts';
import { sessions } from '#features/identity/identity.tables.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { pushDeliveries, pushSubscriptions } from './notifications.tables.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** A browser belongs to whoever came last. */
export async function putSubscription(db: Db, row: SubscriptionRow): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, row.endpoint), ne(pushSubscriptions.userId, row.userId)));
  const { id: _id, userId: _user, ...changes } = row;
  await db
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: changes });
}

/** Takes out the oldest beyond a number. */
export async function trimSubscriptions(db: Db, userId: string, most: number): Promise<void> {
  await db.execute(
    sql`DELETE FROM ${pushSubscriptions} WHERE id IN (SELECT id FROM ${pushSubscriptions} WHERE user_id = ${userId}
      ORDER BY created_at DESC, id DESC OFFSET ${most})`,
  );
}

export async function deleteSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}

export async function dropSubscription(db: Db, subscriptionId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId));
}

export interface Delivery {
  subscriptionId: string;
  eventId: number;
  attempts: number;
}

/**
 * Takes deliveries that are due for this node's key, of browsers that are still signed in, and puts them off: should
 * this node go down with them, another one comes back to them then.
 */
export async function takeDue(
  db: Db,
  { publicKey, now, until, limit }: { publicKey: string; now: Date; until: Date; limit: number },
): Promise<Delivery[]> {
  const due = db
    .select({ subscriptionId: pushDeliveries.subscriptionId, eventId: pushDeliveries.eventId })
    .from(pushDeliveries)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId))
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(
        lte(pushDeliveries.dueAt, now),
        eq(pushSubscriptions.publicKey, publicKey),
        gt(sessions.expiresAt, now),
      ),
    )
    .orderBy(asc(pushDeliveries.dueAt), asc(pushDeliveries.eventId))
    .limit(limit)
    .for('update', { of: pushDeliveries, skipLocked: true });
  const rows = await rowsOf<Delivery>(
    db,
    // Looked for once and for all: looked for row by row, those taken a moment before would be missing.
    sql`WITH due AS MATERIALIZED (${due})
      UPDATE ${pushDeliveries} d SET due_at = ${until.toISOString()}::timestamptz, attempts = d.attempts + 1
      FROM due WHERE d.subscription_id = due.subscription_id AND d.event_id = due.event_id
      RETURNING d.subscription_id AS "subscriptionId", d.event_id AS "eventId", d.attempts`,
  );
  return rows.map((row) => ({ ...row, eventId: Number(row.eventId) }));
}

/** With the name of the session it belongs to, and whether nobody has put its owner out. */
export type SubscribedDevice = SubscriptionRow & { deviceId: string; stands: boolean };

export async function findSubscriptions(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<SubscribedDevice[]> {
  if (ids.length === 0) return [];
  const stands = sql<boolean>`${accountStandsAt(sql`${pushSubscriptions.userId}`, now)}`;
  const rows = await db
    .select({ subscription: pushSubscriptions, deviceId: sessions.handle, stands })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.id, anyOf(ids)));
  return rows.map(({ subscription, ...known }) => ({ ...subscription, ...known }));
}

export async function findPushedSessions(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ sessionId: pushSubscriptions.sessionId })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  return new Set(rows.map(({ sessionId }) => sessionId));
}

const one = ({ subscriptionId, eventId }: Delivery) =>
  and(eq(pushDeliveries.subscriptionId, subscriptionId), eq(pushDeliveries.eventId, eventId));

export async function deleteDelivery(db: Db, delivery: Delivery): Promise<void> {
  await db.delete(pushDeliveries).where(one(delivery));
}

export async function putOff(db: Db, delivery: Delivery, dueAt: Date): Promise<void> {
  await db.update(pushDeliveries).set({ dueAt }).where(one(delivery));
}

export const countDeliveries = (db: Db): Promise<number> => db.$count(pushDeliveries);

/** What nobody could deliver for long. */
export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(pushDeliveries).where(lte(pushDeliveries.dueAt, before));
}

/** The browsers of somebody, without the keys that open what is pushed to them. */
export async function listSubscriptions(db: Db, userId: string) {
  return db
    .select({
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
      language: pushSubscriptions.language,
      createdAt: pushSubscriptions.createdAt,
    })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
}

export async function deleteSubscriptionsOf(db: Db, userId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
}
