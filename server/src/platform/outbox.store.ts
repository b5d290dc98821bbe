import { and, asc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { anyOf, type Db, handOver, isSpread, sendLast, withLast } from './database/builder.ts';
import { outbox } from './outbox.tables.ts';

export interface OutboxEvent {
  topic: string;
  stored: unknown;
}

/** The last of a transaction. Answers numbers once committed, null where nothing is stored; fails as the transaction does. */
export function insertEvents(
  inside: Db,
  events: readonly OutboxEvent[],
  now: Date,
): Promise<(number | null)[]> {
  const rows = events.filter(({ stored }) => stored !== null);
  // A cluster may keep what it tells elsewhere than what it tells of.
  if (rows.length === 0 || isSpread(inside)) sendLast(inside);
  if (rows.length === 0) return Promise.resolve(events.map(() => null));
  // One parameter and one text of the statement, however many there are: it is planned once.
  const json = JSON.stringify(rows.map(({ topic, stored: event }) => ({ topic, event })));
  const inserted = handOver<{ id: number }>(
    inside,
    sql`${withLast(inside)}INSERT INTO ${outbox} (topic, event, created_at)
      SELECT e.value->>'topic', e.value->'event', ${now.toISOString()}::timestamptz
      FROM jsonb_array_elements(${json}::text::jsonb) WITH ORDINALITY AS e ORDER BY e.ordinality RETURNING id`,
  );
  return inserted.then((written) => {
    const ids = written.values();
    return events.map(({ stored }) => (stored === null ? null : ids.next().value!.id));
  });
}

/**
 * A part of a statement that writes what it tells of, where handing over would take a transaction: one event for each
 * row of `rows`, with the row's `sequence` in it, in their order. It answers `id` and `sequence`.
 */
export const insertEventOfEach = (rows: SQL, topic: string, event: unknown, now: Date): SQL =>
  sql`INSERT INTO ${outbox} (topic, event, created_at)
    SELECT ${topic}, ${JSON.stringify(event)}::text::jsonb || jsonb_build_object('sequence', sequence),
      ${now.toISOString()}::timestamptz
    FROM ${rows} ORDER BY sequence RETURNING id, (event->>'sequence')::int AS sequence`;

/** Says something to all who listen to a channel of the database; it is kept nowhere. */
export async function notifyChannel(db: Db, channel: string, texts: readonly string[]): Promise<void> {
  await db.execute(
    sql`SELECT pg_notify(${channel}, said.text) FROM json_array_elements_text(${JSON.stringify(texts)}::text::json) AS said(text)`,
  );
}

/** The newest event of each topic; topics without one are missing. */
export async function newestOfTopics(db: Db, topics: readonly string[]): Promise<Map<string, number>> {
  const newest = await db
    .select({ topic: outbox.topic, newest: sql<number>`max(${outbox.transactionId})`.mapWith(Number) })
    .from(outbox)
    .where(eq(outbox.topic, anyOf(topics)))
    .groupBy(outbox.topic);
  return new Map(newest.map((entry) => [entry.topic, entry.newest]));
}

/** The numbers of what transactions from one up to before another have written, without the topics that begin so. */
export async function eventIdsBetween(
  db: Db,
  { from, to, without }: { from: number; to: number; without: string },
): Promise<number[]> {
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        gte(outbox.transactionId, from),
        lt(outbox.transactionId, to),
        sql`NOT starts_with(${outbox.topic}, ${without})`,
      ),
    )
    .orderBy(asc(outbox.transactionId), asc(outbox.id));
  return rows.map(({ id }) => id);
}

/** In the order in which they were written; `ids` of a thousand at most. */
export async function findEvents(db: Db, ids: readonly number[]) {
  return db
    .select({ id: outbox.id, topic: outbox.topic, event: outbox.event })
    .from(outbox)
    .where(sql`${outbox.id} = ANY(${`{${ids.join()}}`}::text::bigint[])`)
    .orderBy(asc(outbox.transactionId), asc(outbox.id));
}

/** Answers how many. The oldest have the lowest numbers, which spares an index of the time. */
export async function eraseEventsBefore(db: Db, instant: Date, limit: number): Promise<number> {
  const oldest = db.select({ id: outbox.id }).from(outbox).orderBy(asc(outbox.id)).limit(limit);
  const erased = await db
    .delete(outbox)
    .where(and(inArray(outbox.id, oldest), lt(outbox.createdAt, instant)))
    .returning({ id: outbox.id });
  return erased.length;
}

/** Transaction numbers of another database: up to `read` they become 1, the rest 2, below any of this one. */
export async function renumberEvents(
  db: Db,
  read: { transactionId: number; eventId: number },
): Promise<void> {
  await db.execute(sql`UPDATE ${outbox} SET transaction_id = CASE
    WHEN (transaction_id, id) <= (${read.transactionId}::bigint, ${read.eventId}::bigint) THEN 1 ELSE 2 END`);
}
