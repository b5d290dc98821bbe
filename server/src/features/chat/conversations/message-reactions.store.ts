import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { messageReactions } from './conversations.tables.ts';
import type { MessageRow } from './messages.store.ts';

/** Sets or takes away somebody's reaction; false when it was so before. */
export async function putReaction(
  db: Db,
  row: Pick<MessageRow, 'conversationId' | 'sequence'>,
  userId: string,
  reactionType: ReactionType | null,
  now: Date,
): Promise<boolean> {
  const { conversationId, sequence } = row;
  if (reactionType === null) {
    const gone = await db
      .delete(messageReactions)
      .where(
        and(
          eq(messageReactions.conversationId, conversationId),
          eq(messageReactions.sequence, sequence),
          eq(messageReactions.userId, userId),
        ),
      )
      .returning({ userId: messageReactions.userId });
    return gone.length > 0;
  }
  const set = await db
    .insert(messageReactions)
    .values({ conversationId, sequence, userId, reactionType, createdAt: now })
    .onConflictDoUpdate({
      target: [messageReactions.conversationId, messageReactions.sequence, messageReactions.userId],
      set: { reactionType, createdAt: now },
      setWhere: sql`${messageReactions.reactionType} <> ${reactionType}`,
    })
    .returning({ userId: messageReactions.userId });
  return set.length > 0;
}

export async function deleteReactionsOf(
  db: Db,
  row: Pick<MessageRow, 'conversationId' | 'sequence'>,
): Promise<void> {
  await db
    .delete(messageReactions)
    .where(
      and(
        eq(messageReactions.conversationId, row.conversationId),
        eq(messageReactions.sequence, row.sequence),
      ),
    );
}
