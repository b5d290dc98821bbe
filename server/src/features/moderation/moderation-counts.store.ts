import type { CountedMonth } from '@dazi/contract/moderation/moderation-counts';
import { desc, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { moderationLog, moderationMonths, reports } from './moderation.tables.ts';

export interface Span {
  from: Date;
  /** Not in it any more. */
  until: Date;
}

const within = (column: ReturnType<typeof sql>, { from, until }: Span) =>
  sql`${column} >= ${from.toISOString()}::timestamptz AND ${column} < ${until.toISOString()}::timestamptz`;

/** When the first report came or the first link was written; null before either. */
export async function findBeginning(db: Db): Promise<Date | null> {
  const [row] = await rowsOf<{ first: string | null }>(
    db,
    sql`SELECT least((SELECT min(created_at) FROM ${reports}), (SELECT min(created_at) FROM ${moderationLog})) AS first`,
  );
  return row?.first ? new Date(row.first) : null;
}

export interface ReportCounts {
  received: number;
  upheld: number;
  dismissed: number;
  medianHours: number | null;
}

export async function countReports(db: Db, span: Span): Promise<ReportCounts> {
  const settled = within(sql`resolved_at`, span);
  const [row] = await rowsOf<ReportCounts>(
    db,
    sql`SELECT count(*) FILTER (WHERE ${within(sql`created_at`, span)})::int AS received,
      count(*) FILTER (WHERE state = 'upheld' AND ${settled})::int AS upheld,
      count(*) FILTER (WHERE state = 'dismissed' AND ${settled})::int AS dismissed,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM resolved_at - created_at) / 3600)
        FILTER (WHERE ${settled})::float8 AS "medianHours"
    FROM ${reports}`,
  );
  return row!;
}

/** Links of the log by what they say was done. */
export function countLinks(db: Db, span: Span) {
  return rowsOf<{ action: string; code: string | null; count: number }>(
    db,
    sql`SELECT action, code, count(*)::int AS count FROM ${moderationLog} WHERE ${within(sql`created_at`, span)}
      GROUP BY action, code ORDER BY action, code`,
  );
}

export async function headAt(db: Db, until: Date): Promise<{ number: number; hash: string } | null> {
  const [row] = await rowsOf<{ number: number; hash: string }>(
    db,
    sql`SELECT number::int, hash FROM ${moderationLog} WHERE created_at < ${until.toISOString()}::timestamptz
      ORDER BY number DESC LIMIT 1`,
  );
  return row ?? null;
}

/** A month is counted once: what is erased later changes nothing of it. */
export async function saveMonth(db: Db, counted: CountedMonth): Promise<void> {
  await db.insert(moderationMonths).values({ month: counted.month, counted }).onConflictDoNothing();
}

export async function listMonths(db: Db): Promise<CountedMonth[]> {
  const rows = await db.select().from(moderationMonths).orderBy(desc(moderationMonths.month));
  return rows.map(({ counted }) => counted);
}
