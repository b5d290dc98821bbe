import type { ConversationSettings } from '@dazi/contract/chat/conversations';
import { and, eq, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import type { ConversationRow } from './conversations.store.ts';
import { conversationMembers, conversations, messages } from './conversations.tables.ts';

/** Null when it was there already, or there is no such number. */
export async function advanceReading(
  db: Db,
  conversationId: string,
  userId: string,
  sequence: number,
): Promise<{ readSequence: number; readCounted: number } | null> {
  const [row] = await rowsOf<{ readSequence: number; readCounted: number }>(
    db,
    sql`UPDATE ${conversationMembers} v SET read_sequence = m.sequence, read_counted = m.counted
      FROM ${messages} m WHERE v.conversation_id = ${conversationId} AND v.user_id = ${userId}
        AND m.conversation_id = ${conversationId} AND m.sequence = ${sequence} AND v.read_sequence < ${sequence}
      RETURNING v.read_sequence AS "readSequence", v.read_counted AS "readCounted"`,
  );
  return row ?? null;
}

/** The two who have read farthest; of a private conversation as far as they are told of each other. */
export async function findReaders(
  db: Db,
  { id: conversationId, kind }: Pick<ConversationRow, 'id' | 'kind'>,
): Promise<{ userId: string; sequence: number }[]> {
  const receipt = sql<number>`${conversationMembers.receiptSequence}`;
  const sequence = kind === 'private' ? receipt : sql<number>`${conversationMembers.readSequence}`;
  return (
    db
      .select({ userId: conversationMembers.userId, sequence })
      .from(conversationMembers)
      .where(
        and(
          eq(conversationMembers.conversationId, conversationId),
          accountStands(conversationMembers.userId),
        ),
      )
      // As the index is ordered: without its last words every member would be read and sorted.
      .orderBy(sql`${sequence} DESC NULLS LAST`)
      .limit(2)
  );
}

export async function changeSettings(
  db: Db,
  conversationId: string,
  userId: string,
  change: { [Setting in keyof ConversationSettings]?: boolean | undefined },
): Promise<ConversationSettings> {
  const [row] = await db
    .update(conversationMembers)
    // An update needs something to set.
    .set({ ...change, userId })
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
    )
    .returning({
      isMuted: conversationMembers.isMuted,
      isPinned: conversationMembers.isPinned,
      isArchived: conversationMembers.isArchived,
    });
  return row!;
}

/** Hides everything so far from one side, and the conversation with it until something new is said. */
export async function hideSoFar(db: Db, conversationId: string, userId: string): Promise<number> {
  const [row] = await rowsOf<{ upTo: number }>(
    db,
    sql`UPDATE ${conversationMembers} v SET hidden_up_to = c.last_sequence, read_sequence = c.last_sequence,
        read_counted = c.last_counted
      FROM ${conversations} c WHERE c.id = v.conversation_id AND v.conversation_id = ${conversationId} AND v.user_id = ${userId}
      RETURNING v.hidden_up_to AS "upTo"`,
  );
  return row?.upTo ?? 0;
}
