import { inArray, lt, sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database/builder.ts';
import { outbox } from './outbox.tables.ts';

export interface OutboxEvent {
  topic: string;
  event: unknown;
}

export async function insertEvents(db: Db, events: readonly OutboxEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  await db.insert(outbox).values(events.map(({ topic, event }) => ({ topic, event, createdAt: now })));
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
    .where(inArray(outbox.topic, [...topics]))
    .groupBy(outbox.topic);
  return { version: row!.version, newest: new Map(newest.map((entry) => [entry.topic, entry.newest])) };
}

export async function eraseEventsBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(outbox).where(lt(outbox.createdAt, instant));
}
