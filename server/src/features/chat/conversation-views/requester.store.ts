import { type SQL, sql } from 'drizzle-orm';
import type { Within } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers, conversations } from '#features/chat/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { isPrivatePerson } from '#features/people/profiles/profiles.service.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { iso } from './conversation-view.store.ts';

const hasPosts = (userId: SQL) =>
  sql`EXISTS (SELECT 1 FROM ${posts} p WHERE p.user_id = ${userId} AND p.is_active)`;

/** How many rooms two people share; `sharedRoomsWith` counts the same. */
const sharedRooms = (viewerId: string, userId: SQL) =>
  sql`(SELECT count(*)::int FROM ${conversationMembers} own JOIN ${conversations} room ON room.id = own.conversation_id
    JOIN ${conversationMembers} theirs ON theirs.conversation_id = own.conversation_id AND theirs.user_id = ${userId}
    WHERE own.user_id = ${viewerId} AND room.kind = 'group' AND room.is_active)`;

/** Nothing of a private profile. */
const sharedInterests = (viewerId: string) =>
  sql`CASE WHEN ${isPrivatePerson(sql`u.id`)} THEN 0 ELSE (SELECT count(*)::int FROM ${profiles} mine, ${profiles} theirs,
    jsonb_array_elements_text(mine.interests) interest
    WHERE mine.user_id = ${viewerId} AND theirs.user_id = u.id AND theirs.interests ? interest) END`;

/** About who wrote to the member `v` of a conversation `c` who does not know them; nothing of whether they are there. */
export const requester = (viewerId: string, within: Within, asksElsewhere: boolean) =>
  sql`CASE WHEN c.kind = 'private' AND v.request IS NOT NULL THEN (
    SELECT json_build_object('accountCreatedAt', ${iso(sql`u.created_at`)}, 'sharedRooms', ${asksElsewhere ? sharedRooms(viewerId, sql`u.id`) : 0}::int,
      'sharedInterests', ${sharedInterests(viewerId)},
      'hasPosts', ${asksElsewhere ? hasPosts(sql`u.id`) : sql`false`})
    FROM ${conversationMembers} w JOIN ${users} u ON u.id = w.user_id
    WHERE ${within(sql`w.conversation_id`)} AND w.user_id <> ${viewerId} AND ${accountStands(sql`w.user_id`)}) END`;

/** With whom of some people somebody shares rooms, and how many: what `requester` leaves out where these lie on several servers. */
export async function sharedRoomsWith(
  db: Db,
  viewerId: string,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await rowsOf<{ userId: string; count: number }>(
    db,
    sql`SELECT theirs.user_id AS "userId", count(*)::int AS count
      FROM ${conversationMembers} own JOIN ${conversations} room ON room.id = own.conversation_id
      JOIN ${conversationMembers} theirs ON theirs.conversation_id = own.conversation_id AND theirs.user_id = ${anyOf(userIds)}
      WHERE own.user_id = ${viewerId} AND room.kind = 'group' AND room.is_active GROUP BY theirs.user_id`,
  );
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

/** Who of some people has posts: the other thing that it leaves out there. */
export async function havingPosts(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT u.id FROM ${users} u WHERE u.id = ${anyOf(userIds)} AND ${hasPosts(sql`u.id`)}`,
  );
  return new Set(rows.map(({ id }) => id));
}
