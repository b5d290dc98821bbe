import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { anyOf, type Db, handOver, rowsOf } from './database/builder.ts';
import { outbox } from './outbox.tables.ts';

export interface OutboxEvent {
  topic: string;
  stored: unknown;
}

/** Stores events with the transaction and hands over what PostgreSQL is to notify the nodes of when it commits. */
export function insertEvents(
  inside: Db,
  events: readonly OutboxEvent[],
  now: Date,
  notify: { channel: string; payloads: readonly string[] },
): void {
  const rows = events.filter(({ stored }) => stored !== null);
  if (rows.length === 0) {
    if (notify.payloads.length > 0) handOver(inside, sending(notify.channel, notify.payloads));
    return;
  }
  // One parameter and one text of the statement, however many there are: it is planned once.
  const json = JSON.stringify(rows.map(({ topic, stored: event }) => ({ topic, event })));
  const storing = sql`INSERT INTO ${outbox} (topic, event, created_at)
    SELECT e.value->>'topic', e.value->'event', ${now.toISOString()}::timestamptz
    FROM jsonb_array_elements(${json}::text::jsonb) WITH ORDINALITY AS e ORDER BY e.ordinality`;
  if (notify.payloads.length === 0) handOver(inside, storing);
  else handOver(inside, sql`WITH stored AS (${storing}) ${sending(notify.channel, notify.payloads)}`);
}

const sending = (channel: string, payloads: readonly string[]) =>
  sql`SELECT pg_notify(${channel}, payload) FROM json_array_elements_text(${JSON.stringify(payloads)}::text::json) AS said(payload)`;

/** Says something to all nodes that is kept nowhere. */
export async function notifyNodes(db: Db, channel: string, payloads: readonly string[]): Promise<void> {
  await db.execute(sending(channel, payloads));
}

/**
 * The newest event of each topic, and the version that a reader who asks now has seen: events of earlier
 * transactions are all visible, later ones are at or above it.
 */
export async function topicVersions(db: Db, topics: readonly string[]) {
  const [row] = await rowsOf<{ version: number }>(
    db,
    sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS version`,
  );
  const newest = await db
    .select({ topic: outbox.topic, newest: sql<number>`max(${outbox.transactionId})`.mapWith(Number) })
    .from(outbox)
    .where(eq(outbox.topic, anyOf(topics)))
    .groupBy(outbox.topic);
  return { version: row!.version, newest: new Map(newest.map((entry) => [entry.topic, entry.newest])) };
}

/**
 * Takes out a batch of what happened before an instant; answers how many rows it was. The oldest have the lowest numbers,
 * which spares an index of the time on what is written most.
 */
export async function eraseEventsBefore(db: Db, instant: Date, limit: number): Promise<number> {
  const oldest = db.select({ id: outbox.id }).from(outbox).orderBy(asc(outbox.id)).limit(limit);
  const erased = await db
    .delete(outbox)
    .where(and(inArray(outbox.id, oldest), lt(outbox.createdAt, instant)))
    .returning({ id: outbox.id });
  return erased.length;
}

/**
 * Numbers of transactions of another database mean nothing here: what lies up to `read` counts as 1, the rest as 2,
 * both of which lie below any of this database.
 */
export async function renumberEvents(
  db: Db,
  read: { transactionId: number; eventId: number },
): Promise<void> {
  await db.execute(sql`UPDATE ${outbox} SET transaction_id = CASE
    WHEN (transaction_id, id) <= (${read.transactionId}::bigint, ${read.eventId}::bigint) THEN 1 ELSE 2 END`);
}
