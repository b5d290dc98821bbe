import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database/builder.ts';

/** What transactions before `horizon` wrote any later statement sees; those from `next` on have not begun. */
export interface Seen {
  horizon: number;
  next: number;
}

/** Where one process at a time writes, and this statement is it. */
export async function horizonOfOne(db: Db): Promise<Seen> {
  const [row] = await rowsOf<{ next: number }>(
    db,
    sql`SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next`,
  );
  return { horizon: row!.next, next: row!.next };
}

/** The sessions of this role in this database that have written something and not committed it. */
const writing = sql`pg_stat_get_activity(NULL) WHERE backend_xid IS NOT NULL
  AND datid = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND usesysid = (SELECT oid FROM pg_roles WHERE rolname = session_user)`;

/**
 * Their transactions have 32 bits of their number, and lie within half of all such numbers of `known.next`: on either
 * side, since those that began after the last that ended are not before it.
 */
const oldestWriting = sql`min(known.next
  + ((backend_xid::text::bigint - known.next) & 4294967295)
  - CASE WHEN ((backend_xid::text::bigint - known.next) & 4294967295) >= 2147483648 THEN 4294967296 ELSE 0 END)`;

/**
 * Where several write. The oldest snapshot of PostgreSQL would do too, but waits for whoever writes in any database of
 * the server. Must be asked outside a transaction, since the list of sessions stays as it was first seen in one; and
 * what it allows must be read by a later statement, since this one does not see what is committed while it runs. The
 * order makes it right: `next` is fixed before the list is read, and whoever is not in the list any more has committed.
 */
export async function horizonOfSeveral(db: Db): Promise<Seen> {
  const [row] = await rowsOf<Seen>(
    db,
    sql`WITH known AS MATERIALIZED (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next)
      SELECT next, least(next, (SELECT ${oldestWriting} FROM ${writing})) AS horizon FROM known`,
  );
  return row!;
}

/** For how long the oldest transaction that writes has been open; 0 while there is none. */
export async function longestWriting_s(db: Db): Promise<number> {
  const [row] = await rowsOf<{ age: number }>(
    db,
    sql`SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float8 AS age
      FROM ${writing}`,
  );
  return row!.age;
}
