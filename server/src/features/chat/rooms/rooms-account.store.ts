import { and, asc, eq, gt, or } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { joinRequests, leaderVotes, roomBans, rooms } from './rooms.tables.ts';

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
