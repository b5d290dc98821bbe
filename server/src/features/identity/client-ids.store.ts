import { and, asc, eq, sql } from 'drizzle-orm';
import { type Db, instant, rowsOf } from '#platform/database/builder.ts';
import { clientIds } from './identity.tables.ts';

type Row = typeof clientIds.$inferSelect;

/** False where this client id has something already; of two at once the second waits for the first. */
export async function insertClientId(db: Db, row: Row): Promise<boolean> {
  const rows = await db
    .insert(clientIds)
    .values(row)
    .onConflictDoNothing()
    .returning({ madeId: clientIds.madeId });
  return rows.length > 0;
}

type Key = Pick<Row, 'userId' | 'kind' | 'clientId'>;

const isOf = ({ userId, kind, clientId }: Key) =>
  and(eq(clientIds.userId, userId), eq(clientIds.kind, kind), eq(clientIds.clientId, clientId));

/** The id of what was made; null where nothing was. */
export async function findMade(db: Db, key: Key): Promise<string | null> {
  const [row] = await db.select({ madeId: clientIds.madeId }).from(clientIds).where(isOf(key));
  return row?.madeId ?? null;
}

export async function forgetClientId(db: Db, key: Key): Promise<void> {
  await db.delete(clientIds).where(isOf(key));
}

export async function listClientIds(db: Db, userId: string): Promise<Omit<Row, 'userId'>[]> {
  return db
    .select({
      kind: clientIds.kind,
      clientId: clientIds.clientId,
      madeId: clientIds.madeId,
      createdAt: clientIds.createdAt,
    })
    .from(clientIds)
    .where(eq(clientIds.userId, userId))
    .orderBy(asc(clientIds.createdAt), asc(clientIds.clientId));
}

/** Answers how many. */
export async function forgetBefore(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`DELETE FROM ${clientIds} WHERE (user_id, kind, client_id) IN (
      SELECT user_id, kind, client_id FROM ${clientIds} WHERE created_at < ${instant(before)} LIMIT ${limit}
    ) RETURNING client_id`,
  );
  return rows.length;
}
