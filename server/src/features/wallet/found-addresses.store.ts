import { asc, eq, lt, or, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { foundAddresses } from './wallet.tables.ts';

/** Until the transaction ends nobody else counts what this person has found. */
export async function lockFinder(db: Db, userId: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`found addresses ${userId}`}, 0))`);
}

/**
 * Which of these people's addresses somebody may see: those that they found since an instant, and new ones until there
 * are `most`. The new ones are noted.
 */
export async function noteFound(
  db: Db,
  userId: string,
  foundIds: readonly string[],
  { since, now, most }: { since: Date; now: Date; most: number },
): Promise<ReadonlySet<string>> {
  const wanted = sql`SELECT id COLLATE "C" AS id, ordinal FROM json_array_elements_text(${JSON.stringify(foundIds)}::text::json) WITH ORDINALITY AS w(id, ordinal)`;
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`WITH known AS (
        SELECT found_id FROM ${foundAddresses} WHERE user_id = ${userId} AND found_at > ${since.toISOString()}::timestamptz
      ), wanted AS (${wanted}), added AS (
        INSERT INTO ${foundAddresses} (user_id, found_id, found_at)
        SELECT ${userId}, id, ${now.toISOString()}::timestamptz FROM wanted
        WHERE id NOT IN (SELECT found_id FROM known) ORDER BY ordinal
        LIMIT greatest(0, ${most}::int - (SELECT count(*) FROM known)::int)
        ON CONFLICT (user_id, found_id) DO UPDATE SET found_at = excluded.found_at RETURNING found_id
      )
      SELECT found_id AS id FROM added UNION SELECT id FROM wanted WHERE id IN (SELECT found_id FROM known)`,
  );
  return new Set(rows.map(({ id }) => id));
}

export async function forgetFoundBefore(db: Db, before: Date): Promise<void> {
  await db.delete(foundAddresses).where(lt(foundAddresses.foundAt, before));
}

/** Of somebody whose account is erased: what they found, and that they were found. */
export async function forgetFoundOf(db: Db, userId: string): Promise<void> {
  await db
    .delete(foundAddresses)
    .where(or(eq(foundAddresses.userId, userId), eq(foundAddresses.foundId, userId)));
}

/** At most as many as a day lets anybody find, and what the next job has not taken away yet. */
export function findFoundBy(db: Db, userId: string) {
  return db
    .select({ foundId: foundAddresses.foundId, foundAt: foundAddresses.foundAt })
    .from(foundAddresses)
    .where(eq(foundAddresses.userId, userId))
    .orderBy(asc(foundAddresses.foundId));
}
