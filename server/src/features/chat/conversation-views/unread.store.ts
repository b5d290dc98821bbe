import { sql } from 'drizzle-orm';
import { unreadFor } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers, conversations } from '#features/chat/conversations/conversations.tables.ts';
import { rooms } from '#features/chat/rooms/rooms.tables.ts';
import { motionsWaitingFor } from '#features/governance/governance.service.ts';
import { type Db, isSpread, rowsOf } from '#platform/database/builder.ts';
import { pendingFor } from './conversation-view.store.ts';
import { waitsInLane } from './own-conversations.store.ts';

export interface Unread {
  messages: number;
  requests: number;
  messageRequests: number;
  motions: number;
}

/** Unread messages, requests in own rooms and in the lane; not what is muted, archived or open. */
export async function unreadOf(db: Db, userId: string, onScreen: string | null): Promise<Unread> {
  if (isSpread(db)) return unreadOneByOne(db, userId, onScreen);
  const isQuiet = sql`v.is_muted OR v.is_archived OR v.request IS NOT NULL OR c.id = ${onScreen}`;
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

/** The same where each conversation lies somewhere. */
async function unreadOneByOne(db: Db, userId: string, onScreen: string | null): Promise<Unread> {
  const own = await rowsOf<{ id: string }>(
    db,
    sql`SELECT v.conversation_id AS id FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
      WHERE v.user_id = ${userId} AND c.is_active`,
  );
  const counted = await Promise.all(own.map(({ id }) => unreadIn(db, userId, onScreen, id)));
  const [waiting] = await rowsOf<{ motions: number }>(
    db,
    sql`SELECT ${motionsWaitingFor(userId)} AS motions`,
  );
  const sum = (of: keyof Omit<Unread, 'motions'>) => counted.reduce((total, each) => total + each[of], 0);
  return {
    messages: sum('messages'),
    requests: sum('requests'),
    messageRequests: sum('messageRequests'),
    motions: waiting!.motions,
  };
}

async function unreadIn(db: Db, userId: string, onScreen: string | null, conversationId: string) {
  const id = sql`${conversationId}`;
  const isQuiet =
    conversationId === onScreen ? sql`true` : sql`v.is_muted OR v.is_archived OR v.request IS NOT NULL`;
  const [row] = await rowsOf<Omit<Unread, 'motions'>>(
    db,
    sql`SELECT CASE WHEN ${isQuiet} THEN 0 ELSE ${unreadFor(userId, id)} END AS messages,
        CASE WHEN v.role = 'OWNER' THEN ${pendingFor(userId)} ELSE 0 END AS requests,
        CASE WHEN ${waitsInLane(userId, id)} THEN 1 ELSE 0 END AS "messageRequests"
      FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
        LEFT JOIN ${rooms} r ON r.conversation_id = c.id
      WHERE v.user_id = ${userId} AND v.conversation_id = ${id} AND c.id = ${id}`,
  );
  return row ?? { messages: 0, requests: 0, messageRequests: 0 };
}
