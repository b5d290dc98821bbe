import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database/builder.ts';

/** A partition of the outbox: events with numbers from one up to before another. */
export interface Part {
  name: string;
  /** Null where it holds the first ones. */
  from: number | null;
  to: number;
}

const boundsForm = "FROM \\(''?(MINVALUE|\\d+)''?\\) TO \\(''?(\\d+)''?\\)";

/** In their order; none where the outbox is one table. The one of what fits in no other is not among them. */
export async function listParts(db: Db): Promise<Part[]> {
  return rowsOf<Part>(
    db,
    sql`SELECT name, nullif(bounds[1], 'MINVALUE')::bigint AS "from", bounds[2]::bigint AS "to" FROM (
        SELECT c.relname AS name, regexp_match(pg_get_expr(c.relpartbound, c.oid), ${sql.raw(`'${boundsForm}'`)}) AS bounds
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'outbox'::regclass) AS part
      WHERE bounds IS NOT NULL ORDER BY "to"`,
  );
}

/** The last number that was given, and the last of those that stand in no partition of their own; 0 where there is none. */
export async function lastNumbers(db: Db): Promise<{ given: number; strayed: number }> {
  const [row] = await rowsOf<{ given: number; strayed: number }>(
    db,
    sql`SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('outbox', 'id')::regclass), 0) AS given,
      (SELECT coalesce(max(id), 0) FROM outbox_rest) AS strayed`,
  );
  return row!;
}

/** When the last of a partition was written; null where nothing is left in it. */
export async function newestIn(db: Db, { name }: Part): Promise<Date | null> {
  const [row] = await rowsOf<{ at: string }>(
    db,
    sql`SELECT created_at AS at FROM ${sql.identifier(name)} ORDER BY id DESC LIMIT 1`,
  );
  return row ? new Date(row.at) : null;
}

/** Whoever writes waits for it a moment, and it waits no longer for them. To be done in a transaction. */
const briefly = (db: Db) => db.execute(sql`SET LOCAL lock_timeout = '2s'`);

/** Made beside the others and put among them then: only for that does anybody wait. */
export async function addPart(inside: Db, { from, to }: { from: number; to: number }): Promise<void> {
  const name = sql.identifier(`outbox_${from}`);
  await briefly(inside);
  await inside.execute(
    sql`CREATE TABLE ${name} (LIKE outbox INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING CONSTRAINTS)`,
  );
  await inside.execute(
    sql`ALTER TABLE outbox ATTACH PARTITION ${name} FOR VALUES FROM (${sql.raw(String(from))}) TO (${sql.raw(String(to))})`,
  );
}

export async function dropPart(inside: Db, { name }: Part): Promise<void> {
  await briefly(inside);
  await inside.execute(sql`DROP TABLE ${sql.identifier(name)}`);
}
