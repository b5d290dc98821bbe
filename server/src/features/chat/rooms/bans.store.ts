import type { RoomBan } from '@dazi/contract/chat/rooms';
import { and, desc, eq, sql } from 'drizzle-orm';
import { messages } from '#features/chat/conversations/conversations.tables.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import type { Frontier } from '#platform/cursor.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import type { RoomRow } from './rooms.store.ts';
import { joinRequests, roomBans, rooms } from './rooms.tables.ts';

/** Whether somebody whom the owner may see has ever asked to join, come or gone; the log has a line of that. */
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
