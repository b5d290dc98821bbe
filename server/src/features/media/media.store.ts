import { and, asc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { heldMedia, media } from './media.tables.ts';
import type { Stored } from './storage.rules.ts';

export type MediaRow = typeof media.$inferSelect;

export async function insertMedia(db: Db, rows: readonly MediaRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(media).values([...rows]);
}

export async function findMedia(db: Db, mediaId: string): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(eq(media.id, mediaId));
  return row;
}

/** Deletes media but for those that are held, which become sealed; answers which went. */
export async function deleteOrSeal(db: Db, mediaIds: readonly string[]): Promise<string[]> {
  if (mediaIds.length === 0) return [];
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`WITH held AS (UPDATE ${media} SET purpose = 'sealed'
        WHERE id = ${anyOf(mediaIds)} AND EXISTS (SELECT 1 FROM ${heldMedia} h WHERE h.media_id = ${media.id})
        RETURNING id)
      DELETE FROM ${media} m WHERE m.id = ${anyOf(mediaIds)} AND m.id NOT IN (SELECT id FROM held)
      RETURNING m.id`,
  );
  return rows.map(({ id }) => id);
}

export async function foldMedia(db: Db, mediaIds: readonly string[], until: Date): Promise<string[]> {
  if (mediaIds.length === 0) return [];
  const rows = await db
    .update(media)
    .set({ fold: 'folded', foldedUntil: until })
    .where(and(eq(media.id, anyOf(mediaIds)), isNull(media.fold)))
    .returning({ id: media.id });
  return rows.map(({ id }) => id);
}

export async function showMedia(db: Db, mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length === 0) return;
  await db
    .update(media)
    .set({ fold: 'shown', foldedUntil: null })
    .where(eq(media.id, anyOf(mediaIds)));
}

export async function showMediaFoldedUntil(db: Db, now: Date): Promise<void> {
  await db
    .update(media)
    .set({ fold: 'shown', foldedUntil: null })
    .where(and(eq(media.fold, 'folded'), lte(media.foldedUntil, now)));
}

export async function deleteMedia(db: Db, mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length > 0) await db.delete(media).where(eq(media.id, anyOf(mediaIds)));
}

/** Of one person; somebody else's and what is part of something already are not among them. */
export async function findUploads(db: Db, ownerId: string, mediaIds: readonly string[]): Promise<MediaRow[]> {
  return db
    .select()
    .from(media)
    .where(and(eq(media.id, anyOf(mediaIds)), eq(media.ownerId, ownerId), eq(media.purpose, 'upload')));
}

export async function claimUploads(
  db: Db,
  ownerId: string,
  mediaIds: readonly string[],
  purpose: Exclude<MediaRow['purpose'], 'upload' | 'sealed'>,
): Promise<string[]> {
  const rows = await db
    .update(media)
    .set({ purpose })
    .where(and(eq(media.id, anyOf(mediaIds)), eq(media.ownerId, ownerId), eq(media.purpose, 'upload')))
    .returning({ id: media.id });
  return rows.map(({ id }) => id);
}

/** Until the end of the transaction nobody else stores anything for the same person. */
export async function lockStored(db: Db, ownerId: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`media of ${ownerId}`}, 0))`);
}

/** What is stored of one person; uploads wait that are younger than an instant. */
export async function findStored(db: Db, ownerId: string, since: Date): Promise<Stored> {
  const waits = sql`purpose = 'upload' AND created_at > ${since.toISOString()}::timestamptz`;
  const [row] = await rowsOf<Record<keyof Stored, number>>(
    db,
    sql`SELECT count(*) FILTER (WHERE ${waits}) AS "waitingFiles", coalesce(sum(bytes) FILTER (WHERE ${waits}), 0) AS "waitingBytes",
        coalesce(sum(bytes) FILTER (WHERE purpose <> 'sealed'), 0) AS bytes,
        coalesce(sum(bytes) FILTER (WHERE purpose = 'sealed'), 0) AS "sealedBytes"
      FROM ${media} WHERE owner_id = ${ownerId}`,
  );
  const { waitingFiles, waitingBytes, bytes, sealedBytes } = row!;
  return {
    waitingFiles: Number(waitingFiles),
    waitingBytes: Number(waitingBytes),
    bytes: Number(bytes),
    sealedBytes: Number(sealedBytes),
  };
}

/** Deletes a batch of uploads older than an instant; what is shown in the same moment stays. Answers which went. */
export async function deleteUploadsBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const old = db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.purpose, 'upload'), lt(media.createdAt, before)))
    .limit(limit);
  const rows = await db
    .delete(media)
    .where(and(inArray(media.id, old), eq(media.purpose, 'upload')))
    .returning({ id: media.id });
  return rows.map(({ id }) => id);
}

export async function findKnown(db: Db, mediaIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (mediaIds.length === 0) return new Set();
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(eq(media.id, anyOf(mediaIds)));
  return new Set(rows.map(({ id }) => id));
}

export async function pageOfMedia(
  db: Db,
  ownerId: string,
  after: string,
  limit: number,
): Promise<MediaRow[]> {
  return db
    .select()
    .from(media)
    .where(and(eq(media.ownerId, ownerId), gt(media.id, after)))
    .orderBy(asc(media.id))
    .limit(limit);
}
