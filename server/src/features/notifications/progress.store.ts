import { eq, sql } from 'drizzle-orm';
import { type Db, handOver, rowsOf } from '#platform/database/builder.ts';
import type { Seen } from '#platform/horizon.store.ts';
import { type Noticed, noticeTopic } from '#platform/notices.ts';
import { renumberEvents } from '#platform/outbox.store.ts';
import { outbox } from '#platform/outbox.tables.ts';
import { noticeProgress } from './notifications.tables.ts';

/** Everything up to here was read: numbers of transactions first, then of events. */
export interface Progress {
  transactionId: number;
  eventId: number;
}

const progressName = 'made';

/** The progress without its lock; null before anything was ever read. */
export async function findProgress(db: Db): Promise<Progress | null> {
  const [row] = await db.select().from(noticeProgress).where(eq(noticeProgress.name, progressName));
  return row ?? null;
}

/** Until the end of the transaction nobody else reads on; null while somebody else does. */
export async function lockProgress(db: Db): Promise<Progress | null> {
  const [row] = await db
    .select()
    .from(noticeProgress)
    .where(eq(noticeProgress.name, progressName))
    .for('update', { skipLocked: true });
  if (row || (await findProgress(db))) return row ?? null;
  // Nothing was ever read. Whoever begins at the same time waits here, and then begins nothing.
  const [begun] = await db
    .insert(noticeProgress)
    .values({ name: progressName, transactionId: 0, eventId: 0 })
    .onConflictDoNothing()
    .returning();
  return begun ?? null;
}

/** Handed over. */
export function saveProgress(inside: Db, { transactionId, eventId }: Progress): void {
  handOver(
    inside,
    sql`UPDATE ${noticeProgress} SET transaction_id = ${transactionId}, event_id = ${eventId} WHERE name = ${progressName}`,
  );
}

/** A notice as it was read, in the order of the numbers of transactions, then of events. */
export type Read = Noticed & Progress;

interface NoticeRow {
  eventId: number;
  transactionId: number;
  createdAt: string;
  notice: { kind: string };
  isComplete: boolean;
}

/**
 * What comes after some progress, in order, as far as everything before it is there: a transaction that began
 * earlier and is still running may write one in between. `seen` was asked before, outside of any transaction.
 * `isWaiting` says that there is more beyond, `oldest` how old the first of all of these is. Progress of another life
 * of the database, from before it was restored, counts by the numbers of events alone.
 */
export async function nextNotices(
  db: Db,
  { transactionId, eventId }: Progress,
  { horizon }: Seen,
  limit: number,
): Promise<{ noticed: Read[]; isWaiting: boolean; oldest: Date | null }> {
  const rows = await rowsOf<NoticeRow>(
    db,
    sql`WITH known AS (
        SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint < ${transactionId}::bigint AS elsewhere)
      SELECT o.id AS "eventId", o.transaction_id AS "transactionId", o.created_at AS "createdAt", o.event AS notice,
        o.transaction_id < ${horizon}::bigint AS "isComplete"
      FROM ${outbox} o, known
      WHERE o.topic = ${noticeTopic} AND CASE WHEN known.elsewhere THEN o.id > ${eventId}::bigint
        ELSE (o.transaction_id, o.id) > (${transactionId}::bigint, ${eventId}::bigint) END
        AND o.transaction_id >= CASE WHEN known.elsewhere THEN 0 ELSE ${transactionId}::bigint END
      ORDER BY o.transaction_id, o.id LIMIT ${limit}`,
  );
  const noticed = rows
    .filter(({ isComplete }) => isComplete)
    .map(({ eventId: number, transactionId: transaction, createdAt, notice }) => ({
      ...notice,
      eventId: Number(number),
      transactionId: Number(transaction),
      createdAt: new Date(createdAt),
    }));
  const oldest = rows[0] ? new Date(rows[0].createdAt) : null;
  return { noticed, isWaiting: noticed.length < rows.length, oldest };
}

/** After the outbox came from another database: what was read of it stays read. */
export async function renumberNotices(db: Db): Promise<void> {
  await renumberEvents(db, (await findProgress(db)) ?? { transactionId: 0, eventId: 0 });
  await db.execute(sql`UPDATE ${noticeProgress} SET transaction_id = 1,
    event_id = (SELECT coalesce(max(id), 0) FROM ${outbox} WHERE transaction_id = 1)`);
}
