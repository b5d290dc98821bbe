import type { MemberRole } from '@dazi/contract/chat/conversations';
import { and, asc, count, eq, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import type { GroupStanding } from './conversations.rules.ts';
import type { MemberRow } from './conversations.store.ts';
import { conversationMembers, conversationMutes, conversations } from './conversations.tables.ts';
import { memberColumns } from './member-views.store.ts';

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

export interface Writer extends GroupStanding {
  mutedUntil: Date | null;
  slowMode_s: number;
}

/**
 * Those of these who are members, locked: until the end of the transaction nobody else writes as one of them, and what
 * they may do does not change. The group's counter is locked after them.
 */
export async function lockWriters(
  db: Db,
  conversationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Writer>> {
  const { userId, role, moderates, mutedUntil } = conversationMembers;
  const slowMode_s = sql<number>`(SELECT c.slow_mode_s FROM ${conversations} c WHERE c.id = ${conversationId})`;
  const rows = await db
    .select({ userId, role, moderates, mutedUntil, slowMode_s })
    .from(conversationMembers)
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        eq(conversationMembers.userId, anyOf(userIds)),
      ),
    )
    // In one order, as `lockMembers`.
    .orderBy(asc(userId))
    .for('no key update');
  return new Map(rows.map((row) => [row.userId, row]));
}

/** How these stand in a group; until the end of the transaction none of them gains or loses anything. */
export async function holdStandings(
  db: Db,
  conversationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, GroupStanding>> {
  const { userId, role, moderates } = conversationMembers;
  const rows = await db
    .select({ userId, role, moderates })
    .from(conversationMembers)
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        eq(conversationMembers.userId, anyOf(userIds)),
      ),
    )
    // In one order, as `lockMembers`.
    .orderBy(asc(userId))
    .for('share');
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Who came or went, with how many there are from now on. */
interface CountedMember {
  memberCount: number;
  name: string;
  avatarUrl: string | null;
  stands: boolean;
}

/** Answers what they were; undefined when they were no member. */
export async function deleteMember(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<(CountedMember & Pick<MemberRow, 'role' | 'receiptSequence'>) | undefined> {
  const [gone] = await rowsOf<CountedMember & Pick<MemberRow, 'role' | 'receiptSequence'>>(
    db,
    sql`WITH moved AS (DELETE FROM ${conversationMembers} WHERE conversation_id = ${conversationId} AND user_id = ${userId}
        RETURNING *
      ), counted AS (
        UPDATE ${conversations} SET member_count = member_count - 1 FROM moved
        WHERE ${conversations.id} = moved.conversation_id AND ${countsIn(sql`moved.user_id`)} RETURNING member_count
      )
      SELECT ${memberColumns}, v.told_sequence AS "receiptSequence", ${accountStands(sql`v.user_id`)} AS stands,
        coalesce((SELECT member_count FROM counted), c.member_count) AS "memberCount"
      FROM moved v JOIN ${users} u ON u.id = v.user_id JOIN ${conversations} c ON c.id = v.conversation_id`,
  );
  return gone;
}

/** Of a group those are counted whose account stands; a private conversation lasts for both. */
const countsIn = (userId: SQLWrapper) => sql`(${conversations.kind} = 'private' OR ${accountStands(userId)})`;

/** Before members are counted anew by whoever has not locked the room: who comes at this moment is counted once. */
export async function holdCount(db: Db, conversationId: string): Promise<void> {
  const { id } = conversations;
  await db.select({ id }).from(conversations).where(eq(id, conversationId)).for('no key update');
}

/** The same from the beginning, for when an account goes or comes back. The caller has the room to itself. */
export async function recountMembers(db: Db, conversationId: string): Promise<number> {
  const standing = sql`(SELECT count(*) FROM ${conversationMembers} w
    WHERE w.conversation_id = ${conversationId} AND ${countsIn(sql`w.user_id`)})`;
  const [row] = await db
    .update(conversations)
    .set({ memberCount: standing })
    .where(eq(conversations.id, conversationId))
    .returning({ memberCount: conversations.memberCount });
  return row?.memberCount ?? 0;
}

export interface Others {
  isMember: boolean;
  isAnyStanding: boolean;
  /** Also somebody whose account is deleted and may come back. */
  isAnyLeft: boolean;
}

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
    // Whoever opened a group and whoever joined it first came both before its first message.
    .orderBy(
      asc(conversationMembers.joinedSequence),
      asc(conversationMembers.joinedAt),
      asc(conversationMembers.userId),
    )
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

/** Whoever owns a group needs no mark, and is muted by nobody. */
export async function setOwner(db: Db, conversationId: string, userId: string): Promise<void> {
  await rowsOf(
    db,
    sql`WITH over AS (
        DELETE FROM ${conversationMutes} WHERE conversation_id = ${conversationId} AND user_id = ${userId}
      )
      UPDATE ${conversationMembers} SET role = 'OWNER', moderates = false, muted_until = NULL
      WHERE conversation_id = ${conversationId} AND user_id = ${userId}`,
  );
}

export async function setRole(
  db: Db,
  conversationId: string,
  userId: string,
  role: Exclude<MemberRole, 'OWNER'>,
): Promise<void> {
  await db
    .update(conversationMembers)
    .set({ role })
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
    );
}

export async function setModerates(
  db: Db,
  conversationId: string,
  userId: string,
  moderates: boolean,
): Promise<void> {
  await db
    .update(conversationMembers)
    .set({ moderates })
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
    );
}

/** Ids of the owner and of the room moderators of a group. */
export async function findKeepers(
  db: Db,
  conversationId: string,
): Promise<{ userId: string; role: MemberRole }[]> {
  const { userId, role, moderates } = conversationMembers;
  return db
    .select({ userId, role })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.conversationId, conversationId), or(moderates, eq(role, 'OWNER'))));
}

export async function countMembersSince(db: Db, conversationId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(conversationMembers)
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        lte(conversationMembers.joinedAt, since),
        accountStands(conversationMembers.userId),
      ),
    );
  return Number(row!.count);
}

export async function memberCountOf(db: Db, conversationId: string): Promise<number> {
  const [row] = await db
    .select({ memberCount: conversations.memberCount })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return row?.memberCount ?? 0;
}

export async function findStanding(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<GroupStanding | null> {
  const [row] = await db
    .select({ role: conversationMembers.role, moderates: conversationMembers.moderates })
    .from(conversationMembers)
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
    );
  return row ?? null;
}
