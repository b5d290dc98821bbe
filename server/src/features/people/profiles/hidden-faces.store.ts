import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { refusedFaces } from './profiles.tables.ts';

export type FacePart = typeof refusedFaces.$inferSelect.part;

export async function isRefused(
  db: Db,
  personId: string,
  face: { part: FacePart; digest: string },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .select({ part: refusedFaces.part })
    .from(refusedFaces)
    .where(
      and(
        eq(refusedFaces.personId, personId),
        eq(refusedFaces.part, face.part),
        eq(refusedFaces.digest, face.digest),
        gt(refusedFaces.until, now),
      ),
    );
  return rows.length > 0;
}

export async function refuse(db: Db, row: typeof refusedFaces.$inferInsert): Promise<void> {
  await db
    .insert(refusedFaces)
    .values(row)
    .onConflictDoUpdate({
      target: [refusedFaces.personId, refusedFaces.part, refusedFaces.digest],
      set: { until: row.until },
    });
}

export async function acceptAgain(db: Db, personId: string, part: FacePart): Promise<void> {
  await db.delete(refusedFaces).where(and(eq(refusedFaces.personId, personId), eq(refusedFaces.part, part)));
}

export async function forgetRefused(db: Db, now: Date): Promise<void> {
  await db.delete(refusedFaces).where(lte(refusedFaces.until, now));
}

export async function listRefused(db: Db, personId: string) {
  return db
    .select()
    .from(refusedFaces)
    .where(eq(refusedFaces.personId, personId))
    .orderBy(asc(refusedFaces.part), asc(refusedFaces.digest));
}

export async function deleteRefusedOf(db: Db, personId: string): Promise<void> {
  await db.delete(refusedFaces).where(eq(refusedFaces.personId, personId));
}
