import type { Conversation, ConversationSort } from '@dazi/contract/chat/conversation-views';
import type { MemberRole } from '@dazi/contract/chat/conversations';
import { type OtherParticipant, privateLimits } from '@dazi/contract/chat/private-conversations';
import type { JoinRequestMetadata } from '@dazi/contract/chat/rooms';
import { type SQL, sql } from 'drizzle-orm';
import { doShareRoom, shareRoom, unreadFor } from '#features/chat/conversations/conversations.service.ts';
import {
  conversationMembers,
  conversationMutes,
  conversations,
  messageMentions,
  messages,
} from '#features/chat/conversations/conversations.tables.ts';
import { isSeenNow, isSeenOnline } from '#features/chat/presence/presence.service.ts';
import { joinRequests, roomBans, rooms } from '#features/chat/rooms/rooms.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { hasBlocked, notBlocked, notHidden } from '#features/people/blocks/blocks.service.ts';
import { type Db, isSpread, rowsOf } from '#platform/database/builder.ts';
import { foldedText, likePattern } from '#platform/text-grams.ts';
import { ofEach, type PublicRow, pendingFor, publicColumns } from './conversation-view.store.ts';
import { lastMessage } from './last-message.store.ts';
import { elsewhereOf, requester } from './requester.store.ts';

export interface OwnRow extends PublicRow {
  role: MemberRole;
  moderates: boolean;
  moderatorIds: string[];
  slowMode_s: number;
  mutedUntil: string | null;
  muteReason: string | null;
  restrictedUntil: string | null;
  objectionUntil: string | null;
  lastMessage: Conversation['lastMessage'];
  unreadCount: number;
  mentionsMe: boolean;
  countedMessages: number;
  lastSequence: number;
  readSequence: number;
  hiddenUpTo: number;
  change: number;
  readers: Conversation['readers'];
  isMuted: boolean;
  isPinned: boolean;
  isArchived: boolean;
  pendingRequests: number;
  otherParticipant: OtherParticipant | null;
  messageRequest: Conversation['messageRequest'];
  requester: Conversation['request'];
  messagesUntilAccepted: number | null;
  isFirst: boolean;
  isNext: boolean;
  at: string;
}

export interface OwnQuery {
  conversationId?: string;
  search?: string;
  archived?: boolean;
  /** The lane of what people wrote who are not known; they stand nowhere else. */
  requests?: boolean;
  sort?: ConversationSort;
  before?: Place | null;
  members: number;
  limit: number;
  offset: number;
}

export interface Place {
  isFirst: boolean;
  isNext: boolean;
  at: string;
  id: string;
}

/** A mark that none has; a list is not sorted by a constant. */
const never = sql`(c.id IS NULL)`;

/** Pinned ones first but in the order of their making; then perhaps unread ones; then by time. */
function placeOf(viewerId: string, sort: ConversationSort, id: SQL) {
  const byMaking = sort === 'created_at';
  return {
    isFirst: byMaking ? never : sql`v.is_pinned`,
    isNext: sort === 'unread_first' ? sql`(${unreadFor(viewerId, id)} > 0)` : never,
    at: byMaking ? sql`c.created_at` : sql`coalesce(c.last_message_at, v.joined_at)`,
  };
}

/** Something was said in it that the viewer has not taken out of their list; of groups always. */
const isShown = sql`(c.kind = 'group' OR c.last_sequence > v.hidden_up_to)`;

/** The other one of a private conversation; nobody once their account is deleted. */
const other = (viewerId: string, columns: SQL, id: SQL) =>
  sql`(SELECT ${columns} FROM ${conversationMembers} w JOIN ${users} u ON u.id = w.user_id
    WHERE w.conversation_id = ${id} AND w.user_id <> ${viewerId} AND ${accountStands(sql`w.user_id`)})`;

/** Whom the viewer has blocked is told them alone; whether they are online only to those whom they know. */
const otherParticipant = (viewerId: string, onlineSince: Date | null, id: SQL) => {
  const blocked = hasBlocked(viewerId, sql`u.id`);
  return sql`CASE WHEN c.kind = 'private' THEN ${other(
    viewerId,
    sql`json_build_object('id', u.id, 'name', u.name, 'avatar', u.avatar_url, 'isBlocked', ${blocked}, 'blockedByMe', ${blocked},
      'isOnline', v.request IS NULL AND w.request IS NULL AND ${notBlocked(viewerId, sql`u.id`)} AND ${onlineSince ? isSeenOnline(sql`u.id`, onlineSince) : sql`true`})`,
    id,
  )} END`;
};

const messageRequest = (
  viewerId: string,
  id: SQL,
) => sql`CASE WHEN c.kind = 'private' AND c.last_sequence > v.hidden_up_to THEN
  CASE WHEN v.request IS NOT NULL THEN 'incoming'
    WHEN ${other(viewerId, sql`w.request IS NOT NULL`, id)} THEN 'outgoing' END END`;

/** As `afterSending` decides: messages taken back count too, and people of one room know each other. */
const messagesUntilAccepted = (
  id: SQL,
  asksElsewhere: boolean,
) => sql`CASE WHEN c.kind = 'private' AND v.request IS NULL THEN (
  SELECT greatest(0, ${privateLimits.beforeAccepting} - c.last_counted) FROM ${conversationMembers} w
  WHERE w.conversation_id = ${id} AND w.user_id <> v.user_id AND w.request IS NOT NULL
    AND ${asksElsewhere ? sql`NOT ${shareRoom(sql`v.user_id`, sql`w.user_id`)}` : sql`true`}) END`;

/** In the lane stands what waits for an answer and is of nobody whom the viewer has blocked. */
export const waitsInLane = (viewerId: string, id: SQL = ofEach) =>
  sql`(v.request = 'unanswered' AND c.last_sequence > v.hidden_up_to AND EXISTS (SELECT 1 FROM ${conversationMembers} w
    WHERE w.conversation_id = ${id} AND w.user_id <> ${viewerId} AND ${accountStands(sql`w.user_id`)} AND NOT ${hasBlocked(viewerId, sql`w.user_id`)}))`;

/** The two who have read farthest, in the order of the index; of a private conversation as far as they are told of each other. */
const readers = (id: SQL) => sql`coalesce(CASE WHEN c.kind = 'private'
  THEN (SELECT json_agg(json_build_object('userId', w.user_id, 'sequence', w.told_sequence) ORDER BY w.told_sequence DESC)
    FROM ${conversationMembers} w WHERE w.conversation_id = ${id} AND ${accountStands(sql`w.user_id`)})
  ELSE (SELECT json_agg(json_build_object('userId', w.user_id, 'sequence', w.read_sequence)) FROM (
    SELECT w.user_id, w.read_sequence FROM ${conversationMembers} w WHERE w.conversation_id = ${id} AND ${accountStands(sql`w.user_id`)}
    ORDER BY w.read_sequence DESC NULLS LAST LIMIT 2) w) END, '[]')`;

/** Messages that count, without those that the viewer has taken out of their list. */
const countedMessages = (id: SQL) => sql`c.last_counted - CASE WHEN v.hidden_up_to = 0 THEN 0
  ELSE (SELECT h.counted FROM ${messages} h WHERE h.conversation_id = ${id} AND h.sequence = v.hidden_up_to) END`;

export async function ownConversations(
  db: Db,
  viewerId: string,
  query: OwnQuery,
  onlineSince: Date,
): Promise<OwnRow[]> {
  if (!isSpread(db)) return readOwn(db, viewerId, query, { onlineSince, id: ofEach });
  const { conversationId, limit, offset } = query;
  if (conversationId) return ownOneByOne(db, viewerId, query, onlineSince, [conversationId]);
  const candidates = await candidatesOf(db, viewerId, query);
  const found: OwnRow[] = [];
  const wanted = query.sort === 'unread_first' ? Number.POSITIVE_INFINITY : offset + limit;
  for (let looked = 0; looked < candidates.length && found.length < wanted; looked += limit) {
    const next = candidates.slice(looked, looked + limit);
    found.push(...(await ownOneByOne(db, viewerId, query, onlineSince, next)));
  }
  if (query.sort === 'unread_first')
    found.sort(
      (one, two) => Number(two.isFirst) - Number(one.isFirst) || Number(two.isNext) - Number(one.isNext),
    );
  return found.slice(offset, offset + limit);
}

/** All that somebody is a member of and may stand in the list, in its order but for what is unread. */
async function candidatesOf(db: Db, viewerId: string, query: OwnQuery): Promise<string[]> {
  const place = placeOf(viewerId, query.sort === 'created_at' ? 'created_at' : 'last_message', ofEach);
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT c.id FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
      WHERE v.user_id = ${viewerId} AND c.is_active AND ${query.requests ? sql`v.request IS NOT NULL` : sql`v.request IS NULL`}
      ORDER BY ${place.isFirst} DESC, ${place.at} DESC, c.id DESC`,
  );
  return rows.map(({ id }) => id);
}

async function ownOneByOne(
  db: Db,
  viewerId: string,
  query: OwnQuery,
  onlineSince: Date,
  ids: readonly string[],
): Promise<OwnRow[]> {
  const rows = await Promise.all(
    ids.map((id) =>
      readOwn(db, viewerId, { ...query, limit: 1, offset: 0 }, { onlineSince: null, id: sql`${id}` }),
    ),
  );
  return Promise.all(rows.flat().map((row) => completed(db, viewerId, row, onlineSince)));
}

/** With what lies elsewhere than the conversation. */
async function completed(db: Db, viewerId: string, row: OwnRow, onlineSince: Date): Promise<OwnRow> {
  const other = row.otherParticipant;
  if (!other) return row;
  const isOnline = other.isOnline && (await isSeenNow(db, other.id, onlineSince));
  const isKnown = row.messagesUntilAccepted !== null && (await doShareRoom(db, viewerId, other.id));
  const requester = row.requester && {
    ...row.requester,
    ...(await elsewhereOf(db, viewerId, other.id)),
  };
  return {
    ...row,
    otherParticipant: { ...other, isOnline },
    messagesUntilAccepted: isKnown ? null : row.messagesUntilAccepted,
    requester,
  };
}

/** `onlineSince` null leaves out what lies elsewhere than the conversation, `id` is the one that is read. */
async function readOwn(
  db: Db,
  viewerId: string,
  query: OwnQuery,
  { onlineSince, id }: { onlineSince: Date | null; id: SQL },
): Promise<OwnRow[]> {
  const { before } = query;
  const asksElsewhere = onlineSince !== null;
  const place = placeOf(viewerId, query.sort ?? 'last_message', id);
  const conditions = [sql`v.user_id = ${viewerId}`, sql`c.is_active`];
  if (id !== ofEach) conditions.push(sql`c.id = ${id}`, sql`v.conversation_id = ${id}`);
  if (query.conversationId) conditions.push(sql`c.id = ${query.conversationId}`);
  else if (query.requests) conditions.push(waitsInLane(viewerId, id));
  else {
    conditions.push(sql`v.request IS NULL`, isShown);
    // What was put away is found still.
    if (query.archived || !query.search) conditions.push(sql`v.is_archived = ${query.archived ?? false}`);
  }
  if (query.search) conditions.push(contains(query.search, id));
  if (before) {
    conditions.push(
      sql`(${place.isFirst}, ${place.isNext}, ${place.at}, c.id) < (${before.isFirst}, ${before.isNext}, ${before.at}::timestamptz, ${before.id})`,
    );
  }
  return rowsOf<OwnRow>(
    db,
    sql`SELECT ${publicColumns(viewerId, query.members, id)}, l.message AS "lastMessage", ${unreadFor(viewerId, id)} AS "unreadCount",
        EXISTS (SELECT 1 FROM ${messageMentions} t JOIN ${messages} tm ON tm.conversation_id = t.conversation_id AND tm.sequence = t.sequence
          WHERE t.conversation_id = ${id} AND t.user_id = v.user_id AND t.sequence > v.read_sequence
            AND ${notHidden(viewerId, sql`tm.sender_id`)}) AS "mentionsMe",
        ${countedMessages(id)} AS "countedMessages", c.last_sequence AS "lastSequence", v.read_sequence AS "readSequence", v.hidden_up_to AS "hiddenUpTo", c.last_change AS change,
        ${readers(id)} AS readers, ${otherParticipant(viewerId, onlineSince, id)} AS "otherParticipant", ${messageRequest(viewerId, id)} AS "messageRequest",
        ${requester(viewerId, id, asksElsewhere)} AS requester, ${messagesUntilAccepted(id, asksElsewhere)} AS "messagesUntilAccepted",
        coalesce((SELECT json_agg(w.user_id) FROM ${conversationMembers} w WHERE w.conversation_id = ${id} AND w.moderates), '[]') AS "moderatorIds",
        r.restricted_until AS "restrictedUntil", CASE WHEN r.deposed_id = v.user_id THEN r.objection_until END AS "objectionUntil",
        c.slow_mode_s AS "slowMode_s", v.muted_until AS "mutedUntil",
        (SELECT k.reason FROM ${conversationMutes} k WHERE k.conversation_id = ${id} AND k.user_id = v.user_id) AS "muteReason",
        v.is_muted AS "isMuted", v.is_pinned AS "isPinned", v.is_archived AS "isArchived",
        CASE WHEN v.role = 'OWNER' THEN ${pendingFor(viewerId)} ELSE 0 END AS "pendingRequests",
        ${place.isFirst} AS "isFirst", ${place.isNext} AS "isNext", ${place.at} AS at
      FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
      LEFT JOIN ${rooms} r ON r.conversation_id = c.id
      LEFT JOIN ${joinRequests} q ON false LEFT JOIN ${roomBans} b ON false
      LEFT JOIN LATERAL (${lastMessage(viewerId, id)}) l ON true
      WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY ${place.isFirst} DESC, ${place.isNext} DESC, ${place.at} DESC, c.id DESC
      LIMIT ${query.limit} OFFSET ${query.offset}`,
  );
}

function contains(search: string, id: SQL): SQL {
  const pattern = likePattern(foldedText(search));
  return sql`(folded_text(coalesce(c.title, '')) LIKE ${pattern} OR folded_text(coalesce(c.description, '')) LIKE ${pattern}
    OR folded_text(l.message->>'content') LIKE ${pattern}
    OR EXISTS (SELECT 1 FROM ${conversationMembers} w WHERE w.conversation_id = ${id} AND w.name_key LIKE ${pattern}
      AND (c.kind = 'group' OR w.user_id <> v.user_id)
      AND ${accountStands(sql`w.user_id`)}))`;
}

/** Requests that wait in a room, as cards for its owner. */
export async function waitingCards(
  db: Db,
  roomId: string,
  ownerId: string,
  limit: number,
): Promise<{ id: string; requestedAt: string; message: string; metadata: JoinRequestMetadata }[]> {
  const rows = await rowsOf<{
    id: string;
    requestedAt: string;
    message: string;
    distance: number;
    userId: string;
    name: string;
    avatarUrl: string | null;
  }>(
    db,
    sql`SELECT w.id, w.requested_at AS "requestedAt", w.message, w.distance_miles AS distance, u.id AS "userId", u.name, u.avatar_url AS "avatarUrl"
      FROM ${joinRequests} w JOIN ${users} u ON u.id = w.user_id
      WHERE w.room_id = ${roomId} AND w.status = 'PENDING' AND ${notHidden(ownerId, sql`w.user_id`)}
      ORDER BY w.requested_at DESC, w.id LIMIT ${limit}`,
  );
  return rows.reverse().map(({ id, requestedAt, message, distance, userId, name, avatarUrl }) => ({
    id,
    requestedAt,
    message,
    metadata: {
      joinRequestId: id,
      requesterId: userId,
      requesterName: name,
      requesterAvatar: avatarUrl,
      requestMessage: message,
      distance,
      ownerId,
    },
  }));
}
