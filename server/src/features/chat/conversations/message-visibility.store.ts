import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import { type SQL, sql } from 'drizzle-orm';
import { accountStands, anyIsOut } from '#features/identity/identity.service.ts';
import {
  hasBlocked,
  hasBlockedAny,
  isBlockedByAny,
  notBlocked,
} from '#features/people/blocks/blocks.service.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import type { ReadState } from './conversations.rules.ts';
import {
  conversationMembers,
  conversations,
  messages,
  privateConversations,
} from './conversations.tables.ts';
import { ofEach, ofOne, type Within } from './within.store.ts';

/** Messages of people who have deleted their account show as taken back, until they come back. */
export const isGone = (message: SQL) =>
  sql`(${message}.deleted_at IS NOT NULL OR NOT (${message}.sender_id IS NULL OR ${accountStands(sql`${message}.sender_id`)}))`;

export const isFolded = (viewerId: string | null, message: SQL) =>
  viewerId === null ? sql`false` : hasBlocked(viewerId, sql`${message}.sender_id`);

/** Whether there is a picture, a video or a link in a message; `partIn` decides the same. */
const hasPart = (message: SQL) =>
  sql`(${message}.type IN ('IMAGE', 'VIDEO') OR (${message}.type IN ('TEXT', 'MINI_APP', 'MINI_APP_RESULT') AND ${message}.content ~* 'https?://')
    OR (${message}.type = 'MINI_APP' AND ${message}.content LIKE '%"hasLinks":true%'))`;

/** What somebody gets to see of a request that they have not accepted only when they open it. */
export const isClosed = (
  viewerId: string | null,
  message: SQL,
  within: Within = ofOne(sql`${message}.conversation_id`),
) =>
  viewerId === null
    ? sql`false`
    : sql`(NOT ${message}.is_opened AND ${message}.sender_id IS DISTINCT FROM ${viewerId} AND ${hasPart(message)}
        AND EXISTS (SELECT 1 FROM ${conversationMembers} asked WHERE ${within(sql`asked.conversation_id`)}
          AND asked.user_id = ${viewerId} AND asked.request IS NOT NULL))`;

/** Whether the server may name one person to the other. Needs the conversation's id: in private a block is not told. */
export const isShownInside = (viewerId: string | null, conversationId: SQL, person: SQL): SQL =>
  viewerId === null
    ? accountStands(person)
    : sql`(${accountStands(person)} AND NOT ${hasBlocked(viewerId, person)} AND (${notBlocked(viewerId, person)}
        OR EXISTS (SELECT 1 FROM ${privateConversations} twosome WHERE twosome.conversation_id = ${conversationId})))`;

/** Ids of the people in the result of a mini app whom the viewer does not see; null for other messages. */
export const hiddenInResult = (viewerId: string | null, message: SQL): SQL =>
  sql`CASE WHEN ${message}.type = 'MINI_APP_RESULT' AND ${message}.content <> '' THEN
    (SELECT coalesce(json_agg(p->>'id'), '[]') FROM jsonb_array_elements(${message}.content::jsonb->'results'->'participants') p
      WHERE NOT ${isShownInside(viewerId, sql`${message}.conversation_id`, sql`(p->>'id')`)}) END`;

/**
 * Whether a result of a mini app names somebody whom the viewer does not see, as `hiddenInResult` says who. A list of
 * several servers takes no subquery over a function, so the ids become an array by their text.
 */
export const hidesInResult = (viewerId: string, message: SQL, isPrivate: SQL): SQL => {
  const ids = sql`translate(jsonb_path_query_array(${message}.content::jsonb, '$.results.participants[*].id')::text, '[]', '{}')::text[]`;
  return sql`(${anyIsOut(ids)} OR ${hasBlockedAny(viewerId, ids)} OR (NOT ${isPrivate} AND ${isBlockedByAny(viewerId, ids)}))`;
};

/** Who looks at messages, and from which number on they are shown to them. */
export interface Reading extends ReadState {
  hiddenUpTo: number;
  /** What the other one of a private conversation said is shown though the viewer has blocked them. */
  unfolds: boolean;
}

/** A mini app is folded also where words and pictures are not: nobody takes part in it across a block. */
export const staysFolded = (reading: Reading | null, message: SQL) => {
  const folded = isFolded(reading?.viewerId ?? null, message);
  return reading?.unfolds ? sql`(${message}.type IN ('MINI_APP', 'MINI_APP_RESULT') AND ${folded})` : folded;
};

/** So many of the newest unread messages are looked through: what is behind a thousand that do not count is not found. */
const unreadWalk = 1000;

/**
 * How many messages of a conversation `c` its member `v` has not read, counted as they stand now and no further than a
 * badge shows: what was taken back, whose account is deleted and whom the member has blocked count no more, and again
 * when that is over. Only where something counts is it counted.
 */
export const unreadFor = (
  viewerId: string,
  within: Within = ofEach,
): SQL => sql`CASE WHEN c.last_counted <= v.read_counted THEN 0
  WHEN c.kind = 'private' AND EXISTS (SELECT 1 FROM ${conversationMembers} w
    WHERE ${within(sql`w.conversation_id`)} AND w.user_id <> ${viewerId} AND ${hasBlocked(viewerId, sql`w.user_id`)}) THEN 0
  ELSE (SELECT count(*)::int FROM (SELECT 1 FROM (
      SELECT type, sender_id, deleted_at FROM ${messages} WHERE ${within(sql`conversation_id`)} AND sequence > v.read_sequence
      ORDER BY sequence DESC LIMIT ${unreadWalk}) m
    WHERE m.type NOT IN ('SYSTEM', 'JOIN', 'LEAVE') AND NOT ${isGone(sql`m`)} AND NOT ${isFolded(viewerId, sql`m`)}
    LIMIT ${conversationLimits.unread}) counted) END`;

export async function countUnread(db: Db, conversationId: string, viewerId: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`SELECT ${unreadFor(viewerId, ofOne(conversationId))} AS count FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
      WHERE v.conversation_id = ${conversationId} AND v.user_id = ${viewerId}`,
  );
  return row?.count ?? 0;
}

export interface LogWindow {
  conversationId: string;
  /** Nothing up to this number is shown. */
  hiddenUpTo: number;
}

export const inWindow = ({ conversationId, hiddenUpTo }: LogWindow) =>
  sql`m.conversation_id = ${conversationId} AND m.sequence > ${hiddenUpTo}`;
