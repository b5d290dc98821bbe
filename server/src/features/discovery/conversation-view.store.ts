import type { Conversation } from '@dazi/contract/conversation-views';
import { conversationLimits, type Member, type MemberRole } from '@dazi/contract/conversations';
import { type Box, earthRadiusKm, type Position } from '@dazi/contract/places';
import {
  type JoinRequestMetadata,
  type JoinRequestStatus,
  milesPerKm,
  roomLimits,
} from '@dazi/contract/rooms';
import { type SQL, sql } from 'drizzle-orm';
import { notHidden } from '#features/blocks/blocks.service.ts';
import {
  conversationMembers,
  conversations,
  messageMentions,
  messages,
} from '#features/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { joinRequests, roomBans, rooms } from '#features/rooms/rooms.tables.ts';
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
  /** What the list is sorted by. */
  at: string;
}

/** As other instants are written; inside JSON the database would write its own form. */
const iso = (instant: SQL) => sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const memberJson = sql`json_build_object('id', u.id, 'userId', u.id, 'role', w.role, 'joinedAt', ${iso(sql`w.joined_at`)}, 'joinType', w.join_type,
  'user', json_build_object('id', u.id, 'name', u.name, 'avatarUrl', u.avatar_url))`;

/** The owner, then others by name: from the index, however many there are. */
const firstMembers = (viewerId: string | null, limit: number) => {
  const shown = sql`w.conversation_id = c.id AND ${notHidden(viewerId, sql`w.user_id`)}`;
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

/** One active room; undefined when the viewer may not see it. */
export async function findRoom(
  db: Db,
  viewerId: string | null,
  roomId: string,
): Promise<RoomRow | undefined> {
  const [row] = await rowsOf<RoomRow>(
    db,
    sql`SELECT ${publicColumns(viewerId, conversationLimits.membersShown)}, NULL AS km, ${ownerOf} AS "ownerId",
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
  before?: { isPinned: boolean; at: string; id: string } | null;
  members: number;
  limit: number;
  offset: number;
}

/** The own conversations, pinned ones first, then by the time of the last message. */
export async function ownConversations(db: Db, viewerId: string, query: OwnQuery): Promise<OwnRow[]> {
  const { before } = query;
  const conditions = [sql`v.user_id = ${viewerId}`, sql`c.is_active`];
  if (query.conversationId) conditions.push(sql`c.id = ${query.conversationId}`);
  else {
    conditions.push(sql`v.is_archived = ${query.archived ?? false}`);
    // Taken out of the own list until something new is said.
    conditions.push(
      sql`NOT (c.kind = 'private' AND v.hidden_up_to > 0 AND v.hidden_up_to = c.last_sequence)`,
    );
  }
  if (query.search) conditions.push(contains(query.search));
  if (before) {
    conditions.push(
      sql`(v.is_pinned, coalesce(c.last_message_at, v.joined_at), c.id) < (${before.isPinned}, ${before.at}::timestamptz, ${before.id})`,
    );
  }
  return rowsOf<OwnRow>(
    db,
    sql`SELECT ${publicColumns(viewerId, query.members)}, l.message AS "lastMessage",
        greatest(0, c.last_counted - v.read_counted) AS "unreadCount",
        EXISTS (SELECT 1 FROM ${messageMentions} t JOIN ${messages} tm ON tm.conversation_id = t.conversation_id AND tm.sequence = t.sequence
          WHERE t.conversation_id = c.id AND t.user_id = v.user_id AND t.sequence > v.read_sequence
            AND ${notHidden(viewerId, sql`tm.sender_id`)}) AS "mentionsMe",
        c.last_counted AS "countedMessages", c.last_sequence AS "lastSequence", v.read_sequence AS "readSequence", c.last_change AS change,
        coalesce((SELECT json_agg(json_build_object('userId', w.user_id, 'sequence', w.read_sequence)) FROM (
          SELECT w.user_id, w.read_sequence FROM ${conversationMembers} w WHERE w.conversation_id = c.id AND ${accountStands(sql`w.user_id`)}
          ORDER BY w.read_sequence DESC LIMIT 2) w), '[]') AS readers,
        v.is_muted AS "isMuted", v.is_pinned AS "isPinned", v.is_archived AS "isArchived",
        CASE WHEN v.role = 'OWNER' THEN ${pendingFor(viewerId)} ELSE 0 END AS "pendingRequests",
        coalesce(c.last_message_at, v.joined_at) AS at
      FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
      LEFT JOIN ${rooms} r ON r.conversation_id = c.id
      LEFT JOIN ${joinRequests} q ON false LEFT JOIN ${roomBans} b ON false
      LEFT JOIN LATERAL (${lastMessage(viewerId)}) l ON true
      WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY v.is_pinned DESC, coalesce(c.last_message_at, v.joined_at) DESC, c.id DESC
      LIMIT ${query.limit} OFFSET ${query.offset}`,
  );
}

/** The newest message that somebody may read; those of people they have blocked say nothing here. */
const lastMessage = (viewerId: string) => sql`
  SELECT json_build_object('id', m.id, 'sequence', m.sequence, 'content', left(m.content, 200), 'senderName', coalesce(mu.name, ''),
      'senderId', m.sender_id, 'createdAt', ${iso(sql`m.created_at`)}, 'type', m.type, 'event', m.event) AS message
  FROM ${messages} m LEFT JOIN ${users} mu ON mu.id = m.sender_id
  WHERE m.conversation_id = c.id AND m.sequence > v.hidden_up_to AND m.deleted_at IS NULL
    AND (m.sender_id IS NULL OR ${notHidden(viewerId, sql`m.sender_id`)})
  ORDER BY m.sequence DESC LIMIT 1`;

function contains(search: string): SQL {
  const pattern = likePattern(foldedText(search));
  return sql`(folded_text(coalesce(c.title, '')) LIKE ${pattern} OR folded_text(coalesce(c.description, '')) LIKE ${pattern}
    OR folded_text(l.message->>'content') LIKE ${pattern}
    OR EXISTS (SELECT 1 FROM ${conversationMembers} w WHERE w.conversation_id = c.id AND w.name_key LIKE ${pattern}
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

/** Unread messages of what is neither muted nor archived, and requests that wait in one's own rooms. */
export async function unreadOf(db: Db, userId: string): Promise<{ messages: number; requests: number }> {
  const [row] = await rowsOf<{ messages: number; requests: number }>(
    db,
    sql`SELECT coalesce(sum(CASE WHEN v.is_muted OR v.is_archived THEN 0 ELSE greatest(0, c.last_counted - v.read_counted) END), 0)::int AS messages,
        coalesce(sum(CASE WHEN v.role = 'OWNER' THEN ${pendingFor(userId)} ELSE 0 END), 0)::int AS requests
      FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id LEFT JOIN ${rooms} r ON r.conversation_id = c.id
      WHERE v.user_id = ${userId} AND c.is_active`,
  );
  return row!;
}
