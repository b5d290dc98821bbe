import type { PinnedMessage } from '@dazi/contract/chat/pinned-messages';
import { and, asc, eq, sql } from 'drizzle-orm';
import { users } from '#features/identity/identity.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { messages, pinnedMessages } from './conversations.tables.ts';
import { isGone, isShownInside, type LogWindow } from './message-visibility.store.ts';
import { keyOf } from './messages-account.store.ts';

export interface Pin extends Pick<PinnedMessage, 'pinnedAt' | 'pinnedBy'> {
  sequence: number;
}

/** Those that the viewer sees in the log, the one pinned last first. */
export function findPins(db: Db, log: LogWindow, viewerId: string, limit: number): Promise<Pin[]> {
  const { conversationId, hiddenUpTo } = log;
  return rowsOf<Pin>(
    db,
    sql`SELECT p.sequence, p.pinned_at AS "pinnedAt",
        (SELECT json_build_object('id', u.id, 'name', u.name) FROM ${users} u
          WHERE u.id = p.pinned_by AND ${isShownInside(viewerId, sql`p.conversation_id`, sql`u.id`)}) AS "pinnedBy"
      FROM ${pinnedMessages} p JOIN ${messages} m ON m.conversation_id = p.conversation_id AND m.sequence = p.sequence
      WHERE p.conversation_id = ${conversationId} AND p.sequence > ${hiddenUpTo} AND NOT ${isGone(sql`m`)}
      ORDER BY p.pinned_at DESC, p.sequence DESC LIMIT ${limit}`,
  );
}

/** False when it is pinned already. */
export async function insertPin(db: Db, pin: typeof pinnedMessages.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(pinnedMessages)
    .values(pin)
    .onConflictDoNothing()
    .returning({ sequence: pinnedMessages.sequence });
  return rows.length > 0;
}

/** False when it is not pinned. */
export async function deletePin(db: Db, conversationId: string, sequence: number): Promise<boolean> {
  const rows = await db
    .delete(pinnedMessages)
    .where(and(eq(pinnedMessages.conversationId, conversationId), eq(pinnedMessages.sequence, sequence)))
    .returning({ sequence: pinnedMessages.sequence });
  return rows.length > 0;
}

export async function pageOfPins(db: Db, userId: string, after: string, limit: number) {
  const key = keyOf('pinned_messages');
  return db
    .select({
      key,
      conversationId: pinnedMessages.conversationId,
      sequence: pinnedMessages.sequence,
      pinnedBy: pinnedMessages.pinnedBy,
      pinnedAt: pinnedMessages.pinnedAt,
    })
    .from(pinnedMessages)
    .where(and(eq(pinnedMessages.pinnedBy, userId), sql`${key} > ${after}`))
    .orderBy(asc(key))
    .limit(limit);
}

/** What somebody has pinned stays pinned, and says no more who did it. */
export async function forgetWhoPinned(db: Db, userId: string): Promise<void> {
  await db.update(pinnedMessages).set({ pinnedBy: null }).where(eq(pinnedMessages.pinnedBy, userId));
}
