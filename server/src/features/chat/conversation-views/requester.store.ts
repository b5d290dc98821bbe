import { sql } from 'drizzle-orm';
import { conversationMembers, conversations } from '#features/chat/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { isPrivatePerson } from '#features/people/profiles/profiles.service.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { iso } from './conversation-view.store.ts';

const sharedRooms = (viewerId: string) =>
  sql`(SELECT count(*)::int FROM ${conversationMembers} own JOIN ${conversations} room ON room.id = own.conversation_id
    JOIN ${conversationMembers} theirs ON theirs.conversation_id = own.conversation_id AND theirs.user_id = u.id
    WHERE own.user_id = ${viewerId} AND room.kind = 'group' AND room.is_active)`;

/** Nothing of a private profile. */
const sharedInterests = (viewerId: string) =>
  sql`CASE WHEN ${isPrivatePerson(sql`u.id`)} THEN 0 ELSE (SELECT count(*)::int FROM ${profiles} mine, ${profiles} theirs,
    jsonb_array_elements_text(mine.interests) interest
    WHERE mine.user_id = ${viewerId} AND theirs.user_id = u.id AND theirs.interests ? interest) END`;

/** About who wrote to the member `v` of a conversation `c` who does not know them; nothing of whether they are there. */
export const requester = (viewerId: string) =>
  sql`CASE WHEN c.kind = 'private' AND v.request IS NOT NULL THEN (
    SELECT json_build_object('accountCreatedAt', ${iso(sql`u.created_at`)}, 'sharedRooms', ${sharedRooms(viewerId)},
      'sharedInterests', ${sharedInterests(viewerId)},
      'hasPosts', EXISTS (SELECT 1 FROM ${posts} p WHERE p.user_id = u.id AND p.is_active))
    FROM ${conversationMembers} w JOIN ${users} u ON u.id = w.user_id
    WHERE w.conversation_id = c.id AND w.user_id <> ${viewerId} AND ${accountStands(sql`w.user_id`)}) END`;
