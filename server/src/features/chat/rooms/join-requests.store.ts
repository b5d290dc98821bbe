import type { JoinRequest, JoinRequestStatus } from '@dazi/contract/chat/rooms';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { messages } from '#features/chat/conversations/conversations.tables.ts';
import { type Done, doneIn } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { firstIdOf } from '#platform/ids.ts';
import { joinRequests } from './rooms.tables.ts';

export type JoinRequestRow = typeof joinRequests.$inferSelect;

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

/** When somebody came into rooms or asked to, since an instant; by the lines of the logs, which stay when they leave. */
export const joinsSince = (db: Db, userId: string, since: Date): Promise<Done> =>
  doneIn(
    db,
    sql`SELECT created_at AS at FROM ${messages} WHERE sender_id = ${userId} AND type = 'JOIN'
        AND id > ${firstIdOf(since)} AND created_at > ${since.toISOString()}::timestamptz
      UNION ALL SELECT requested_at FROM ${joinRequests} WHERE user_id = ${userId} AND status <> 'APPROVED'
        AND requested_at > ${since.toISOString()}::timestamptz`,
  );

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

/** Age and gender are for who has confirmed their own profile, of people who have, unless theirs is private. */
function selectRequests(seesFacts: boolean, rest: SQL): SQL {
  const isShown = sql`${seesFacts}::boolean AND u.confirmed_at IS NOT NULL AND f.privacy->>'profileVisibility' IS DISTINCT FROM 'private'`;
  return sql`SELECT q.id, q.status, q.message, q.distance_miles AS distance, q.requested_at AS "requestedAt",
      q.responded_at AS "respondedAt", u.id AS "userId", u.name, u.avatar_url AS "avatarUrl",
      CASE WHEN ${isShown} THEN u.gender END AS gender,
      CASE WHEN (f.privacy->>'showAge')::boolean AND ${isShown} THEN f.age END AS age
    FROM ${joinRequests} q JOIN ${users} u ON u.id = q.user_id LEFT JOIN ${profiles} f ON f.user_id = u.id ${rest}`;
}

/** Those that wait first, the longest waiting first; then the answered ones, the latest first. */
export async function pageOfRequests(
  db: Db,
  roomId: string,
  owner: { id: string; isConfirmed: boolean },
  page: { status: JoinRequestStatus | null; limit: number; offset: number },
): Promise<JoinRequest[]> {
  const ofStatus = page.status ? sql` AND q.status = ${page.status}` : sql``;
  const rows = await rowsOf<RequestView>(
    db,
    selectRequests(
      owner.isConfirmed,
      sql`WHERE q.room_id = ${roomId}${ofStatus} AND ${notHidden(owner.id, sql`q.user_id`)}
      ORDER BY q.status <> 'PENDING', CASE WHEN q.status = 'PENDING' THEN q.requested_at END,
        q.requested_at DESC, q.id LIMIT ${page.limit} OFFSET ${page.offset}`,
    ),
  );
  return rows.map(asRequest);
}

export async function viewOfRequest(db: Db, requestId: string, seesFacts: boolean): Promise<JoinRequest> {
  const [row] = await rowsOf<RequestView>(db, selectRequests(seesFacts, sql`WHERE q.id = ${requestId}`));
  return asRequest(row!);
}
