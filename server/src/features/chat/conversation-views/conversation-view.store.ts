import type { Conversation, ConversationSort } from '@dazi/contract/chat/conversation-views';
import { conversationLimits, type Member, type MemberRole } from '@dazi/contract/chat/conversations';
import { type OtherParticipant, privateLimits } from '@dazi/contract/chat/private-conversations';
import {
  type JoinRequestMetadata,
  type JoinRequestStatus,
  milesPerKm,
  roomLimits,
} from '@dazi/contract/chat/rooms';
import { resultSender } from '@dazi/contract/mini-apps/mini-apps';
import { type Box, earthRadiusKm, type Position } from '@dazi/contract/places/places';
import { type SQL, sql } from 'drizzle-orm';
import { hiddenInResult, shareRoom, unreadFor } from '#features/chat/conversations/conversations.service.ts';
import {
  conversationMembers,
  conversations,
  messageMentions,
  messages,
} from '#features/chat/conversations/conversations.tables.ts';
import { isSeenOnline } from '#features/chat/presence/presence.service.ts';
import { joinRequests, roomBans, rooms } from '#features/chat/rooms/rooms.tables.ts';
import { motionsWaitingFor } from '#features/governance/governance.service.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { hasBlocked, notBlocked, notHidden } from '#features/people/blocks/blocks.service.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { foldedText, likePattern } from '#platform/text-grams.ts';

interface PlaceRow {
  roomId: string | null;
  creatorId: string | null;
  latitude: number | null;
  longitude: number | null;
  display: 'exact' | 'approximate' | 'placed' | null;
  joinRadius: number | null;
  roomUpdatedAt: string | null;
}

interface PublicRow extends PlaceRow {
  id: string;
  kind: 'private' | 'group';
  title: string | null;
  description: string | null;
  memberCount: number;
  members: Member[];
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
  lastMessageAt: string | null;
  role: MemberRole | null;
  requestStatus: JoinRequestStatus | null;
  isBanned: boolean;
}

export interface RoomRow extends PublicRow {
  roomId: string;
  latitude: number;
  longitude: number;
  display: 'exact' | 'approximate' | 'placed';
  joinRadius: number;
  roomUpdatedAt: string;
  km: number | null;
  pendingRequests: number;
  ownerId: string | null;
}

export interface OwnRow extends PublicRow {
  role: MemberRole;
  lastMessage: Conversation['lastMessage'];
  unreadCount: number;
  mentionsMe: boolean;
  countedMessages: number;
  lastSequence: number;
  readSequence: number;
  change: number;
  readers: Conversation['readers'];
  isMuted: boolean;
  isPinned: boolean;
  isArchived: boolean;
  pendingRequests: number;
  otherParticipant: OtherParticipant | null;
  messageRequest: Conversation['messageRequest'];
  messagesUntilAccepted: number | null;
  /** What the list is sorted by. */
  isFirst: boolean;
  isNext: boolean;
  at: string;
}

/** As other instants are written; inside JSON the database would write its own form. */
const iso = (instant: SQL) => sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const memberJson = sql`json_build_object('id', u.id, 'userId', u.id, 'role', w.role, 'joinedAt', ${iso(sql`w.joined_at`)}, 'joinType', w.join_type,
  'user', json_build_object('id', u.id, 'name', u.name, 'avatarUrl', u.avatar_url))`;

/**
 * The owner, then others by name: from the index, however many there are. Where the viewer is in it, all of them:
 * a block changes nothing about who is there, and whom somebody else has blocked is not told.
 */
const firstMembers = (viewerId: string | null, limit: number) => {
  const shown = sql`w.conversation_id = c.id AND ${accountStands(sql`w.user_id`)} AND (v.user_id IS NOT NULL OR ${notBlocked(viewerId, sql`w.user_id`)})`;
  return sql`coalesce((SELECT json_agg(m.member ORDER BY m.rank, m.name_key, m.user_id) FROM (
      (SELECT ${memberJson} AS member, 0 AS rank, w.name_key, w.user_id FROM ${conversationMembers} w JOIN ${users} u ON u.id = w.user_id
        WHERE ${shown} AND w.role = 'OWNER')
      UNION ALL
      (SELECT ${memberJson}, 1, w.name_key, w.user_id FROM ${conversationMembers} w JOIN ${users} u ON u.id = w.user_id
        WHERE ${shown} AND w.role <> 'OWNER' ORDER BY w.name_key, w.user_id LIMIT ${limit - 1})
    ) m), '[]')`;
};

const publicColumns = (viewerId: string | null, members: number) => sql`c.id, c.kind, c.title, c.description,
  c.member_count AS "memberCount", c.is_active AS "isActive", c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  c.last_message_at AS "lastMessageAt", r.id AS "roomId", CASE WHEN ${accountStands(sql`r.creator_id`)} THEN r.creator_id END AS "creatorId", r.latitude, r.longitude, r.display,
  r.join_radius_miles AS "joinRadius", r.updated_at AS "roomUpdatedAt", v.role, q.status AS "requestStatus",
  b.user_id IS NOT NULL AS "isBanned", ${firstMembers(viewerId, members)} AS members`;

/** How the viewer stands with a room `r` of a conversation `c`. */
const standing = (viewerId: string | null) => sql`
  LEFT JOIN ${conversationMembers} v ON v.conversation_id = c.id AND v.user_id = ${viewerId}
  LEFT JOIN ${joinRequests} q ON q.room_id = r.id AND q.user_id = ${viewerId}
  LEFT JOIN ${roomBans} b ON b.room_id = r.id AND b.user_id = ${viewerId}`;

/** More requests than this are not counted one by one. */
const countedRequests = 100;
const pendingFor = (ownerId: string | null) => sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${joinRequests} w
  WHERE w.room_id = r.id AND w.status = 'PENDING' AND ${notHidden(ownerId, sql`w.user_id`)} LIMIT ${countedRequests}) waiting)`;

const ownerOf = sql`(SELECT w.user_id FROM ${conversationMembers} w WHERE w.conversation_id = c.id AND w.role = 'OWNER')`;

/** The same formula as `distanceKm` of the contract. */
const kmFrom = ({
  latitude,
  longitude,
}: Position): SQL => sql`(${2 * earthRadiusKm}::float8 * asin(least(1, sqrt(
  power(sin(radians(r.latitude - ${latitude}::float8) / 2), 2) + cos(radians(${latitude}::float8)) * cos(radians(r.latitude))
  * power(sin(radians(r.longitude - ${longitude}::float8) / 2), 2)))))`;

const inBox = ({ west, south, east, north }: Box): SQL => {
  const across =
    west <= east
      ? sql`r.longitude BETWEEN ${west} AND ${east}`
      : sql`(r.longitude >= ${west} OR r.longitude <= ${east})`;
  return sql`r.latitude BETWEEN ${south} AND ${north} AND ${across}`;
};

/**
 * Whose room a person may see: one is in it, or its owner is not hidden from them. A room whose owner has
 * deleted their account and left nobody behind is nobody's.
 */
const mayBeSeen = (viewerId: string | null) =>
  sql`(v.user_id IS NOT NULL OR ${notHidden(viewerId, ownerOf)})`;

/** Active rooms in a box, nearest first. `from` is a displayed position or one rounded for asking. */
export async function findRooms(
  db: Db,
  viewerId: string | null,
  { box, from, within_miles }: { box: Box; from: Position; within_miles: number | null },
): Promise<RoomRow[]> {
  const km = kmFrom(from);
  const near = within_miles === null ? sql`` : sql` AND ${km} * ${milesPerKm}::float8 <= ${within_miles}`;
  return rowsOf<RoomRow>(
    db,
    sql`SELECT ${publicColumns(viewerId, roomLimits.membersShown)}, near.km, 0 AS "pendingRequests", ${ownerOf} AS "ownerId"
      FROM (SELECT r.id, ${km} AS km FROM ${rooms} r JOIN ${conversations} c ON c.id = r.conversation_id
        LEFT JOIN ${conversationMembers} v ON v.conversation_id = c.id AND v.user_id = ${viewerId}
        WHERE r.is_active AND ${inBox(box)}${near} AND ${mayBeSeen(viewerId)}
        ORDER BY km, r.id LIMIT ${roomLimits.nearby}) near
      JOIN ${rooms} r ON r.id = near.id JOIN ${conversations} c ON c.id = r.conversation_id ${standing(viewerId)}
      ORDER BY near.km, r.id`,
  );
}

/** One active room, how far it is where `from` says so; undefined when the viewer may not see it. */
export async function findRoom(
  db: Db,
  viewerId: string | null,
  roomId: string,
  from: Position | null,
): Promise<RoomRow | undefined> {
  const [row] = await rowsOf<RoomRow>(
    db,
    sql`SELECT ${publicColumns(viewerId, conversationLimits.membersShown)}, ${from ? kmFrom(from) : sql`NULL`} AS km, ${ownerOf} AS "ownerId",
        CASE WHEN v.role = 'OWNER' THEN ${pendingFor(viewerId)} ELSE 0 END AS "pendingRequests"
      FROM ${rooms} r JOIN ${conversations} c ON c.id = r.conversation_id ${standing(viewerId)}
      WHERE r.id = ${roomId} AND r.is_active AND ${mayBeSeen(viewerId)}`,
  );
  return row;
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

/** Where in a sorted list: two marks, then the time, then the id. */
export interface Place {
  isFirst: boolean;
  isNext: boolean;
  at: string;
  id: string;
}

/** A mark that none has; a list is not sorted by a constant. */
const never = sql`(c.id IS NULL)`;

/** Pinned ones first but in the order of their making; then perhaps unread ones; then by time. */
function placeOf(viewerId: string, sort: ConversationSort) {
  const byMaking = sort === 'created_at';
  return {
    isFirst: byMaking ? never : sql`v.is_pinned`,
    isNext: sort === 'unread_first' ? sql`(${unreadFor(viewerId)} > 0)` : never,
    at: byMaking ? sql`c.created_at` : sql`coalesce(c.last_message_at, v.joined_at)`,
  };
}

/** Something was said in it that the viewer has not taken out of their list; of groups always. */
const isShown = sql`(c.kind = 'group' OR c.last_sequence > v.hidden_up_to)`;

/** The other one of a private conversation; nobody once their account is deleted. */
const other = (viewerId: string, columns: SQL) =>
  sql`(SELECT ${columns} FROM ${conversationMembers} w JOIN ${users} u ON u.id = w.user_id
    WHERE w.conversation_id = c.id AND w.user_id <> ${viewerId} AND ${accountStands(sql`w.user_id`)})`;

/** Whom the viewer has blocked is told them alone; whether they are online only to those whom they know. */
const otherParticipant = (viewerId: string, onlineSince: Date) => {
  const blocked = hasBlocked(viewerId, sql`u.id`);
  return sql`CASE WHEN c.kind = 'private' THEN ${other(
    viewerId,
    sql`json_build_object('id', u.id, 'name', u.name, 'avatar', u.avatar_url, 'isBlocked', ${blocked}, 'blockedByMe', ${blocked},
      'isOnline', w.request IS NULL AND ${notBlocked(viewerId, sql`u.id`)} AND ${isSeenOnline(sql`u.id`, onlineSince)})`,
  )} END`;
};

const messageRequest = (
  viewerId: string,
) => sql`CASE WHEN c.kind = 'private' AND c.last_sequence > v.hidden_up_to THEN
  CASE WHEN v.request IS NOT NULL THEN 'incoming'
    WHEN ${other(viewerId, sql`w.request IS NOT NULL`)} THEN 'outgoing' END END`;

/** As `afterSending` decides: messages taken back count too, and people of one room know each other. */
const messagesUntilAccepted = sql`CASE WHEN c.kind = 'private' AND v.request IS NULL THEN (
  SELECT greatest(0, ${privateLimits.beforeAccepting} - c.last_counted) FROM ${conversationMembers} w
  WHERE w.conversation_id = c.id AND w.user_id <> v.user_id AND w.request IS NOT NULL
    AND NOT ${shareRoom(sql`v.user_id`, sql`w.user_id`)}) END`;

/** In the lane stands what waits for an answer and is of nobody whom the viewer has blocked. */
const waitsInLane = (viewerId: string) =>
  sql`(v.request = 'unanswered' AND c.last_sequence > v.hidden_up_to AND EXISTS (SELECT 1 FROM ${conversationMembers} w
    WHERE w.conversation_id = c.id AND w.user_id <> ${viewerId} AND ${accountStands(sql`w.user_id`)} AND NOT ${hasBlocked(viewerId, sql`w.user_id`)}))`;

/** The two who have read farthest, in the order of the index; of a private conversation as far as they are told of each other. */
const readers = sql`coalesce(CASE WHEN c.kind = 'private'
  THEN (SELECT json_agg(json_build_object('userId', w.user_id, 'sequence', w.told_sequence) ORDER BY w.told_sequence DESC)
    FROM ${conversationMembers} w WHERE w.conversation_id = c.id AND ${accountStands(sql`w.user_id`)})
  ELSE (SELECT json_agg(json_build_object('userId', w.user_id, 'sequence', w.read_sequence)) FROM (
    SELECT w.user_id, w.read_sequence FROM ${conversationMembers} w WHERE w.conversation_id = c.id AND ${accountStands(sql`w.user_id`)}
    ORDER BY w.read_sequence DESC NULLS LAST LIMIT 2) w) END, '[]')`;

/** Messages that count, without those that the viewer has taken out of their list. */
const countedMessages = sql`c.last_counted - CASE WHEN v.hidden_up_to = 0 THEN 0
  ELSE (SELECT h.counted FROM ${messages} h WHERE h.conversation_id = c.id AND h.sequence = v.hidden_up_to) END`;

/** The own conversations in the order that is asked for. */
export async function ownConversations(
  db: Db,
  viewerId: string,
  query: OwnQuery,
  onlineSince: Date,
): Promise<OwnRow[]> {
  const { before } = query;
  const place = placeOf(viewerId, query.sort ?? 'last_message');
  const conditions = [sql`v.user_id = ${viewerId}`, sql`c.is_active`];
  if (query.conversationId) conditions.push(sql`c.id = ${query.conversationId}`);
  else if (query.requests) conditions.push(waitsInLane(viewerId));
  else {
    conditions.push(sql`v.request IS NULL`, isShown);
    // What was put away is found still.
    if (query.archived || !query.search) conditions.push(sql`v.is_archived = ${query.archived ?? false}`);
  }
  if (query.search) conditions.push(contains(query.search));
  if (before) {
    conditions.push(
      sql`(${place.isFirst}, ${place.isNext}, ${place.at}, c.id) < (${before.isFirst}, ${before.isNext}, ${before.at}::timestamptz, ${before.id})`,
    );
  }
  return rowsOf<OwnRow>(
    db,
    sql`SELECT ${publicColumns(viewerId, query.members)}, l.message AS "lastMessage", ${unreadFor(viewerId)} AS "unreadCount",
        EXISTS (SELECT 1 FROM ${messageMentions} t JOIN ${messages} tm ON tm.conversation_id = t.conversation_id AND tm.sequence = t.sequence
          WHERE t.conversation_id = c.id AND t.user_id = v.user_id AND t.sequence > v.read_sequence
            AND ${notHidden(viewerId, sql`tm.sender_id`)}) AS "mentionsMe",
        ${countedMessages} AS "countedMessages", c.last_sequence AS "lastSequence", v.read_sequence AS "readSequence", c.last_change AS change,
        ${readers} AS readers, ${otherParticipant(viewerId, onlineSince)} AS "otherParticipant", ${messageRequest(viewerId)} AS "messageRequest",
        ${messagesUntilAccepted} AS "messagesUntilAccepted",
        v.is_muted AS "isMuted", v.is_pinned AS "isPinned", v.is_archived AS "isArchived",
        CASE WHEN v.role = 'OWNER' THEN ${pendingFor(viewerId)} ELSE 0 END AS "pendingRequests",
        ${place.isFirst} AS "isFirst", ${place.isNext} AS "isNext", ${place.at} AS at
      FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
      LEFT JOIN ${rooms} r ON r.conversation_id = c.id
      LEFT JOIN ${joinRequests} q ON false LEFT JOIN ${roomBans} b ON false
      LEFT JOIN LATERAL (${lastMessage(viewerId)}) l ON true
      WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY ${place.isFirst} DESC, ${place.isNext} DESC, ${place.at} DESC, c.id DESC
      LIMIT ${query.limit} OFFSET ${query.offset}`,
  );
}

/**
 * What the list needs of a message `m`: of a mini app's result what it says in a line, unless that may be of somebody
 * the viewer does not see.
 */
const firstWords = (viewerId: string) => sql`CASE m.type WHEN 'MINI_APP' THEN m.content
  WHEN 'MINI_APP_RESULT' THEN (CASE WHEN json_array_length(${hiddenInResult(viewerId, sql`m`)}) = 0 THEN m.content::jsonb - 'results'
    ELSE m.content::jsonb - '{results,generatedText,text}'::text[] END)::text
  ELSE left(m.content, 200) END`;

/**
 * The newest message that somebody may read; those of people they have blocked say nothing here. In private who was
 * blocked goes on seeing what was said before.
 */
const lastMessage = (viewerId: string) => sql`
  SELECT json_build_object('id', m.id, 'sequence', m.sequence, 'content', ${firstWords(viewerId)},
      'senderName', CASE WHEN m.type = 'MINI_APP_RESULT' THEN ${resultSender.name} ELSE coalesce(mu.name, '') END,
      'senderId', CASE WHEN m.type = 'MINI_APP_RESULT' THEN ${resultSender.id} ELSE m.sender_id END, 'createdAt', ${iso(sql`m.created_at`)}, 'type', m.type, 'event', m.event) AS message
  FROM ${messages} m LEFT JOIN ${users} mu ON mu.id = m.sender_id
  WHERE m.conversation_id = c.id AND m.sequence > v.hidden_up_to AND m.deleted_at IS NULL
    AND (m.sender_id IS NULL OR (${accountStands(sql`m.sender_id`)} AND CASE WHEN c.kind = 'private'
      THEN NOT ${hasBlocked(viewerId, sql`m.sender_id`)} ELSE ${notBlocked(viewerId, sql`m.sender_id`)} END))
  ORDER BY m.sequence DESC LIMIT 1`;

function contains(search: string): SQL {
  const pattern = likePattern(foldedText(search));
  return sql`(folded_text(coalesce(c.title, '')) LIKE ${pattern} OR folded_text(coalesce(c.description, '')) LIKE ${pattern}
    OR folded_text(l.message->>'content') LIKE ${pattern}
    OR EXISTS (SELECT 1 FROM ${conversationMembers} w WHERE w.conversation_id = c.id AND w.name_key LIKE ${pattern}
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

export interface Unread {
  messages: number;
  requests: number;
  messageRequests: number;
  motions: number;
}

/**
 * Unread messages of what is neither muted nor archived nor of somebody blocked nor waits in the lane of message requests, requests that wait
 * in one's own rooms, and how many stand in that lane. Those of the conversation on the screen are being read.
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
