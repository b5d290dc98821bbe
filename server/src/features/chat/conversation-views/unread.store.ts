import { type SQL, sql } from 'drizzle-orm';
import { unreadFor } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers, conversations } from '#features/chat/conversations/conversations.tables.ts';
import { rooms } from '#features/chat/rooms/rooms.tables.ts';
import { motionsWaitingFor } from '#features/governance/governance.service.ts';
import { type Db, isSpread, rowsOf } from '#platform/database/builder.ts';
import { pendingFor, pendingIn } from './conversation-view.store.ts';
import { waitsInLane } from './own-conversations.store.ts';

export interface Unread {
  messages: number;
  requests: number;
  messageRequests: number;
  motions: number;
}

/** Unread messages, requests in own rooms and in the lane; not what is muted, archived or open. */
export async function unreadOf(db: Db, userId: string, onScreen: string | null): Promise<Unread> {
  const isQuiet = sql`v.is_muted OR v.is_archived OR v.request IS NOT NULL OR c.id = ${onScreen}`;
  const messages = sql`CASE WHEN ${isQuiet} THEN 0 ELSE ${unreadFor(userId)} END`;
  if (isSpread(db)) return unreadApart(db, userId, messages);
  const [row] = await rowsOf<Unread>(
    db,
    sql`SELECT coalesce(sum(${messages}), 0)::int AS messages,
        coalesce(sum(CASE WHEN v.role = 'OWNER' THEN ${pendingFor(userId)} ELSE 0 END), 0)::int AS requests,
        count(*) FILTER (WHERE ${waitsInLane(userId)})::int AS "messageRequests", ${motionsWaitingFor(userId)} AS motions
      FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id LEFT JOIN ${rooms} r ON r.conversation_id = c.id
      WHERE v.user_id = ${userId} AND c.is_active`,
  );
  return row!;
}

/** The same where conversations lie on several servers: these by themselves, then what lies elsewhere. */
async function unreadApart(db: Db, userId: string, messages: SQL): Promise<Unread> {
  const [[counted], [waiting]] = await Promise.all([
    rowsOf<{ messages: number; messageRequests: number; ownRooms: string[] }>(
      db,
      sql`SELECT coalesce(sum(own.messages), 0)::int AS messages, coalesce(sum(own.waits), 0)::int AS "messageRequests",
          coalesce(json_agg(own.id) FILTER (WHERE own.is_room), '[]') AS "ownRooms"
        FROM (SELECT c.id, ${messages} AS messages, CASE WHEN ${waitsInLane(userId)} THEN 1 ELSE 0 END AS waits,
            v.role = 'OWNER' AND c.kind = 'group' AS is_room
          FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
          WHERE v.user_id = ${userId} AND c.is_active) own`,
    ),
    rowsOf<{ motions: number }>(db, sql`SELECT ${motionsWaitingFor(userId)} AS motions`),
  ]);
  const { ownRooms, ...both } = counted!;
  const pending = await pendingIn(db, userId, ownRooms);
  const requests = [...pending.values()].reduce((sum, each) => sum + each, 0);
  return { ...both, requests, motions: waiting!.motions };
}
