import type { Conversation, ConversationSort } from '@dazi/contract/chat/conversation-views';
import type { MemberRole } from '@dazi/contract/chat/conversations';
import { type OtherParticipant, privateLimits } from '@dazi/contract/chat/private-conversations';
import type { JoinRequestMetadata } from '@dazi/contract/chat/rooms';
import { type SQL, sql } from 'drizzle-orm';
import {
  isOneOf,
  ofEach,
  ofOne,
  ofThese,
  shareRoom,
  unreadFor,
  type Within,
} from '#features/chat/conversations/conversations.service.ts';
import {
  conversationMembers,
  conversationMutes,
  conversations,
  messageMentions,
  messages,
} from '#features/chat/conversations/conversations.tables.ts';
import { isSeenOnline, seenOnline } from '#features/chat/presence/presence.service.ts';
import { joinRequests, roomBans, rooms } from '#features/chat/rooms/rooms.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { hasBlocked, notBlocked, notHidden } from '#features/people/blocks/blocks.service.ts';
import { type Db, isSpread, rowsOf } from '#platform/database/builder.ts';
import { foldedText, likePattern } from '#platform/text-grams.ts';
import { type PublicRow, pendingFor, pendingIn, publicColumns } from './conversation-view.store.ts';
import { lastMessage } from './last-message.store.ts';
import { havingPosts, requester, sharedRoomsWith } from './requester.store.ts';

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
function placeOf(viewerId: string, sort: ConversationSort, within: Within) {
  const byMaking = sort === 'created_at';
  return {
    isFirst: byMaking ? never : sql`v.is_pinned`,
    isNext: sort === 'unread_first' ? sql`(${unreadFor(viewerId, within)} > 0)` : never,
    at: byMaking ? sql`c.created_at` : sql`coalesce(c.last_message_at, v.joined_at)`,
  };
}

/** Something was said in it that the viewer has not taken out of their list; of groups always. */
const isShown = sql`(c.kind = 'group' OR c.last_sequence > v.hidden_up_to)`;

/** The other one of a private conversation; nobody once their account is deleted. */
const other = (viewerId: string, columns: SQL, within: Within) =>
  sql`(SELECT ${columns} FROM ${conversationMembers} w JOIN ${users} u ON u.id = w.user_id
    WHERE ${within(sql`w.conversation_id`)} AND w.user_id <> ${viewerId} AND ${accountStands(sql`w.user_id`)})`;

/** Whom the viewer has blocked is told them alone; whether they are online only to those whom they know. */
const otherParticipant = (viewerId: string, onlineSince: Date | null, within: Within) => {
  const blocked = hasBlocked(viewerId, sql`u.id`);
  return sql`CASE WHEN c.kind = 'private' THEN ${other(
    viewerId,
    sql`json_build_object('id', u.id, 'name', u.name, 'avatar', u.avatar_url, 'isBlocked', ${blocked}, 'blockedByMe', ${blocked},
      'isOnline', v.request IS NULL AND w.request IS NULL AND ${notBlocked(viewerId, sql`u.id`)} AND ${onlineSince ? isSeenOnline(sql`u.id`, onlineSince) : sql`true`})`,
    within,
  )} END`;
};

const messageRequest = (
  viewerId: string,
  within: Within,
) => sql`CASE WHEN c.kind = 'private' AND c.last_sequence > v.hidden_up_to THEN
  CASE WHEN v.request IS NOT NULL THEN 'incoming'
    WHEN ${other(viewerId, sql`w.request IS NOT NULL`, within)} THEN 'outgoing' END END`;

/** As `afterSending` decides: messages taken back count too, and people of one room know each other. */
const messagesUntilAccepted = (
  within: Within,
  asksElsewhere: boolean,
) => sql`CASE WHEN c.kind = 'private' AND v.request IS NULL THEN (
  SELECT greatest(0, ${privateLimits.beforeAccepting} - c.last_counted) FROM ${conversationMembers} w
  WHERE ${within(sql`w.conversation_id`)} AND w.user_id <> v.user_id AND w.request IS NOT NULL
    AND ${asksElsewhere ? sql`NOT ${shareRoom(sql`v.user_id`, sql`w.user_id`)}` : sql`true`}) END`;

/** In the lane stands what waits for an answer and is of nobody whom the viewer has blocked. */
export const waitsInLane = (viewerId: string, within: Within = ofEach) =>
  sql`(v.request = 'unanswered' AND c.last_sequence > v.hidden_up_to AND EXISTS (SELECT 1 FROM ${conversationMembers} w
    WHERE ${within(sql`w.conversation_id`)} AND w.user_id <> ${viewerId} AND ${accountStands(sql`w.user_id`)} AND NOT ${hasBlocked(viewerId, sql`w.user_id`)}))`;

/** The two who have read farthest, in the order of the index; of a private conversation as far as they are told of each other. */
const readers = (within: Within) => sql`coalesce(CASE WHEN c.kind = 'private'
  THEN (SELECT json_agg(json_build_object('userId', w.user_id, 'sequence', w.told_sequence) ORDER BY w.told_sequence DESC)
    FROM ${conversationMembers} w WHERE ${within(sql`w.conversation_id`)} AND ${accountStands(sql`w.user_id`)})
  ELSE (SELECT json_agg(json_build_object('userId', w.user_id, 'sequence', w.read_sequence)) FROM (
    SELECT w.user_id, w.read_sequence FROM ${conversationMembers} w WHERE ${within(sql`w.conversation_id`)} AND ${accountStands(sql`w.user_id`)}
    ORDER BY w.read_sequence DESC NULLS LAST LIMIT 2) w) END, '[]')`;

/** Messages that count, without those that the viewer has taken out of their list. */
const countedMessages = (within: Within) => sql`c.last_counted - CASE WHEN v.hidden_up_to = 0 THEN 0
  ELSE (SELECT h.counted FROM ${messages} h WHERE ${within(sql`h.conversation_id`)} AND h.sequence = v.hidden_up_to) END`;

/** The viewer's conversations, or the one asked for, in the order of the list. */
export async function ownConversations(
  db: Db,
  viewerId: string,
  query: OwnQuery,
  onlineSince: Date,
): Promise<OwnRow[]> {
  if (!isSpread(db)) {
    const conditions = conditionsOf(viewerId, query);
    return readOwn(db, viewerId, query, { onlineSince, within: ofEach, conditions });
  }
  const { conversationId } = query;
  const ids = conversationId ? [conversationId] : await pageOf(db, viewerId, query);
  if (ids.length === 0) return [];
  const rows = await readOwn(
    db,
    viewerId,
    { ...query, limit: ids.length, offset: 0 },
    {
      onlineSince: null,
      within: conversationId ? ofOne(conversationId) : ofThese(ids),
      conditions: conversationId
        ? [sql`c.id = ${conversationId}`, sql`v.conversation_id = ${conversationId}`]
        : [isOneOf(sql`c.id`, ids), isOneOf(sql`v.conversation_id`, ids)],
    },
  );
  return completed(db, viewerId, rows, { onlineSince, asksPending: !conversationId });
}

/** Which of the viewer's conversations `c` a list shows from where it goes on. */
function conditionsOf(viewerId: string, query: OwnQuery): SQL[] {
  const { before, conversationId, requests, search, archived } = query;
  if (conversationId) return [sql`c.id = ${conversationId}`];
  const conditions: SQL[] = [];
  if (requests) conditions.push(waitsInLane(viewerId));
  else {
    conditions.push(sql`v.request IS NULL`, isShown);
    // What was put away is found still.
    if (archived || !search) conditions.push(sql`v.is_archived = ${archived ?? false}`);
  }
  if (search) conditions.push(contains(search));
  if (before) {
    const place = placeOf(viewerId, query.sort ?? 'last_message', ofEach);
    conditions.push(
      sql`(${place.isFirst}, ${place.isNext}, ${place.at}, c.id) < (${before.isFirst}, ${before.isNext}, ${before.at}::timestamptz, ${before.id})`,
    );
  }
  return conditions;
}

const inOrder = ({ isFirst, isNext, at }: ReturnType<typeof placeOf>, { limit, offset }: OwnQuery) =>
  sql`ORDER BY ${isFirst} DESC, ${isNext} DESC, ${at} DESC, c.id DESC LIMIT ${limit} OFFSET ${offset}`;

/** Ids of a page of the list, where its conversations lie on several servers: what it shows is asked of those alone. */
async function pageOf(db: Db, viewerId: string, query: OwnQuery): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT c.id FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
      ${query.search ? sql`LEFT JOIN LATERAL (${lastMessage(viewerId, ofEach)}) l ON true` : sql``}
      WHERE v.user_id = ${viewerId} AND c.is_active AND ${sql.join(conditionsOf(viewerId, query), sql` AND `)}
      ${inOrder(placeOf(viewerId, query.sort ?? 'last_message', ofEach), query)}`,
  );
  return rows.map(({ id }) => id);
}

/** With what lies elsewhere than the conversations, each asked once for all of them. */
async function completed(
  db: Db,
  viewerId: string,
  rows: readonly OwnRow[],
  { onlineSince, asksPending }: { onlineSince: Date; asksPending: boolean },
): Promise<OwnRow[]> {
  const others = (of: (row: OwnRow) => boolean) =>
    rows.flatMap((row) => (row.otherParticipant && of(row) ? row.otherParticipant.id : []));
  const asking = others((row) => row.requester !== null);
  const [seen, shared, posted, pending] = await Promise.all([
    seenOnline(
      db,
      others((row) => row.otherParticipant!.isOnline),
      onlineSince,
    ),
    sharedRoomsWith(db, viewerId, [...asking, ...others((row) => row.messagesUntilAccepted !== null)]),
    havingPosts(db, asking),
    pendingIn(
      db,
      viewerId,
      rows.flatMap(({ id, role }) => (asksPending && role === 'OWNER' ? id : [])),
    ),
  ]);
  return rows.map((row) => {
    const { otherParticipant: other, requester } = row;
    return {
      ...row,
      pendingRequests: pending.get(row.id) ?? row.pendingRequests,
      otherParticipant: other && { ...other, isOnline: seen.has(other.id) },
      messagesUntilAccepted: other && shared.has(other.id) ? null : row.messagesUntilAccepted,
      requester: requester && {
        ...requester,
        sharedRooms: shared.get(other!.id) ?? 0,
        hasPosts: posted.has(other!.id),
      },
    };
  });
}

interface Reading {
  /** Null leaves out what lies elsewhere than the conversations. */
  onlineSince: Date | null;
  within: Within;
  conditions: readonly SQL[];
}

async function readOwn(
  db: Db,
  viewerId: string,
  query: OwnQuery,
  { onlineSince, within, conditions }: Reading,
): Promise<OwnRow[]> {
  const asksElsewhere = onlineSince !== null;
  const place = placeOf(viewerId, query.sort ?? 'last_message', within);
  return rowsOf<OwnRow>(
    db,
    sql`SELECT ${publicColumns(viewerId, query.members, within)}, l.message AS "lastMessage", ${unreadFor(viewerId, within)} AS "unreadCount",
        EXISTS (SELECT 1 FROM ${messageMentions} t JOIN ${messages} tm ON tm.conversation_id = t.conversation_id AND tm.sequence = t.sequence
          WHERE ${within(sql`t.conversation_id`)} AND ${within(sql`tm.conversation_id`)} AND t.user_id = v.user_id AND t.sequence > v.read_sequence
            AND ${accountStands(sql`tm.sender_id`)} AND NOT ${hasBlocked(viewerId, sql`tm.sender_id`)}) AS "mentionsMe",
        ${countedMessages(within)} AS "countedMessages", c.last_sequence AS "lastSequence", v.read_sequence AS "readSequence", v.hidden_up_to AS "hiddenUpTo", c.last_change AS change,
        ${readers(within)} AS readers, ${otherParticipant(viewerId, onlineSince, within)} AS "otherParticipant", ${messageRequest(viewerId, within)} AS "messageRequest",
        ${requester(viewerId, within, asksElsewhere)} AS requester, ${messagesUntilAccepted(within, asksElsewhere)} AS "messagesUntilAccepted",
        coalesce((SELECT json_agg(w.user_id) FROM ${conversationMembers} w WHERE ${within(sql`w.conversation_id`)} AND w.moderates), '[]') AS "moderatorIds",
        r.restricted_until AS "restrictedUntil", CASE WHEN r.deposed_id = v.user_id THEN r.objection_until END AS "objectionUntil",
        c.slow_mode_s AS "slowMode_s", v.muted_until AS "mutedUntil",
        (SELECT k.reason FROM ${conversationMutes} k WHERE ${within(sql`k.conversation_id`)} AND k.user_id = v.user_id) AS "muteReason",
        v.is_muted AS "isMuted", v.is_pinned AS "isPinned", v.is_archived AS "isArchived",
        ${asksElsewhere || query.conversationId ? sql`CASE WHEN v.role = 'OWNER' THEN ${pendingFor(viewerId)} ELSE 0 END` : sql`0`} AS "pendingRequests",
        ${place.isFirst} AS "isFirst", ${place.isNext} AS "isNext", ${place.at} AS at
      FROM ${conversationMembers} v JOIN ${conversations} c ON c.id = v.conversation_id
      LEFT JOIN ${rooms} r ON r.conversation_id = c.id
      LEFT JOIN ${joinRequests} q ON false LEFT JOIN ${roomBans} b ON false
      LEFT JOIN LATERAL (${lastMessage(viewerId, within)}) l ON true
      WHERE ${sql.join([sql`v.user_id = ${viewerId}`, sql`c.is_active`, ...conditions], sql` AND `)}
      ${inOrder(place, query)}`,
  );
}

/** Words of the newest message: of a mini app its title and of a result what it says, as the list shows them. */
const lastWords = sql`CASE WHEN l.message->>'type' IN ('MINI_APP', 'MINI_APP_RESULT') AND l.message->>'content' <> ''
  THEN coalesce((l.message->>'content')::jsonb->>'generatedText', (l.message->>'content')::jsonb->>'title')
  ELSE l.message->>'content' END`;

function contains(search: string): SQL {
  const pattern = likePattern(foldedText(search));
  return sql`(folded_text(coalesce(c.title, '')) LIKE ${pattern} OR folded_text(coalesce(c.description, '')) LIKE ${pattern}
    OR folded_text(${lastWords}) LIKE ${pattern}
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
