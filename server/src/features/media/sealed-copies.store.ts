import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { heldMedia, media, sealedCopies } from './media.tables.ts';

export type SealedCopy = typeof sealedCopies.$inferSelect;

export async function insertSealed(db: Db, row: SealedCopy): Promise<void> {
  await db.insert(sealedCopies).values(row);
}

export function listSealed(
  db: Db,
  kind: SealedCopy['kind'],
  targetIds: readonly string[],
  since: Date,
): Promise<Pick<SealedCopy, 'kind' | 'targetId' | 'content' | 'mediaIds' | 'sealedAt'>[]> {
  return db
    .select({
      kind: sealedCopies.kind,
      targetId: sealedCopies.targetId,
      content: sealedCopies.content,
      mediaIds: sealedCopies.mediaIds,
      sealedAt: sealedCopies.sealedAt,
    })
    .from(sealedCopies)
    .where(
      and(
        eq(sealedCopies.targetId, anyOf(targetIds)),
        eq(sealedCopies.kind, kind),
        gt(sealedCopies.sealedAt, since),
      ),
    )
    .orderBy(desc(sealedCopies.sealedAt), desc(sealedCopies.id));
}

export async function deleteSealedBefore(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.select({ id: sealedCopies.id }).from(sealedCopies).where(lte(sealedCopies.sealedAt, before));
  const rows = await db
    .delete(sealedCopies)
    .where(inArray(sealedCopies.id, old.limit(limit)))
    .returning({ id: sealedCopies.id });
  return rows.length;
}

export async function pageOfSealed(db: Db, ownerId: string, after: string, limit: number) {
  return db
    .select()
    .from(sealedCopies)
    .where(and(eq(sealedCopies.ownerId, ownerId), gt(sealedCopies.id, after)))
    .orderBy(asc(sealedCopies.id))
    .limit(limit);
}

export async function deleteSealedOf(db: Db, ownerId: string): Promise<void> {
  await db.delete(sealedCopies).where(eq(sealedCopies.ownerId, ownerId));
}

/** The latest of two instants counts where something is held already, unless `isExact`. */
export async function holdMedia(
  db: Db,
  mediaIds: readonly string[],
  until: Date,
  { isExact }: { isExact: boolean },
): Promise<void> {
  if (mediaIds.length === 0) return;
  const instant = sql`${until.toISOString()}::timestamptz`;
  await db.execute(
    sql`INSERT INTO ${heldMedia} (media_id, until) SELECT id, ${instant} FROM ${media}
      WHERE id = ${anyOf(mediaIds)}
      ON CONFLICT (media_id) DO UPDATE SET until = ${isExact ? instant : sql`greatest(${heldMedia.until}, ${instant})`}`,
  );
}

/** Ends a batch of holds whose time is over; answers how many, and those of them that were taken away meanwhile. */
export async function endHolds(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ count: number; sealedIds: string[] }> {
  const rows = await rowsOf<{ id: string; isSealed: boolean }>(
    db,
    sql`DELETE FROM ${heldMedia} h USING ${media} m WHERE m.id = h.media_id AND h.media_id IN (
        SELECT media_id FROM ${heldMedia} WHERE until <= ${now.toISOString()}::timestamptz LIMIT ${limit})
      RETURNING h.media_id AS id, m.purpose = 'sealed' AS "isSealed"`,
  );
  return { count: rows.length, sealedIds: rows.filter(({ isSealed }) => isSealed).map(({ id }) => id) };
}

export async function factsOfMedia(db: Db, mediaIds: readonly string[]) {
  if (mediaIds.length === 0) return [];
  return db
    .select()
    .from(media)
    .where(eq(media.id, anyOf(mediaIds)));
}

export async function unseal(
  db: Db,
  mediaIds: readonly string[],
  purpose: 'post' | 'message' | 'avatar',
): Promise<string[]> {
  if (mediaIds.length === 0) return [];
  const rows = await db
    .update(media)
    .set({ purpose })
    .where(and(eq(media.id, anyOf(mediaIds)), eq(media.purpose, 'sealed')))
    .returning({ id: media.id });
  return rows.map(({ id }) => id);
}
