import { resultSender } from '@dazi/contract/mini-apps/mini-apps';
import { sql } from 'drizzle-orm';
import { hidesInResult, isClosed, type Within } from '#features/chat/conversations/conversations.service.ts';
import { messages } from '#features/chat/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { hasBlocked } from '#features/people/blocks/blocks.service.ts';
import { shownWords } from '#platform/folded-links.store.ts';
import { iso } from './conversation-view.store.ts';

/** What the list needs of a message `m` of a conversation `c`; of a result nothing that may be of somebody the viewer does not see. */
const firstWords = (
  viewerId: string,
  within: Within,
) => sql`CASE WHEN ${isClosed(viewerId, sql`m`, within)} THEN '' ELSE CASE m.type WHEN 'MINI_APP' THEN m.content
  WHEN 'MINI_APP_RESULT' THEN (CASE WHEN ${hidesInResult(viewerId, sql`m`, sql`c.kind = 'private'`)} THEN m.content::jsonb - '{results,generatedText,text}'::text[]
    ELSE m.content::jsonb - 'results' END)::text
  ELSE left(${shownWords(sql`m.content`, sql`m.links_fold`)}, 200) END END`;

const closedKind = (
  viewerId: string,
  within: Within,
) => sql`CASE WHEN ${isClosed(viewerId, sql`m`, within)} THEN
  CASE m.type WHEN 'IMAGE' THEN 'image' WHEN 'VIDEO' THEN 'video' ELSE 'link' END END`;

/** The newest message that somebody may read; of people they have blocked it says nothing, and who was blocked notices nothing. */
export const lastMessage = (viewerId: string, within: Within) => sql`
  SELECT json_build_object('id', m.id, 'sequence', m.sequence, 'content', ${firstWords(viewerId, within)},
      'senderName', CASE WHEN m.type = 'MINI_APP_RESULT' THEN ${resultSender.name} ELSE coalesce(mu.name, '') END,
      'senderId', CASE WHEN m.type = 'MINI_APP_RESULT' THEN ${resultSender.id} ELSE m.sender_id END, 'createdAt', ${iso(sql`m.created_at`)}, 'type', m.type, 'event', m.event, 'closedKind', ${closedKind(viewerId, within)}) AS message
  FROM ${messages} m LEFT JOIN ${users} mu ON mu.id = m.sender_id
  WHERE ${within(sql`m.conversation_id`)} AND m.sequence > v.hidden_up_to AND m.deleted_at IS NULL
    AND (m.sender_id IS NULL OR (${accountStands(sql`m.sender_id`)} AND NOT ${hasBlocked(viewerId, sql`m.sender_id`)}))
  ORDER BY m.sequence DESC LIMIT 1`;
