import { and, asc, eq, gt } from 'drizzle-orm';
import { anyOf, type Db } from '#platform/database/builder.ts';
import { media } from './media.tables.ts';

export type MediaRow = typeof media.$inferSelect;

export async function insertMedia(db: Db, rows: readonly MediaRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(media).values([...rows]);
}

export async function findMedia(db: Db, mediaId: string): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(eq(media.id, mediaId));
  return row;
}

export async function deleteMedia(db: Db, mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length > 0) await db.delete(media).where(eq(media.id, anyOf(mediaIds)));
}

/** Which of these ids have a row. */
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
