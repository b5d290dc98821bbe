import { sql } from 'drizzle-orm';
import { unreadFor } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers, conversations } from '#features/chat/conversations/conversations.tables.ts';
import { rooms } from '#features/chat/rooms/rooms.tables.ts';
import { motionsWaitingFor } from '#features/governance/governance.service.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { pendingFor } from './conversation-view.store.ts';
import { waitsInLane } from './own-conversations.store.ts';

export interface Unread {
  messages: number;
  requests: number;
  messageRequests: number;
  motions: number;
}

/**
 * What the badge counts: unread messages, requests in own rooms
 * and in the lane; not what is muted, archived or open.
 */
export async function unreadOf(db: Db, userId: string, onScreen: string | null): Promise<Unread> {
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
