import type { MemberRole } from '@dazi/contract/chat/conversations';
import type { JoinRequest, JoinRequestStatus, RoomBan } from '@dazi/contract/chat/rooms';
import { and, asc, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { conversationMembers, messages } from '#features/chat/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { wantsToHear } from '#features/people/profiles/profiles.service.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { noticed, recipients } from '#platform/notices.store.ts';
import type { Recipient } from '#platform/notices.ts';
import { joinRequests, leaderVotes, roomBans, roomInvites, rooms } from './rooms.tables.ts';

export type RoomRow = typeof rooms.$inferSelect;
export type JoinRequestRow = typeof joinRequests.$inferSelect;

export async function insertRoom(db: Db, row: RoomRow): Promise<void> {
  await db.insert(rooms).values(row);
}

export async function findRoom(db: Db, roomId: string): Promise<RoomRow | undefined> {
  const [row] = await db
    .select()
    .from(rooms)
    .where(and(eq(rooms.id, roomId), rooms.isActive));
  return row;
}

/** Until the end of the transaction nobody else joins, leaves, is let in, banned or elected there. */
export const lockRoom = (db: Db, roomId: string) => lockWhere(db, eq(rooms.id, roomId));

/** The same by its conversation. */
export const lockRoomOf = (db: Db, conversationId: string) =>
  lockWhere(db, eq(rooms.conversationId, conversationId));

async function lockWhere(db: Db, condition: SQL): Promise<RoomRow | undefined> {
  const [row] = await db.select().from(rooms).where(and(condition, rooms.isActive)).for('update');
  return row;
}

export async function findRoomOf(db: Db, conversationId: string): Promise<RoomRow | undefined> {
  const [row] = await db
    .select()
    .from(rooms)
    .where(and(eq(rooms.conversationId, conversationId), rooms.isActive));
  return row;
}

export async function changeRoom(
  db: Db,
  roomId: string,
  change: Partial<Pick<RoomRow, 'joinRadius_miles' | 'isActive' | 'updatedAt'>>,
): Promise<void> {
  await db.update(rooms).set(change).where(eq(rooms.id, roomId));
}

/** How many active rooms somebody owns. */
export async function countOwned(db: Db, userId: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM ${conversationMembers} v JOIN ${rooms} r ON r.conversation_id = v.conversation_id
      WHERE v.user_id = ${userId} AND v.role = 'OWNER' AND r.is_active`,
  );
  return row!.count;
}

export async function findRequestOf(
  db: Db,
  roomId: string,
  userId: string,
): Promise<JoinRequestRow | undefined> {
  const [row] = await db
    .select()
    .from(joinRequests)
    .where(and(eq(joinRequests.roomId, roomId), eq(joinRequests.userId, userId)));
  return row;
}

/** A request as the owner may see it. */
export async function findRequest(
  db: Db,
  roomId: string,
  ownerId: string,
  requestId: string,
): Promise<JoinRequestRow | undefined> {
  const [row] = await db
    .select()
    .from(joinRequests)
    .where(
      and(
        eq(joinRequests.roomId, roomId),
        eq(joinRequests.id, requestId),
        notHidden(ownerId, joinRequests.userId),
      ),
    );
  return row;
}

/** One row of a person and room: asking again takes the place of what was before. */
export async function putRequest(db: Db, row: JoinRequestRow): Promise<void> {
  const { id: _id, roomId: _room, userId: _user, ...rest } = row;
  await db
    .insert(joinRequests)
    .values(row)
    .onConflictDoUpdate({ target: [joinRequests.roomId, joinRequests.userId], set: { ...rest, id: row.id } });
}

export async function answerRequest(
  db: Db,
  requestId: string,
  answer: Pick<JoinRequestRow, 'status' | 'respondedAt' | 'responderId' | 'responseMessage'>,
): Promise<void> {
  await db.update(joinRequests).set(answer).where(eq(joinRequests.id, requestId));
}

interface RequestView {
  id: string;
  status: JoinRequestStatus;
  message: string;
  distance: number;
  requestedAt: string;
  respondedAt: string | null;
  userId: string;
  name: string;
  avatarUrl: string | null;
  gender: 'M' | 'F' | null;
  age: number | null;
}

const asRequest = (row: RequestView): JoinRequest => ({
  id: row.id,
  status: row.status,
  user: { id: row.userId, name: row.name, avatarUrl: row.avatarUrl, gender: row.gender, age: row.age },
  distance: row.distance,
  message: row.message,
  requestedAt: row.requestedAt,
  respondedAt: row.respondedAt,
});

function selectRequests(rest: SQL): SQL {
  return sql`SELECT q.id, q.status, q.message, q.distance_miles AS distance, q.requested_at AS "requestedAt",
      q.responded_at AS "respondedAt", u.id AS "userId", u.name, u.avatar_url AS "avatarUrl",
      CASE WHEN f.privacy->>'profileVisibility' IS DISTINCT FROM 'private' THEN u.gender END AS gender,
      CASE WHEN (f.privacy->>'showAge')::boolean AND f.privacy->>'profileVisibility' IS DISTINCT FROM 'private' THEN f.age END AS age
    FROM ${joinRequests} q JOIN ${users} u ON u.id = q.user_id LEFT JOIN ${profiles} f ON f.user_id = u.id ${rest}`;
}

/** Those that wait first, the longest waiting first; then the answered ones, the latest first. */
export async function pageOfRequests(
  db: Db,
  roomId: string,
  ownerId: string,
  page: { status: JoinRequestStatus | null; limit: number; offset: number },
): Promise<JoinRequest[]> {
  const ofStatus = page.status ? sql` AND q.status = ${page.status}` : sql``;
  const rows = await rowsOf<RequestView>(
    db,
    selectRequests(sql`WHERE q.room_id = ${roomId}${ofStatus} AND ${notHidden(ownerId, sql`q.user_id`)}
      ORDER BY q.status <> 'PENDING', CASE WHEN q.status = 'PENDING' THEN q.requested_at END,
        q.requested_at DESC, q.id LIMIT ${page.limit} OFFSET ${page.offset}`),
  );
  return rows.map(asRequest);
}

export async function viewOfRequest(db: Db, requestId: string): Promise<JoinRequest> {
  const [row] = await rowsOf<RequestView>(db, selectRequests(sql`WHERE q.id = ${requestId}`));
  return asRequest(row!);
}

/** Of a person who may be named to others: their account stands. */
export async function findPerson(db: Db, userId: string): Promise<{ id: string; name: string } | undefined> {
  const [row] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, userId), accountStands(users.id)));
  return row;
}

/**
 * Whether somebody whom the owner may see has asked to be let in, or came or went at some time: of that the log has a
 * line, which names them as long as their account is not erased.
 */
export async function hadPart(
  db: Db,
  { id, conversationId }: RoomRow,
  ownerId: string,
  userId: string,
): Promise<boolean> {
  const [row] = await rowsOf<{ hadPart: boolean }>(
    db,
    sql`SELECT ${notHidden(ownerId, sql`${userId}::text`)} AND (
        EXISTS (SELECT 1 FROM ${joinRequests} q WHERE q.room_id = ${id} AND q.user_id = ${userId})
        OR EXISTS (SELECT 1 FROM ${messages} m WHERE m.conversation_id = ${conversationId}
          AND m.sender_id = ${userId} AND m.type IN ('JOIN', 'LEAVE'))
      ) AS "hadPart"`,
  );
  return row!.hadPart;
}

/** How somebody last went from a room, as its log has it; undefined of people who never did. */
export async function findDeparture(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<{ wasRemoved: boolean; isBanned: boolean } | undefined> {
  const [row] = await rowsOf<{ wasRemoved: boolean; isBanned: boolean }>(
    db,
    sql`SELECT m.event->>'code' = 'member_removed' AS "wasRemoved",
        EXISTS (SELECT 1 FROM ${roomBans} b JOIN ${rooms} r ON r.id = b.room_id
          WHERE r.conversation_id = ${conversationId} AND b.user_id = ${userId}) AS "isBanned"
      FROM ${messages} m
      WHERE m.conversation_id = ${conversationId} AND m.sender_id = ${userId} AND m.type = 'LEAVE'
      ORDER BY m.sequence DESC LIMIT 1`,
  );
  return row;
}

/** How somebody stands in a room: of a conversation that ended too. */
export async function findStanding(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<{ role: MemberRole | null; ownerId: string | null; ownerIsHidden: boolean }> {
  const [row] = await rowsOf<{ role: MemberRole | null; ownerId: string | null; ownerIsHidden: boolean }>(
    db,
    sql`SELECT v.role, o.user_id AS "ownerId", NOT ${notHidden(userId, sql`o.user_id`)} AS "ownerIsHidden"
      FROM (SELECT ${conversationId}::text AS id) c
      LEFT JOIN ${conversationMembers} v ON v.conversation_id = c.id AND v.user_id = ${userId}
      LEFT JOIN ${conversationMembers} o ON o.conversation_id = c.id AND o.role = 'OWNER'`,
  );
  return row!;
}

export async function isBanned(db: Db, roomId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: roomBans.userId })
    .from(roomBans)
    .where(and(eq(roomBans.roomId, roomId), eq(roomBans.userId, userId)));
  return rows.length > 0;
}

export async function insertBan(db: Db, row: typeof roomBans.$inferInsert): Promise<void> {
  await db.insert(roomBans).values(row).onConflictDoNothing();
}

export async function deleteBan(db: Db, roomId: string, userId: string): Promise<void> {
  await db.delete(roomBans).where(and(eq(roomBans.roomId, roomId), eq(roomBans.userId, userId)));
}

/** Whom the owner may see of those who are banned, the latest first. */
export async function pageOfBans(
  db: Db,
  roomId: string,
  ownerId: string,
  after: Frontier | null,
  limit: number,
): Promise<RoomBan[]> {
  const beyond =
    after &&
    sql`(${roomBans.createdAt}, ${roomBans.userId}) < (${after.createdAt}::timestamptz, ${after.id})`;
  const rows = await db
    .select({ ban: roomBans, user: { id: users.id, name: users.name, avatarUrl: users.avatarUrl } })
    .from(roomBans)
    .innerJoin(users, eq(users.id, roomBans.userId))
    .where(and(eq(roomBans.roomId, roomId), notHidden(ownerId, roomBans.userId), beyond ?? undefined))
    .orderBy(desc(roomBans.createdAt), desc(roomBans.userId))
    .limit(limit);
  return rows.map(({ ban, user }) => ({ user, reason: ban.reason, bannedAt: ban.createdAt.toISOString() }));
}

/** Whether the owner may see somebody among those who are banned. */
export async function showsBan(db: Db, roomId: string, ownerId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: roomBans.userId })
    .from(roomBans)
    .where(
      and(eq(roomBans.roomId, roomId), eq(roomBans.userId, userId), notHidden(ownerId, roomBans.userId)),
    );
  return rows.length > 0;
}

export async function findInvite(db: Db, roomId: string): Promise<string | null> {
  const [row] = await db
    .select({ invite: roomInvites.invite })
    .from(roomInvites)
    .where(eq(roomInvites.roomId, roomId));
  return row?.invite ?? null;
}

export async function putInvite(db: Db, roomId: string, invite: string, now: Date): Promise<void> {
  await db
    .insert(roomInvites)
    .values({ roomId, invite, createdAt: now })
    .onConflictDoUpdate({ target: roomInvites.roomId, set: { invite, createdAt: now } });
}

export async function deleteInvite(db: Db, roomId: string): Promise<void> {
  await db.delete(roomInvites).where(eq(roomInvites.roomId, roomId));
}

export async function putVote(
  db: Db,
  row: typeof leaderVotes.$inferInsert & { createdAt: Date },
): Promise<void> {
  const { candidateId, createdAt } = row;
  await db
    .insert(leaderVotes)
    .values(row)
    .onConflictDoUpdate({
      target: [leaderVotes.conversationId, leaderVotes.voterId],
      set: { candidateId, createdAt },
    });
}

export async function listVotes(
  db: Db,
  conversationId: string,
): Promise<{ voterId: string; candidateId: string; candidateName: string }[]> {
  return db
    .select({
      voterId: leaderVotes.voterId,
      candidateId: leaderVotes.candidateId,
      candidateName: users.name,
    })
    .from(leaderVotes)
    .innerJoin(users, eq(users.id, leaderVotes.candidateId))
    .where(
      and(
        eq(leaderVotes.conversationId, conversationId),
        accountStands(leaderVotes.voterId),
        accountStands(leaderVotes.candidateId),
      ),
    )
    .orderBy(asc(leaderVotes.createdAt), asc(leaderVotes.voterId));
}

export async function deleteVotes(db: Db, conversationId: string): Promise<void> {
  await db.delete(leaderVotes).where(eq(leaderVotes.conversationId, conversationId));
}

/** What somebody voted, and what was voted for them. */
export async function deleteVotesOf(db: Db, conversationId: string, userId: string): Promise<void> {
  await db
    .delete(leaderVotes)
    .where(
      and(
        eq(leaderVotes.conversationId, conversationId),
        or(eq(leaderVotes.voterId, userId), eq(leaderVotes.candidateId, userId)),
      ),
    );
}

/** Active rooms somebody is a member of, with the role; by id. */
export async function pageOfRoomsWith(db: Db, userId: string, after: string, limit: number) {
  return db
    .select({ room: rooms, role: conversationMembers.role })
    .from(conversationMembers)
    .innerJoin(rooms, eq(rooms.conversationId, conversationMembers.conversationId))
    .where(and(eq(conversationMembers.userId, userId), rooms.isActive, gt(rooms.id, after)))
    .orderBy(asc(rooms.id))
    .limit(limit);
}

export async function pageOfCreated(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(rooms)
    .where(and(eq(rooms.creatorId, userId), gt(rooms.id, after)))
    .orderBy(asc(rooms.id))
    .limit(limit);
}

/** What somebody asked for; the words of the answer are those of others. */
export async function pageOfOwnRequests(db: Db, userId: string, after: string, limit: number) {
  const { id, roomId, status, message, distance_miles, requestedAt, respondedAt } = joinRequests;
  return db
    .select({
      id,
      roomId,
      userId: joinRequests.userId,
      status,
      message,
      distance_miles,
      requestedAt,
      respondedAt,
    })
    .from(joinRequests)
    .where(and(eq(joinRequests.userId, userId), gt(joinRequests.id, after)))
    .orderBy(asc(joinRequests.id))
    .limit(limit);
}

export async function pageOfOwnVotes(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(leaderVotes)
    .where(and(eq(leaderVotes.voterId, userId), gt(leaderVotes.conversationId, after)))
    .orderBy(asc(leaderVotes.conversationId))
    .limit(limit);
}

/** Where somebody was banned; the reason is the words of others. */
export async function pageOfOwnBans(db: Db, userId: string, after: string, limit: number) {
  return db
    .select({ roomId: roomBans.roomId, userId: roomBans.userId, createdAt: roomBans.createdAt })
    .from(roomBans)
    .where(and(eq(roomBans.userId, userId), gt(roomBans.roomId, after)))
    .orderBy(asc(roomBans.roomId))
    .limit(limit);
}

/** What a person has left besides memberships. */
export async function deleteTracesOf(db: Db, userId: string): Promise<void> {
  await db.delete(joinRequests).where(eq(joinRequests.userId, userId));
  await db.delete(roomBans).where(eq(roomBans.userId, userId));
  await db
    .delete(leaderVotes)
    .where(or(eq(leaderVotes.voterId, userId), eq(leaderVotes.candidateId, userId)));
  // What they said to others goes, what it decided stays.
  await db
    .update(joinRequests)
    .set({ responderId: null, responseMessage: null })
    .where(eq(joinRequests.responderId, userId));
  await db.update(roomBans).set({ bannedBy: null, reason: null }).where(eq(roomBans.bannedBy, userId));
  await db.update(rooms).set({ creatorId: null }).where(eq(rooms.creatorId, userId));
}

/** Owners of the rooms. */
export function ownersOfRequested(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", v.user_id AS "userId"
      FROM ${noticed(notices, sql`"eventId" bigint, "conversationId" text, "requestId" text, "personId" text`)}
      JOIN ${joinRequests} q ON q.id = e."requestId"
      JOIN ${conversationMembers} v ON v.conversation_id = e."conversationId" AND v.role = 'OWNER'
      WHERE ${notHidden(sql`v.user_id`, sql`e."personId"`)}`,
  );
}

/** Owners of the rooms, as far as they want to hear how full they are. */
export function ownersOfFull(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", v.user_id AS "userId" FROM ${noticed(notices, sql`"eventId" bigint, "conversationId" text`)}
      JOIN ${conversationMembers} v ON v.conversation_id = e."conversationId" AND v.role = 'OWNER'
      WHERE ${wantsToHear(sql`v.user_id`, 'cityUpdates')}`,
  );
}
