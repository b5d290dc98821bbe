import type { MemberRole } from '@dazi/contract/chat/conversations';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { readBefore } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers, conversations } from '#features/chat/conversations/conversations.tables.ts';
import { accountStands, type Done, doneIn } from '#features/identity/identity.service.ts';
import { standings, users } from '#features/identity/identity.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import type { Leadership } from './leaders.rules.ts';
import { roomInvites, rooms } from './rooms.tables.ts';

export type RoomRow = typeof rooms.$inferSelect;

/** Nobody was voted out yet. */
export type NewRoom = Omit<RoomRow, keyof Leadership>;

export async function insertRoom(db: Db, row: NewRoom): Promise<void> {
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
  change: Partial<Pick<RoomRow, 'joinRadius_miles' | 'isActive' | 'updatedAt'> & Leadership>,
): Promise<void> {
  await db.update(rooms).set(change).where(eq(rooms.id, roomId));
}

export async function countOwned(db: Db, userId: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM ${conversationMembers} v JOIN ${rooms} r ON r.conversation_id = v.conversation_id
      WHERE v.user_id = ${userId} AND v.role = 'OWNER' AND r.is_active`,
  );
  return row!.count;
}

/** Rooms somebody made since an instant, those that ended too. */
export const madeSince = (db: Db, userId: string, since: Date): Promise<Done> =>
  doneIn(
    db,
    sql`SELECT created_at AS at FROM ${rooms} WHERE creator_id = ${userId} AND created_at > ${since.toISOString()}::timestamptz`,
  );

/** Of a person who may be named to others: their account stands. */
export async function findPerson(db: Db, userId: string): Promise<{ id: string; name: string } | undefined> {
  const [row] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, userId), accountStands(users.id)));
  return row;
}

interface Standing {
  role: MemberRole | null;
  moderates: boolean;
  ownerId: string | null;
  ownerIsHidden: boolean;
}

/** How somebody stands in a room: of a conversation that ended too. */
export async function findStanding(db: Db, conversationId: string, userId: string): Promise<Standing> {
  const [row] = await rowsOf<Standing>(
    db,
    sql`SELECT v.role, coalesce(v.moderates, false) AS moderates, o.user_id AS "ownerId", NOT ${notHidden(userId, sql`o.user_id`)} AS "ownerIsHidden"
      FROM (SELECT) one
      LEFT JOIN ${conversationMembers} v ON v.conversation_id = ${conversationId} AND v.user_id = ${userId}
      LEFT JOIN ${conversationMembers} o ON o.conversation_id = ${conversationId} AND o.role = 'OWNER'`,
  );
  return row!;
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

/** Who owns a room, has been suspended since an instant and longer, and is not the last whose account stands. */
export async function findSuspendedOwners(
  db: Db,
  { before, now }: { before: Date; now: Date },
  limit: number,
): Promise<string[]> {
  const theirs = sql`SELECT own.conversation_id FROM ${conversationMembers} own JOIN ${standings} put ON put.user_id = own.user_id
    WHERE own.role = 'OWNER' AND put.kind = 'suspended'`;
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`${readBefore(db, { conversationMembers: sql`conversation_members.conversation_id IN (${theirs})` }).statement}SELECT s.user_id AS "userId" FROM ${standings} s
      WHERE s.kind = 'suspended' AND s.since <= ${before.toISOString()}::timestamptz
        AND (s.until IS NULL OR s.until > ${now.toISOString()}::timestamptz)
        AND EXISTS (SELECT 1 FROM ${conversationMembers} v JOIN ${rooms} r ON r.conversation_id = v.conversation_id
          WHERE v.user_id = s.user_id AND v.role = 'OWNER' AND r.is_active
            AND EXISTS (SELECT 1 FROM ${conversationMembers} o WHERE o.conversation_id = v.conversation_id
              AND o.user_id <> v.user_id AND ${accountStands(sql`o.user_id`)}))
      ORDER BY s.user_id LIMIT ${limit}`,
  );
  return rows.map(({ userId }) => userId);
}

export interface RoomEver {
  id: string;
  title: string;
  description: string | null;
  ownerId: string | null;
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
}

/** Rooms whether they have ended or not, with whoever owns them now. */
export function findRoomsEver(db: Db, roomIds: readonly string[]): Promise<RoomEver[]> {
  if (roomIds.length === 0) return Promise.resolve([]);
  return rowsOf<RoomEver>(
    db,
    sql`SELECT o.id, c.title, c.description, o.is_active AS "isActive", o.created_at AS "createdAt", o.updated_at AS "updatedAt",
        v.user_id AS "ownerId"
      FROM ${rooms} o JOIN ${conversations} c ON c.id = o.conversation_id
        LEFT JOIN ${conversationMembers} v ON v.conversation_id = c.id AND v.role = 'OWNER'
      WHERE o.id = ${anyOf(roomIds)}`,
  );
}
