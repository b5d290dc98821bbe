import { desc, eq, inArray, lte } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { earlierNames } from './profiles.tables.ts';

type EarlierName = typeof earlierNames.$inferSelect;

/** One more that somebody had; of all of them so many stay, the latest. */
export async function keepName(db: Db, row: EarlierName, most: number): Promise<void> {
  await db.insert(earlierNames).values(row);
  const tooOld = db
    .select({ id: earlierNames.id })
    .from(earlierNames)
    .where(eq(earlierNames.personId, row.personId))
    .orderBy(desc(earlierNames.until), desc(earlierNames.id))
    .offset(most);
  await db.delete(earlierNames).where(inArray(earlierNames.id, tooOld));
}

export async function listNames(db: Db, personId: string): Promise<EarlierName[]> {
  return db
    .select()
    .from(earlierNames)
    .where(eq(earlierNames.personId, personId))
    .orderBy(desc(earlierNames.until), desc(earlierNames.id));
}

export async function forgetNames(db: Db, before: Date): Promise<void> {
  await db.delete(earlierNames).where(lte(earlierNames.until, before));
}

export async function deleteNamesOf(db: Db, personId: string): Promise<void> {
  await db.delete(earlierNames).where(eq(earlierNames.personId, personId));
}
