import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { hasBlocked } from '#features/people/blocks/blocks.service.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import { type Db, isSpread, rowsOf } from '#platform/database/builder.ts';
import {
  conversationMembers,
  conversations,
  messages,
  privateConversations,
} from './conversations.tables.ts';
import type { Pair } from './private.rules.ts';

export const takesMessages = (userId: SQL) =>
  sql`coalesce((SELECT (f.preferences->>'allowDirectMessages')::boolean FROM ${profiles} f WHERE f.user_id = ${userId}), true)`;

export const shareRoom = (oneId: SQL, otherId: SQL) =>
  sql`EXISTS (SELECT 1 FROM ${conversationMembers} one JOIN ${conversationMembers} other ON other.conversation_id = one.conversation_id
    JOIN ${conversations} room ON room.id = one.conversation_id
    WHERE one.user_id = ${oneId} AND other.user_id = ${otherId} AND room.kind = 'group' AND room.is_active)`;

/** Whether one person has accepted, begun or answered what the other wrote, or shares a room with them. */
export const isKnownTo = (userId: SQL, otherId: SQL) =>
  sql`(EXISTS (SELECT 1 FROM ${privateConversations} two JOIN ${conversationMembers} side
      ON side.conversation_id = two.conversation_id AND side.user_id = ${userId} AND side.request IS NULL
      WHERE two.first_id = least(${userId} COLLATE "C", ${otherId} COLLATE "C")
        AND two.second_id = greatest(${userId} COLLATE "C", ${otherId} COLLATE "C"))
    OR ${shareRoom(userId, otherId)})`;

/** What there is to know of the two of a private conversation, as JSON; rooms only while it matters, and not where they are asked for apart. */
export const pairOf = (conversationId: SQL, asksRooms: boolean) => sql<Pair | null>`(
  SELECT json_build_object('conversationId', p.conversation_id, 'requesterId', p.requester_id, 'saidCount', pc.last_counted,
    'shareRoom', ${
      asksRooms
        ? sql`CASE WHEN EXISTS (SELECT 1 FROM ${conversationMembers} s WHERE s.conversation_id = p.conversation_id AND s.request IS NOT NULL)
      THEN ${shareRoom(sql`p.first_id`, sql`p.second_id`)} ELSE false END`
        : sql`false`
    },
    'sides', (SELECT coalesce(json_agg(json_build_object('userId', s.user_id, 'request', s.request, 'hiddenUpTo', s.hidden_up_to,
        'hasBlocked', ${hasBlocked(sql`s.user_id`, sql`t.user_id`)}, 'stands', ${accountStands(sql`s.user_id`)},
        'takesMessages', ${takesMessages(sql`s.user_id`)})), '[]')
      FROM ${conversationMembers} s, ${conversationMembers} t
      WHERE s.conversation_id = ${conversationId} AND t.conversation_id = ${conversationId} AND t.user_id <> s.user_id))
  FROM ${privateConversations} p JOIN ${conversations} pc ON pc.id = p.conversation_id
  WHERE p.conversation_id = ${conversationId} AND pc.id = ${conversationId})`;

/** Whether the two share a room, as far as it matters, where the statement did not say so. */
export async function withRooms(db: Db, pair: Pair | null): Promise<Pair | null> {
  const [one, two] = pair?.sides ?? [];
  if (!isSpread(db) || !one || !two || (one.request === null && two.request === null)) return pair;
  return { ...pair!, shareRoom: await doShareRoom(db, one.userId, two.userId) };
}

export async function doShareRoom(db: Db, oneId: string, otherId: string): Promise<boolean> {
  const [row] = await rowsOf<{ share: boolean }>(
    db,
    sql`SELECT ${shareRoom(sql`${oneId}`, sql`${otherId}`)} AS share`,
  );
  return row!.share;
}

export async function findPair(db: Db, conversationId: string): Promise<Pair | null> {
  const [row] = await rowsOf<{ pair: Pair | null }>(
    db,
    sql`SELECT ${pairOf(sql`${conversationId}`, !isSpread(db))} AS pair`,
  );
  return withRooms(db, row!.pair);
}

export async function knows(db: Db, userId: string, otherId: string): Promise<boolean> {
  const [row] = await rowsOf<{ knows: boolean }>(
    db,
    sql`SELECT ${isKnownTo(sql`${userId}::text`, sql`${otherId}::text`)} AS knows`,
  );
  return row!.knows;
}

/** In the order in which a pair is kept. */
const inOrder = (oneId: string, otherId: string) =>
  (oneId < otherId ? [oneId, otherId] : [otherId, oneId]) as [string, string];

export interface Receiver {
  conversationId: string | null;
  hasBlocked: boolean;
  isBlocked: boolean;
  takesMessages: boolean;
}

/** Somebody to write to, as they stand with who writes; undefined when there is no such person, or none any more. */
export async function findReceiver(
  db: Db,
  senderId: string,
  receiverId: string,
): Promise<Receiver | undefined> {
  const [firstId, secondId] = inOrder(senderId, receiverId);
  const [row] = await rowsOf<Receiver>(
    db,
    sql`SELECT (SELECT p.conversation_id FROM ${privateConversations} p WHERE p.first_id = ${firstId} AND p.second_id = ${secondId}) AS "conversationId",
        ${hasBlocked(sql`u.id`, sql`${senderId}::text`)} AS "hasBlocked", ${hasBlocked(senderId, sql`u.id`)} AS "isBlocked",
        ${takesMessages(sql`u.id`)} AS "takesMessages"
      FROM ${users} u WHERE u.id = ${receiverId} AND ${accountStands(sql`u.id`)}`,
  );
  return row;
}

/**
 * On a cluster many may add at once to a table that is on every server, but whoever changes one there waits for all who have
 * added. Whoever opens does both: two who had added would wait for each other.
 */
const openingLock = sql`SELECT pg_advisory_xact_lock(hashtextextended('opens a private conversation', 0))`;

/** Opens the conversation of two people, both members from the beginning; who begins it knows the other. */
export async function insertPrivate(
  db: Db,
  conversationId: string,
  openerId: string,
  otherId: string,
  now: Date,
): Promise<void> {
  if (isSpread(db)) await db.execute(openingLock);
  await db.insert(conversations).values({
    id: conversationId,
    kind: 'private',
    closedAt: null,
    isActive: true,
    memberCount: 2,
    lastSequence: 0,
    lastCounted: 0,
    lastChange: 0,
    createdAt: now,
    updatedAt: now,
  });
  await db.execute(
    sql`INSERT INTO ${conversationMembers} (conversation_id, user_id, role, join_type, joined_at, joined_sequence, name_key,
        read_sequence, read_counted, hidden_up_to, is_muted, is_pinned, is_archived, request, told_sequence)
      SELECT ${conversationId}, u.id, 'MEMBER', 'AUTO', ${now.toISOString()}::timestamptz, 0, folded_text(u.name),
        0, 0, 0, false, false, false, CASE WHEN u.id = ${openerId} THEN NULL ELSE 'unanswered' END, 0
      FROM ${users} u WHERE u.id IN (${openerId}, ${otherId}) ORDER BY u.id`,
  );
  const [firstId, secondId] = inOrder(openerId, otherId);
  await db.insert(privateConversations).values({ conversationId, firstId, secondId });
}

export async function findOpened(db: Db, conversationId: string, userId: string) {
  const [row] = await db
    .select({ conversation: conversations, hiddenUpTo: conversationMembers.hiddenUpTo })
    .from(conversations)
    .innerJoin(conversationMembers, eq(conversationMembers.conversationId, conversations.id))
    .where(and(eq(conversations.id, conversationId), eq(conversationMembers.userId, userId)));
  return row!;
}

/** Moves a reading position forward, and with `tells` how far the other is told. Null when nothing moved. */
export async function advancePrivateReading(
  db: Db,
  conversationId: string,
  userId: string,
  sequence: number,
  tells: boolean,
): Promise<{ readSequence: number; readCounted: number } | null> {
  const [row] = await rowsOf<{ readSequence: number; readCounted: number }>(
    db,
    sql`UPDATE ${conversationMembers} v SET read_sequence = greatest(v.read_sequence, m.sequence),
        read_counted = greatest(v.read_counted, m.counted),
        told_sequence = CASE WHEN ${tells} THEN greatest(v.read_sequence, m.sequence) ELSE v.told_sequence END
      FROM ${messages} m WHERE v.conversation_id = ${conversationId} AND v.user_id = ${userId}
        AND m.conversation_id = ${conversationId} AND m.sequence = ${sequence}
        AND (v.read_sequence < m.sequence OR (${tells} AND v.told_sequence < v.read_sequence))
      RETURNING v.read_sequence AS "readSequence", v.read_counted AS "readCounted"`,
  );
  return row ?? null;
}

/** A message of a private conversation that somebody may see, by its id alone. */
export async function findPrivateMessage(
  db: Db,
  userId: string,
  messageId: string,
): Promise<{ conversationId: string; sequence: number; senderId: string | null } | undefined> {
  const [row] = await db
    .select({
      conversationId: messages.conversationId,
      sequence: messages.sequence,
      senderId: messages.senderId,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(
      conversationMembers,
      and(
        eq(conversationMembers.conversationId, messages.conversationId),
        eq(conversationMembers.userId, userId),
      ),
    )
    .where(
      and(
        eq(messages.id, messageId),
        eq(conversations.kind, 'private'),
        conversations.isActive,
        gt(messages.sequence, conversationMembers.hiddenUpTo),
      ),
    );
  return row;
}

/** Those with whom something was said in private, and who still see it. */
export async function partnersOf(
  db: Db,
  userId: string,
  limit: number,
): Promise<{ conversationId: string; userId: string }[]> {
  return rowsOf(
    db,
    sql`SELECT v.conversation_id AS "conversationId", v.user_id AS "userId"
      FROM ${privateConversations} p JOIN ${conversations} c ON c.id = p.conversation_id
      JOIN ${conversationMembers} v ON v.conversation_id = c.id AND v.user_id <> ${userId}
      WHERE (p.first_id = ${userId} OR p.second_id = ${userId}) AND c.last_sequence > v.hidden_up_to
      ORDER BY c.last_message_at DESC LIMIT ${limit}`,
  );
}
