import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { privateConversations } from './conversations.tables.ts';

/** With whom somebody has a private conversation, by its id, and when they asked for it. */
export async function pageOfPairs(db: Db, userId: string, after: string, limit: number) {
  const own = (value: SQL) =>
    sql`CASE WHEN ${privateConversations.requesterId} = ${userId} THEN ${value} END`;
  return db
    .select({
      conversationId: privateConversations.conversationId,
      withUserId: sql<string>`CASE WHEN ${privateConversations.firstId} = ${userId} THEN ${privateConversations.secondId} ELSE ${privateConversations.firstId} END`,
      requestedAt: own(sql`${privateConversations.requestedAt}`),
    })
    .from(privateConversations)
    .where(
      and(
        or(eq(privateConversations.firstId, userId), eq(privateConversations.secondId, userId)),
        gt(privateConversations.conversationId, after),
      ),
    )
    .orderBy(asc(privateConversations.conversationId))
    .limit(limit);
}

/** The conversations stay with the other side; that they were with this person goes. */
export async function deletePairsOf(db: Db, userId: string): Promise<void> {
  await db
    .delete(privateConversations)
    .where(or(eq(privateConversations.firstId, userId), eq(privateConversations.secondId, userId)));
}
