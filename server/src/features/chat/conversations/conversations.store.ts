import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { anyOf, type Db, isSpread } from '#platform/database/builder.ts';
import { conversationMembers, conversations, messages } from './conversations.tables.ts';
import type { Pair } from './private.rules.ts';
import { pairOf, withRooms } from './private.store.ts';

export type ConversationRow = typeof conversations.$inferSelect;
export type MemberRow = typeof conversationMembers.$inferSelect;

export interface SentBefore {
  sequence: number;
  senderId: string | null;
}

const ownerOf = (conversationId: string) => sql`(SELECT w.user_id FROM conversation_members w
  WHERE w.conversation_id = ${conversationId} AND w.role = 'OWNER')`;

/** An active conversation, how somebody stands in it, and what was sent under a device's id. */
export async function findWithMember(
  db: Db,
  conversationId: string,
  userId: string,
  clientId: string | null = null,
): Promise<
  | {
      conversation: ConversationRow;
      member: MemberRow | null;
      isHidden: boolean;
      sentBefore: SentBefore | null;
      pair: Pair | null;
    }
  | undefined
> {
  const sentBefore = sql<SentBefore | null>`(SELECT json_build_object('sequence', m.sequence, 'senderId', m.sender_id)
    FROM ${messages} m WHERE m.conversation_id = ${conversationId} AND m.client_id = ${clientId})`;
  const [row] = await db
    .select({
      conversation: conversations,
      member: conversationMembers,
      sentBefore: clientId === null ? sql<null>`NULL` : sentBefore,
      pair: sql<Pair | null>`CASE WHEN ${conversations.kind} = 'private' THEN ${pairOf(sql`${conversationId}`, !isSpread(db))} END`,
      isHidden: sql<boolean>`${conversationMembers.userId} IS NULL AND NOT ${notHidden(userId, ownerOf(conversationId))}`,
    })
    .from(conversations)
    .leftJoin(
      conversationMembers,
      and(eq(conversationMembers.conversationId, conversations.id), eq(conversationMembers.userId, userId)),
    )
    .where(and(eq(conversations.id, conversationId), conversations.isActive));
  return row && { ...row, pair: await withRooms(db, row.pair) };
}

export async function changeConversation(
  db: Db,
  conversationId: string,
  change: Partial<
    Pick<ConversationRow, 'title' | 'description' | 'slowMode_s' | 'isActive' | 'closedAt' | 'updatedAt'>
  >,
): Promise<void> {
  await db.update(conversations).set(change).where(eq(conversations.id, conversationId));
}

export async function slowModeOf(db: Db, conversationId: string): Promise<number | null> {
  const [row] = await db
    .select({ slowMode_s: conversations.slowMode_s })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return row?.slowMode_s ?? null;
}

export async function groupIdsOf(db: Db, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ id: conversations.id, userId: conversationMembers.userId })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(
      and(
        eq(conversationMembers.userId, anyOf(userIds)),
        conversations.isActive,
        eq(conversations.kind, 'group'),
      ),
    );
  const found = new Map<string, string[]>();
  for (const { id, userId } of rows) {
    const groups = found.get(userId);
    if (groups) groups.push(id);
    else found.set(userId, [id]);
  }
  return found;
}

/** Those of the given ones that somebody is a member of, with the numbers they have come to. */
export async function positionsOf(db: Db, userId: string, conversationIds: readonly string[]) {
  if (conversationIds.length === 0) return [];
  return db
    .select({
      id: conversations.id,
      lastSequence: conversations.lastSequence,
      change: conversations.lastChange,
    })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(
      and(
        eq(conversationMembers.userId, userId),
        conversations.isActive,
        eq(conversations.id, anyOf(conversationIds)),
      ),
    );
}

export async function pageOfMemberships(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(conversationMembers)
    .where(and(eq(conversationMembers.userId, userId), gt(conversationMembers.conversationId, after)))
    .orderBy(asc(conversationMembers.conversationId))
    .limit(limit);
}

export async function namesOfGroups(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: conversations.id, title: conversations.title })
    .from(conversations)
    .innerJoin(conversationMembers, eq(conversationMembers.conversationId, conversations.id))
    .where(and(eq(conversations.id, anyOf(ids)), eq(conversationMembers.userId, userId)));
  return new Map(rows.flatMap(({ id, title }) => (title ? [[id, title] as const] : [])));
}

export async function findEnded(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.isActive, false), lt(conversations.updatedAt, before)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** With its members, and the room that it belongs to. */
export async function deleteConversation(db: Db, conversationId: string): Promise<void> {
  // Elsewhere keys do so.
  if (isSpread(db)) await db.execute(sql`SELECT forget_conversation(${conversationId})`);
  await db.delete(conversations).where(eq(conversations.id, conversationId));
}
