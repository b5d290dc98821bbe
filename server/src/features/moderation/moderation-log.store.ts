import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Head } from '#platform/chain.ts';
import type { Db } from '#platform/database/builder.ts';
import { moderationHead, moderationLog, moderationLogDetails } from './moderation.tables.ts';

export type LogRow = typeof moderationLog.$inferSelect;
export type LogDetailsRow = typeof moderationLogDetails.$inferSelect;

/** The end of the chain, held until the end of the transaction. */
export async function lockHead(db: Db): Promise<Head> {
  const [row] = await db.select().from(moderationHead).where(eq(moderationHead.id, 1)).for('update');
  return row!;
}

export async function readHead(db: Db): Promise<Head> {
  const [row] = await db
    .select({ number: moderationHead.number, hash: moderationHead.hash })
    .from(moderationHead)
    .where(eq(moderationHead.id, 1));
  return row!;
}

export async function appendLink(db: Db, link: LogRow, details: LogDetailsRow): Promise<void> {
  await db.insert(moderationLog).values(link);
  await db.insert(moderationLogDetails).values(details);
  await db
    .update(moderationHead)
    .set({ number: link.number, hash: link.hash })
    .where(eq(moderationHead.id, 1));
}

export interface LinkWithDetails {
  link: LogRow;
  details: LogDetailsRow | null;
}

/** Links, the latest first; of one person those that name them. */
export async function pageOfLinks(
  db: Db,
  which: { below: number | null; personId: string | null },
  limit: number,
): Promise<LinkWithDetails[]> {
  return db
    .select({ link: moderationLog, details: moderationLogDetails })
    .from(moderationLog)
    .leftJoin(moderationLogDetails, eq(moderationLogDetails.number, moderationLog.number))
    .where(
      and(
        which.below === null ? undefined : lt(moderationLog.number, which.below),
        which.personId === null ? undefined : eq(moderationLogDetails.personId, which.personId),
      ),
    )
    .orderBy(desc(moderationLog.number))
    .limit(limit);
}

export async function linksAfter(db: Db, after: number, limit: number): Promise<LinkWithDetails[]> {
  return db
    .select({ link: moderationLog, details: moderationLogDetails })
    .from(moderationLog)
    .leftJoin(moderationLogDetails, eq(moderationLogDetails.number, moderationLog.number))
    .where(gt(moderationLog.number, after))
    .orderBy(asc(moderationLog.number))
    .limit(limit);
}

/** Who it was goes with the account; the links stay and still verify. */
export async function eraseDetailsOf(db: Db, userId: string): Promise<void> {
  await db
    .delete(moderationLogDetails)
    .where(or(eq(moderationLogDetails.personId, userId), eq(moderationLogDetails.actorId, userId)));
}

/** For the archive: what was done by somebody, or about them. */
export async function pageOfDetailsOf(db: Db, userId: string, after: number, limit: number) {
  return db
    .select({
      number: moderationLog.number,
      action: moderationLog.action,
      code: moderationLog.code,
      rule: moderationLog.rule,
      createdAt: moderationLog.createdAt,
      reason: moderationLogDetails.reason,
      byYou: sql<boolean>`${moderationLogDetails.actorId} = ${userId}`,
    })
    .from(moderationLogDetails)
    .innerJoin(moderationLog, eq(moderationLog.number, moderationLogDetails.number))
    .where(
      and(
        or(eq(moderationLogDetails.personId, userId), eq(moderationLogDetails.actorId, userId)),
        gt(moderationLog.number, after),
      ),
    )
    .orderBy(asc(moderationLog.number))
    .limit(limit);
}
