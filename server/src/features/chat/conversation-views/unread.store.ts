import { type SQL, sql } from 'drizzle-orm';
import { isOneOf, ofThese, unreadFor } from '#features/chat/conversations/conversations.service.ts';
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
  const isQuiet = sql`v.is_muted OR v.is_archived OR v.request IS NOT NULL OR c.id IS NOT DISTINCT FROM ${onScreen}`;
  if (isSpread(db)) return unreadApart(db, userId, isQuiet);
  const [row] = await rowsOf<Unread>(
    db,
    sql`SELECT coalesce(sum(CASE WHEN ${isQuiet} THEN 0 ELSE ${unreadFor(userId)} END), 0)::int AS messages,
        coalesce(sum(CASE WHEN v.role = 'OWNER' THEN ${pendingFor(userId)} ELSE 0 END), 0)::int AS requests,
        count(*) FILTER (WHERE ${waitsInLane(userId)})::int AS "messageRequests", ${motionsWaitingFor(userId)} AS motions
      FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id LEFT JOIN ${rooms} r ON r.conversation_id = c.id
      WHERE v.user_id = ${userId} AND c.is_active`,
  );
  return row!;
}

/** The same where conversations lie on several servers: first in which there may be something, then what it is. */
async function unreadApart(db: Db, userId: string, isQuiet: SQL): Promise<Unread> {
  const [candidates, [waiting]] = await Promise.all([
    rowsOf<{ id: string; isOwnRoom: boolean; mayCount: boolean }>(
      db,
      sql`SELECT own.* FROM (SELECT c.id, v.role = 'OWNER' AND c.kind = 'group' AS "isOwnRoom",
            (NOT (${isQuiet}) AND c.last_counted > v.read_counted) OR v.request = 'unanswered' AS "mayCount"
          FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
          WHERE v.user_id = ${userId} AND c.is_active) own
        WHERE own."isOwnRoom" OR own."mayCount"`,
    ),
    rowsOf<{ motions: number }>(db, sql`SELECT ${motionsWaitingFor(userId)} AS motions`),
  ]);
  const ids = candidates.flatMap(({ id, mayCount }) => (mayCount ? id : []));
  const [counted, pending] = await Promise.all([
    ids.length > 0 ? countAmong(db, userId, isQuiet, ids) : { messages: 0, messageRequests: 0 },
    pendingIn(
      db,
      userId,
      candidates.flatMap(({ id, isOwnRoom }) => (isOwnRoom ? id : [])),
    ),
  ]);
  const requests = [...pending.values()].reduce((sum, each) => sum + each, 0);
  return { ...counted, requests, motions: waiting!.motions };
}

async function countAmong(db: Db, userId: string, isQuiet: SQL, ids: readonly string[]) {
  const within = ofThese(ids);
  const [row] = await rowsOf<Pick<Unread, 'messages' | 'messageRequests'>>(
    db,
    sql`SELECT coalesce(sum(own.messages), 0)::int AS messages, coalesce(sum(own.waits), 0)::int AS "messageRequests"
      FROM (SELECT CASE WHEN ${isQuiet} THEN 0 ELSE ${unreadFor(userId, within)} END AS messages,
            CASE WHEN ${waitsInLane(userId, within)} THEN 1 ELSE 0 END AS waits
          FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
          WHERE v.user_id = ${userId} AND ${isOneOf(sql`c.id`, ids)} AND ${isOneOf(sql`v.conversation_id`, ids)}) own`,
  );
  return row!;
}
