import { and, eq, gt, gte, max, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { firstIdOf } from '#platform/ids.ts';
import { conversations, messageMentions, messages } from './conversations.tables.ts';
import { inWindow, isGone, type LogWindow } from './message-visibility.store.ts';

export type MessageRow = typeof messages.$inferSelect;

/** A message that still says something, by its id, with its row locked for a change. */
export async function lockMessage(
  db: Db,
  log: LogWindow,
  messageId: string,
): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.conversationId, log.conversationId),
        gt(messages.sequence, log.hiddenUpTo),
        sql`NOT ${isGone(sql`messages`)}`,
      ),
    )
    .for('update', { of: messages });
  return row;
}

export async function findByClientId(
  db: Db,
  conversationId: string,
  clientId: string,
): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.clientId, clientId)));
  return row;
}

export async function lockNumbered(
  db: Db,
  conversationId: string,
  sequence: number,
): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.sequence, sequence),
        sql`${messages.deletedAt} IS NULL`,
      ),
    )
    .for('update');
  return row;
}

export async function findQuotable(
  db: Db,
  log: LogWindow,
  messageId: string,
): Promise<Pick<MessageRow, 'sequence' | 'type'> | undefined> {
  const [row] = await rowsOf<Pick<MessageRow, 'sequence' | 'type'>>(
    db,
    sql`SELECT m.sequence, m.type FROM ${messages} m WHERE m.id = ${messageId} AND ${inWindow(log)} AND NOT ${isGone(sql`m`)}`,
  );
  return row;
}

/** Members say no more than this long before it is written. */
const longestOnTheWay_ms = 60_000;

/** When each of these last wrote into a group since an instant, also what was taken back. */
export async function lastSaidBy(
  db: Db,
  conversationId: string,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, Date>> {
  // Ids sort by time, and by them each sender's messages are found: their last ones alone are looked at.
  const fromId = firstIdOf(new Date(since.getTime() - longestOnTheWay_ms));
  const rows = await db
    .select({ senderId: messages.senderId, at: max(messages.createdAt) })
    .from(messages)
    .where(
      and(
        eq(messages.senderId, anyOf(userIds)),
        gte(messages.id, fromId),
        eq(messages.conversationId, conversationId),
        sql`${messages.type} IN ('TEXT', 'IMAGE', 'VIDEO', 'QUICK', 'MINI_APP')`,
      ),
    )
    .groupBy(messages.senderId);
  return new Map(rows.flatMap(({ senderId, at }) => (senderId && at ? [[senderId, at] as const] : [])));
}

/** Counts one more change of a conversation and answers how many there are. */
export async function takeChange(db: Db, conversationId: string): Promise<number> {
  const [row] = await db
    .update(conversations)
    .set({ lastChange: sql`${conversations.lastChange} + 1` })
    .where(eq(conversations.id, conversationId))
    .returning({ change: conversations.lastChange });
  return row!.change;
}

export async function changeMessage(
  db: Db,
  row: Pick<MessageRow, 'conversationId' | 'sequence'>,
  change: Partial<MessageRow>,
): Promise<void> {
  await db
    .update(messages)
    .set(change)
    .where(and(eq(messages.conversationId, row.conversationId), eq(messages.sequence, row.sequence)));
}

/** Answers whom it mentioned before. */
export async function replaceMentions(
  db: Db,
  row: Pick<MessageRow, 'conversationId' | 'sequence'>,
  userIds: readonly string[],
): Promise<string[]> {
  const { conversationId, sequence } = row;
  const before = await db
    .delete(messageMentions)
    .where(and(eq(messageMentions.conversationId, conversationId), eq(messageMentions.sequence, sequence)))
    .returning({ userId: messageMentions.userId });
  if (userIds.length > 0) {
    await db.insert(messageMentions).values(userIds.map((userId) => ({ conversationId, sequence, userId })));
  }
  return before.map(({ userId }) => userId);
}
