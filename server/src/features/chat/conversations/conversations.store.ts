import type { ConversationSettings, JoinType, Member, MemberRole } from '@dazi/contract/chat/conversations';
import { and, asc, eq, gt, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import type { NamedMember } from './conversations.rules.ts';
import { conversationMembers, conversations, messages } from './conversations.tables.ts';
import type { Pair } from './private.rules.ts';
import { pairOf } from './private.store.ts';

export type ConversationRow = typeof conversations.$inferSelect;
export type MemberRow = typeof conversationMembers.$inferSelect;

export async function insertConversation(db: Db, row: ConversationRow): Promise<void> {
  await db.insert(conversations).values(row);
}

/** A message that was sent under a device's own id. */
export interface SentBefore {
  sequence: number;
  senderId: string | null;
}

const ownerOf = sql`(SELECT w.user_id FROM conversation_members w
  WHERE w.conversation_id = ${conversations.id} AND w.role = 'OWNER')`;

/**
 * An active conversation and how somebody stands in it, with what was sent under a device's id; `isHidden` for those
 * who are hidden from its owner.
 */
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
      pair: sql<Pair | null>`CASE WHEN ${conversations.kind} = 'private' THEN ${pairOf(sql`${conversations.id}`)} END`,
      isHidden: sql<boolean>`${conversationMembers.userId} IS NULL AND NOT ${notHidden(userId, ownerOf)}`,
    })
    .from(conversations)
    .leftJoin(
      conversationMembers,
      and(eq(conversationMembers.conversationId, conversations.id), eq(conversationMembers.userId, userId)),
    )
    .where(and(eq(conversations.id, conversationId), conversations.isActive));
  return row;
}

/** Which of these are members; until the end of the transaction none of them is taken out. */
export async function lockMembers(
  db: Db,
  conversationId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ userId: conversationMembers.userId })
    .from(conversationMembers)
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        eq(conversationMembers.userId, anyOf(userIds)),
      ),
    )
    // In one order, so that two of these never wait for each other.
    .orderBy(asc(conversationMembers.userId))
    .for('key share');
  return new Set(rows.map(({ userId }) => userId));
}

/**
 * Makes somebody a member who has read everything so far. False when they are one already. The key by which
 * they are listed is made from their name.
 */
export async function insertMember(
  db: Db,
  input: { conversationId: string; userId: string; role: MemberRole; joinType: JoinType; joinedAt: Date },
): Promise<boolean> {
  const { conversationId, userId, role, joinType, joinedAt } = input;
  const inserted = await rowsOf<{ userId: string }>(
    db,
    sql`INSERT INTO ${conversationMembers} (conversation_id, user_id, role, join_type, joined_at, joined_sequence, name_key,
        read_sequence, read_counted, hidden_up_to, is_muted, is_pinned, is_archived)
      SELECT c.id, u.id, ${role}, ${joinType}, ${joinedAt.toISOString()}::timestamptz, c.last_sequence, folded_text(u.name),
        c.last_sequence, c.last_counted, 0, false, false, false
      FROM ${conversations} c, ${users} u WHERE c.id = ${conversationId} AND u.id = ${userId}
      ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`,
  );
  if (inserted.length === 0) return false;
  await changeMemberCount(db, conversationId, userId, 1);
  return true;
}

/** Answers what they were; undefined when they were no member. */
export async function deleteMember(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .delete(conversationMembers)
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
    )
    .returning();
  if (row) await changeMemberCount(db, conversationId, userId, -1);
  return row;
}

/** Of a group those are counted whose account stands; a private conversation lasts for both. */
const countsIn = (userId: SQLWrapper) => sql`(${conversations.kind} = 'private' OR ${accountStands(userId)})`;

async function changeMemberCount(db: Db, conversationId: string, userId: string, by: 1 | -1) {
  await db
    .update(conversations)
    .set({ memberCount: sql`${conversations.memberCount} + ${by}` })
    .where(and(eq(conversations.id, conversationId), countsIn(sql`${userId}::text`)));
}

/** The same from the beginning, for when an account goes or comes back. The caller has the room to itself. */
export async function recountMembers(db: Db, conversationId: string): Promise<void> {
  const standing = sql`(SELECT count(*) FROM ${conversationMembers} w
    WHERE w.conversation_id = ${conversationId} AND ${countsIn(sql`w.user_id`)})`;
  await db.update(conversations).set({ memberCount: standing }).where(eq(conversations.id, conversationId));
}

export interface Others {
  isMember: boolean;
  isAnyStanding: boolean;
  /** Also somebody whose account is deleted and may come back. */
  isAnyLeft: boolean;
}

/** Whether somebody is a member, and whether anybody else is. */
export async function othersIn(db: Db, conversationId: string, userId: string): Promise<Others> {
  const among = (which: SQL) => sql`EXISTS (SELECT 1 FROM ${conversationMembers} w
    WHERE w.conversation_id = ${conversationId} AND ${which})`;
  const [row] = await rowsOf<Others>(
    db,
    sql`SELECT ${among(sql`w.user_id = ${userId}`)} AS "isMember", ${among(sql`w.user_id <> ${userId}`)} AS "isAnyLeft",
      ${among(sql`w.user_id <> ${userId} AND ${accountStands(sql`w.user_id`)}`)} AS "isAnyStanding"`,
  );
  return row!;
}

/** Who has been a member longest and has not deleted their account. */
export async function findEarliestMember(db: Db, conversationId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: conversationMembers.userId })
    .from(conversationMembers)
    .where(
      and(eq(conversationMembers.conversationId, conversationId), accountStands(conversationMembers.userId)),
    )
    .orderBy(asc(conversationMembers.joinedSequence), asc(conversationMembers.userId))
    .limit(1);
  return row?.userId ?? null;
}

export async function findOwner(db: Db, conversationId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: conversationMembers.userId })
    .from(conversationMembers)
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.role, 'OWNER')),
    );
  return row?.userId ?? null;
}

export async function setRole(
  db: Db,
  conversationId: string,
  userId: string,
  role: MemberRole,
): Promise<void> {
  await db
    .update(conversationMembers)
    .set({ role })
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
    );
}

export async function changeConversation(
  db: Db,
  conversationId: string,
  change: Partial<Pick<ConversationRow, 'title' | 'description' | 'isActive' | 'updatedAt'>>,
): Promise<void> {
  await db.update(conversations).set(change).where(eq(conversations.id, conversationId));
}

/** Moves a reading position forward. Null when it was there already, or there is no such number. */
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

/** Somebody who comes has read everything up to their coming. */
export async function advanceToEnd(db: Db, conversationId: string, userId: string): Promise<void> {
  await db.execute(
    sql`UPDATE ${conversationMembers} v SET read_sequence = c.last_sequence, read_counted = c.last_counted
      FROM ${conversations} c WHERE c.id = v.conversation_id AND v.conversation_id = ${conversationId} AND v.user_id = ${userId}`,
  );
}

export async function memberCountOf(db: Db, conversationId: string): Promise<number> {
  const [row] = await db
    .select({ memberCount: conversations.memberCount })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return row?.memberCount ?? 0;
}

export async function findRole(db: Db, conversationId: string, userId: string): Promise<MemberRole | null> {
  const [row] = await db
    .select({ role: conversationMembers.role })
    .from(conversationMembers)
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
    );
  return row?.role ?? null;
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

interface MemberView {
  userId: string;
  role: MemberRole;
  joinType: JoinType;
  joinedAt: string;
  nameKey: string;
  name: string;
  avatarUrl: string | null;
}

const memberColumns = sql`v.user_id AS "userId", v.role, v.join_type AS "joinType", v.joined_at AS "joinedAt",
  v.name_key AS "nameKey", u.name, u.avatar_url AS "avatarUrl"`;

/** A membership has no id of its own: the person's serves. */
export const asMember = (row: MemberView): Member => ({
  id: row.userId,
  userId: row.userId,
  role: row.role,
  joinedAt: row.joinedAt,
  joinType: row.joinType,
  user: { id: row.userId, name: row.name, avatarUrl: row.avatarUrl },
});

/** Members by name, without the owner, after a person; or those whose name contains something. */
export async function pageOfMembers(
  db: Db,
  conversationId: string,
  page: { after: string | null; contains: string | null; limit: number },
): Promise<MemberView[]> {
  const { after, contains, limit } = page;
  // The person may have gone meanwhile: their account still says where the list was.
  const beyond = after
    ? sql` AND (v.name_key, v.user_id) > (SELECT folded_text(name) COLLATE "C", id FROM ${users} WHERE id = ${after})`
    : sql``;
  const like = contains ? sql` AND v.name_key LIKE ${`%${contains.replace(/[\\%_]/g, '\\$&')}%`}` : sql``;
  return rowsOf<MemberView>(
    db,
    sql`SELECT ${memberColumns} FROM ${conversationMembers} v JOIN ${users} u ON u.id = v.user_id
      WHERE v.conversation_id = ${conversationId} AND ${contains ? sql`true` : sql`v.role <> 'OWNER'`}
        AND ${accountStands(sql`v.user_id`)}${beyond}${like}
      ORDER BY v.name_key, v.user_id LIMIT ${limit}`,
  );
}

export async function findMember(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<MemberView | undefined> {
  const [row] = await rowsOf<MemberView>(
    db,
    sql`SELECT ${memberColumns} FROM ${conversationMembers} v JOIN ${users} u ON u.id = v.user_id
      WHERE v.conversation_id = ${conversationId} AND v.user_id = ${userId} AND ${accountStands(sql`v.user_id`)}`,
  );
  return row;
}

/** Members with one of these names, and those whose name contains one of these words. */
export async function findNamed(
  db: Db,
  conversationId: string,
  names: readonly string[],
  words: readonly string[],
  limit: number,
): Promise<{ byWholeName: NamedMember[]; byPart: NamedMember[] }> {
  const named = { userId: conversationMembers.userId, nameKey: conversationMembers.nameKey };
  const here = and(
    eq(conversationMembers.conversationId, conversationId),
    accountStands(conversationMembers.userId),
  );
  const byWholeName =
    names.length === 0
      ? []
      : await db
          .select(named)
          .from(conversationMembers)
          .where(and(here, eq(conversationMembers.nameKey, anyOf(names))))
          .limit(limit);
  const byPart =
    words.length === 0
      ? []
      : await db
          .select(named)
          .from(conversationMembers)
          .where(
            and(
              here,
              sql`(${sql.join(
                words.map((word) => sql`position(${word} in ${conversationMembers.nameKey}) > 0`),
                sql` OR `,
              )})`,
            ),
          )
          .limit(limit);
  return { byWholeName, byPart };
}

/** Every active group somebody is a member of. */
export async function conversationIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(
      and(eq(conversationMembers.userId, userId), conversations.isActive, eq(conversations.kind, 'group')),
    );
  return rows.map(({ id }) => id);
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

/** Names of the groups among these ids that somebody is a member of. */
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

/** Conversations that ended before an instant. */
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
  await db.delete(conversations).where(eq(conversations.id, conversationId));
}
