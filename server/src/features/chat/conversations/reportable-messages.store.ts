import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { anyOf, type Db, handOver, isSpread, rowsOf } from '#platform/database/builder.ts';
import { mayTurn } from '#platform/folded-links.store.ts';
import type { LinkFold } from '#platform/folded-links.ts';
import { conversationMembers, conversations, formerMembers, messages } from './conversations.tables.ts';
import type { MessageRow } from './messages.store.ts';

export interface MessageEver
  extends Pick<
    MessageRow,
    'id' | 'conversationId' | 'sequence' | 'type' | 'content' | 'mediaId' | 'removedBy'
  > {
  senderId: string;
  createdAt: string;
  deletedAt: string | null;
  /** The name of the room; null in private. */
  room: string | null;
  roomOwnerId: string | null;
  isPrivate: boolean;
}

/** What people said, whether it was taken back or not; not what the server wrote. */
export function findMessagesEver(db: Db, messageIds: readonly string[]): Promise<MessageEver[]> {
  if (messageIds.length === 0) return Promise.resolve([]);
  return rowsOf<MessageEver>(
    db,
    sql`SELECT m.id, m.conversation_id AS "conversationId", m.sequence, m.type, m.content, m.media_id AS "mediaId",
        m.removed_by AS "removedBy", m.sender_id AS "senderId", m.created_at AS "createdAt", m.deleted_at AS "deletedAt",
        CASE WHEN c.kind = 'group' THEN c.title END AS room, c.kind = 'private' AS "isPrivate",
        o.user_id AS "roomOwnerId"
      FROM ${messages} m JOIN ${conversations} c ON c.id = m.conversation_id
        LEFT JOIN ${conversationMembers} o ON o.conversation_id = c.id AND o.role = 'OWNER'
      WHERE m.id = ${anyOf(messageIds)} AND m.sender_id IS NOT NULL
        AND m.type IN ('TEXT', 'IMAGE', 'VIDEO', 'QUICK', 'MINI_APP')`,
  );
}

/** Whether somebody is a member, or was one when this was said and has left since then. */
export async function couldRead(
  db: Db,
  userId: string,
  { conversationId, sequence }: { conversationId: string; sequence: number },
  leftAfter: Date,
): Promise<boolean> {
  const [row] = await rowsOf<{ could: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM ${conversationMembers} v WHERE v.conversation_id = ${conversationId} AND v.user_id = ${userId})
      OR EXISTS (SELECT 1 FROM ${formerMembers} f WHERE f.conversation_id = ${conversationId} AND f.user_id = ${userId}
        AND f.left_sequence >= ${sequence} AND f.left_at > ${leftAfter.toISOString()}::timestamptz) AS could`,
  );
  return row!.could;
}

/** Somebody has left at this moment. Handed over. */
export function noteFormer(
  inside: Db,
  { conversationId, userId, leftAt }: { conversationId: string; userId: string; leftAt: Date },
): void {
  handOver(
    inside,
    sql`INSERT INTO ${formerMembers} (conversation_id, user_id, left_sequence, left_at)
      SELECT c.id, ${userId}, c.last_sequence, ${leftAt.toISOString()}::timestamptz FROM ${conversations} c
      WHERE c.id = ${conversationId}
      ON CONFLICT (conversation_id, user_id) DO UPDATE SET left_sequence = EXCLUDED.left_sequence, left_at = EXCLUDED.left_at`,
  );
}

export async function forgetFormer(db: Db, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ conversationId: formerMembers.conversationId })
    .from(formerMembers)
    .where(lte(formerMembers.leftAt, before))
    .limit(limit);
  const rows = await db
    .delete(formerMembers)
    .where(and(inArray(formerMembers.conversationId, old), lte(formerMembers.leftAt, before)))
    .returning({ userId: formerMembers.userId });
  return rows.length;
}

export async function pageOfFormer(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(formerMembers)
    .where(and(eq(formerMembers.userId, userId), gt(formerMembers.conversationId, after)))
    .orderBy(formerMembers.conversationId)
    .limit(limit);
}

export async function deleteFormerOf(db: Db, userId: string): Promise<void> {
  await db.delete(formerMembers).where(eq(formerMembers.userId, userId));
}

/** False where there is nothing to change: what was shown once stays so. Only words hold links. */
export async function foldLinks(db: Db, messageId: string, to: LinkFold): Promise<boolean> {
  const rows = await db
    .update(messages)
    .set({ linksFold: to })
    .where(and(eq(messages.id, messageId), eq(messages.type, 'TEXT'), mayTurn(messages.linksFold, to)))
    .returning({ id: messages.id });
  return rows.length > 0;
}

/** Its row, where moderators took it back and its sender is still there. */
export async function lockRemoved(db: Db, messageId: string): Promise<MessageRow | undefined> {
  // Rows are locked where they lie.
  const [found] = isSpread(db)
    ? await db.select({ id: messages.conversationId }).from(messages).where(eq(messages.id, messageId))
    : [];
  const [row] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.id, messageId),
        found && eq(messages.conversationId, found.id),
        eq(messages.removedBy, 'moderators'),
        sql`${messages.senderId} IS NOT NULL`,
      ),
    )
    .for('update');
  return row;
}
