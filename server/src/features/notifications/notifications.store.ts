import type { NotificationParams } from '@dazi/contract/notice-params';
import type { NotificationCode } from '@dazi/contract/notices';
import type { NotificationPriority, NotificationType } from '@dazi/contract/notifications/notifications';
import type { PlanNoticeParams } from '@dazi/contract/plans/plan-notice-params';
import { and, asc, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { firstHost, isClosed, readBefore } from '#features/chat/conversations/conversations.service.ts';
import {
  conversationMembers,
  conversations,
  messageMentions,
  messageReactions,
  messages,
} from '#features/chat/conversations/conversations.tables.ts';
import { joinRequests, rooms } from '#features/chat/rooms/rooms.tables.ts';
import { motions } from '#features/governance/governance.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { media } from '#features/media/media.tables.ts';
import { notBlocked, notHidden } from '#features/people/blocks/blocks.service.ts';
import { saidBy } from '#features/plans/plans.service.ts';
import { planPeople, plans } from '#features/plans/plans.tables.ts';
import { comments } from '#features/posts/comments/comments.tables.ts';
import { postMedia, posts } from '#features/posts/posts/posts.tables.ts';
import { reactions } from '#features/posts/reactions/reactions.tables.ts';
import { transferDetails } from '#features/wallet/wallet.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { shownWords } from '#platform/folded-links.store.ts';
import type { NotedParams } from '#platform/notices.ts';
import { notificationSettings, notifications } from './notifications.tables.ts';

/** Whether a notification tells of a plan that is not over: it is kept until then. A condition for SQL. */
export const isOfPlanAhead = (n: SQLWrapper, now: Date): SQL =>
  sql`(${n}.type = 'PLAN' AND EXISTS (SELECT 1 FROM ${plans} ap WHERE ap.id = ${n}.params->>'planId'
    AND ap.ends_at > ${now.toISOString()}::timestamptz))`;

/** What tells whoever leads a group of it, and what tells a member: nothing any more to who is none. */
const ofOwners = sql`('became_owner', 'capacity_warning', 'split')`;
const ofMembers = sql`('became_owner', 'capacity_warning', 'split', 'join_approved', 'room_muted', 'room_moderator_appointed', 'leader_elected_against_you')`;

/** Whether a member `w` of a group still stands there as a notification `n` says. */
const standsSo = sql`CASE n.code WHEN 'room_muted' THEN w.muted_until IS NOT NULL WHEN 'room_moderator_appointed' THEN w.moderates
  WHEN 'leader_elected_against_you' THEN w.role <> 'OWNER' ELSE w.role = 'OWNER' OR n.code NOT IN ${ofOwners} END`;

/**
 * The rows that somebody gets to see, with whether each is unread. Every count and every list begins here, so that
 * the badge always equals the list. Left out is what is too old, what tells of somebody hidden or gone (except that
 * one has blocked them, or that they lead a room in one's place), and whatever does not stand any more: a reaction taken back, a post or comment removed, a
 * message taken back or of a conversation left, a request that was answered, put away or is no business of theirs any
 * more, a plan from which they were removed, or whose host is hidden from them by a block, how one stands in a group
 * that has ended, that one has left, or where one stands otherwise now.
 * What was read in its conversation is read here too, but not what was done to a message since. In a conversation of
 * the archive only a mention is unread. Not shown on a device is what is told of it to the others.
 */
function shownTo({ userId, deviceId, since, stayingSince, now }: Window): SQL {
  return sql`SELECT n.*, NOT n.is_read AND (n.sequence IS NULL OR v.read_sequence < n.sequence
      OR n.code = 'message_reacted' OR (n.params->>'isAdded')::boolean IS TRUE)
      AND (n.sequence IS NULL OR n.code = 'mentioned' OR NOT v.is_archived) AS unread
    FROM ${notifications} n
    LEFT JOIN ${posts} p ON p.id = n.post_id
    LEFT JOIN ${conversationMembers} v
      ON n.sequence IS NOT NULL AND v.conversation_id = n.conversation_id AND v.user_id = n.user_id
    WHERE n.user_id = ${userId} AND (n.created_at > CASE WHEN n.stays AND NOT n.is_read
        THEN ${stayingSince.toISOString()}::timestamptz ELSE ${since.toISOString()}::timestamptz END OR ${isOfPlanAhead(sql`n`, now)})
      AND (n.params->>'unseenBy') IS DISTINCT FROM ${deviceId}
      AND (n.person_id IS NULL OR CASE WHEN n.type IN ('USER_BLOCKED', 'USER_UNBLOCKED') OR n.code = 'leader_elected_against_you'
        THEN ${accountStands(sql`n.person_id`)} ELSE ${notHidden(userId, sql`n.person_id`)} END)
      AND (n.post_id IS NULL OR (p.is_active AND (p.expires_at IS NULL OR p.expires_at > ${now.toISOString()}::timestamptz)
        AND ${notHidden(userId, sql`p.user_id`)}))
      AND (n.comment_id IS NULL OR EXISTS (SELECT 1 FROM ${comments} c WHERE c.id = n.comment_id AND c.is_active))
      AND (n.code <> 'post_reacted' OR EXISTS (SELECT 1 FROM ${reactions} r
        WHERE r.post_id = n.post_id AND r.user_id = n.person_id))
      AND (n.sequence IS NULL OR EXISTS (SELECT 1 FROM ${messages} m JOIN ${conversations} k ON k.id = m.conversation_id
        WHERE m.conversation_id = n.conversation_id AND m.sequence = n.sequence AND m.deleted_at IS NULL
          AND m.sender_id = CASE WHEN n.code = 'message_reacted' THEN n.user_id ELSE n.person_id END
          AND m.sequence > v.hidden_up_to AND k.is_active AND v.request IS DISTINCT FROM 'declined'
          AND (n.code <> 'mentioned' OR (n.params->>'isAnswer')::boolean IS TRUE OR EXISTS (SELECT 1 FROM ${messageMentions} t
            WHERE t.conversation_id = m.conversation_id AND t.sequence = m.sequence AND t.user_id = n.user_id))
          AND (n.code <> 'message_reacted' OR EXISTS (SELECT 1 FROM ${messageReactions} r
            WHERE r.conversation_id = m.conversation_id AND r.sequence = m.sequence AND r.user_id = n.person_id))))
      AND (n.type <> 'PLAN' OR n.code = 'plan_removed' OR (NOT EXISTS (SELECT 1 FROM ${planPeople} pp
        WHERE pp.plan_id = n.params->>'planId' AND pp.user_id = n.user_id AND pp.standing = 'removed')
        AND NOT EXISTS (SELECT 1 FROM ${plans} bp WHERE bp.id = n.params->>'planId' AND NOT ${notBlocked(userId, sql`bp.host_id`)})))
      AND (n.request_id IS NULL OR EXISTS (SELECT 1 FROM ${joinRequests} q JOIN ${rooms} o ON o.id = q.room_id AND o.is_active
        JOIN ${conversationMembers} w ON w.conversation_id = o.conversation_id AND w.user_id = n.user_id
        WHERE q.id = n.request_id AND q.status = 'PENDING' AND w.role = 'OWNER'))
      AND (n.code NOT IN ${ofMembers} OR EXISTS (SELECT 1 FROM ${conversationMembers} w JOIN ${conversations} k ON k.id = w.conversation_id
        WHERE w.conversation_id = n.conversation_id AND w.user_id = n.user_id AND k.is_active AND ${standsSo}))`;
}

export interface NotificationView {
  gathered: string;
  type: NotificationType;
  code: NotificationCode;
  priority: NotificationPriority;
  params: NotedParams;
  eventId: number;
  createdAt: string;
  unread: boolean;
  /** How many different people, and how many events are unread, or all when none is. */
  people: number;
  events: number;
  /** What was moved by them together, in hundredths; null where nothing was. */
  amountMinor: number | null;
  personId: string | null;
  name: string | null;
  avatarUrl: string | null;
  postId: string | null;
  conversationId: string | null;
  requestId: string | null;
  motionId: string | null;
  plan: Omit<PlanNoticeParams, 'changed' | 'reason' | 'until' | 'isOffTime'> | null;
  planOf: NotificationParams['planOf'];
  group: string | null;
  roomId: string | null;
  latitude: number | null;
  longitude: number | null;
  said: string | null;
  /** What was said is a code. */
  isQuick: boolean;
  media: 'image' | 'video' | null;
}

export interface Window {
  userId: string;
  /** On which it is looked at. */
  deviceId: string;
  now: Date;
  since: Date;
  /** The same for what stays until it is read. */
  stayingSince: Date;
}

interface Wanted {
  onlyUnread: boolean;
  /** Those whose latest event comes before this one. */
  before: number | null;
  limit: number;
  gathered?: string;
}

/** What somebody's notifications say of conversations. */
function chatOf(db: Db, userId: string) {
  const named = (columns: SQL) =>
    sql`SELECT ${columns} FROM ${notifications} told WHERE told.user_id = ${userId} AND told.conversation_id IS NOT NULL`;
  const ids = named(sql`told.conversation_id`);
  const ofSequence = (table: SQL) =>
    sql`${table}.conversation_id IN (${ids}) AND (${table}.conversation_id, ${table}.sequence) IN (${named(sql`told.conversation_id, told.sequence`)})`;
  const own = (table: SQL) => sql`${table}.user_id = ${userId} AND ${table}.conversation_id IN (${ids})`;
  return readBefore(db, {
    conversations: sql`conversations.id IN (${ids})`,
    conversationMembers: own(sql`conversation_members`),
    messages: ofSequence(sql`messages`),
    messageMentions: own(sql`message_mentions`),
    messageReactions: ofSequence(sql`message_reactions`),
  });
}

/** What belongs together as one, the latest first. */
export async function listGathered(
  db: Db,
  window: Window,
  { onlyUnread, before, limit, gathered }: Wanted,
): Promise<NotificationView[]> {
  const rows = await rowsOf<NotificationView & { closed: boolean }>(
    db,
    sql`${chatOf(db, window.userId).expressions}shown AS (${shownTo(window)}${gathered ? sql` AND n.gathered = ${gathered}` : sql``}),
      together AS (
        SELECT gathered, max(event_id) AS newest, bool_or(unread) AS unread, count(DISTINCT person_id) AS people,
          CASE WHEN bool_or(unread) THEN count(*) FILTER (WHERE unread) ELSE count(*) END AS events,
          CASE WHEN bool_or(unread) THEN sum((params->>'amountMinor')::bigint) FILTER (WHERE unread)
            ELSE sum((params->>'amountMinor')::bigint) END AS "amountMinor"
        FROM shown GROUP BY gathered)
      SELECT s.gathered, s.type, s.code, s.priority, s.params, s.event_id AS "eventId", s.created_at AS "createdAt",
        g.unread, g.people, g.events, g."amountMinor", u.id AS "personId", u.name, u.avatar_url AS "avatarUrl", s.post_id AS "postId",
        s.conversation_id AS "conversationId", s.request_id AS "requestId", k.title AS "group", o.id AS "roomId",
        p.latitude, p.longitude,
        CASE WHEN pl.id IS NOT NULL THEN json_build_object('id', pl.id, 'activity', pl.activity, 'title', ${saidBy(sql`pl.host_id`, sql`pl.title`)}, 'local', pl.local,
          'timeZone', pl.time_zone, 'part', pl.part, 'startsAt', pl.starts_at, 'going', pl.going_count, 'seats', pl.seats) END AS plan,
        CASE WHEN lp.id IS NOT NULL THEN json_build_object('activity', lp.activity, 'title', ${saidBy(sql`lp.host_id`, sql`lp.title`)}, 'local', lp.local, 'part', lp.part) END AS "planOf",
        coalesce(m.type = 'QUICK', false) AS "isQuick",
        s.params->>'motionId' AS "motionId", left(coalesce(CASE WHEN mo.removal IS NULL THEN mo.title ELSE '' END, CASE WHEN td.memo_removed_at IS NULL AND (td.to_stranger_at IS NULL OR s.code = 'transfer_sent') THEN td.memo END, ${shownWords(sql`c.content`, sql`c.links_fold`)},
          CASE WHEN m.type = 'MINI_APP' AND m.content <> '' THEN m.content::jsonb->>'title' ELSE ${shownWords(sql`m.content`, sql`m.links_fold`)} END,
          q.message, ${shownWords(sql`p.content`, sql`p.links_fold`)}), 400) AS said,
        m.sequence IS NOT NULL AND ${isClosed(window.userId, sql`m`)} AS closed,
        CASE WHEN c.id IS NULL AND q.id IS NULL THEN coalesce(f.type, (SELECT a.type FROM ${postMedia} b
          JOIN ${media} a ON a.id = b.media_id WHERE b.post_id = s.post_id ORDER BY b.position LIMIT 1)) END AS media
      FROM together g JOIN shown s ON s.gathered = g.gathered AND s.event_id = g.newest
      LEFT JOIN ${users} u ON u.id = s.person_id
      LEFT JOIN ${posts} p ON p.id = s.post_id
      LEFT JOIN ${comments} c ON c.id = s.comment_id
      LEFT JOIN ${conversations} k ON k.id = s.conversation_id
      LEFT JOIN ${plans} lp ON lp.conversation_id = s.conversation_id
      LEFT JOIN ${rooms} o ON o.conversation_id = s.conversation_id
      LEFT JOIN ${messages} m ON m.conversation_id = s.conversation_id AND m.sequence = s.sequence
      LEFT JOIN ${media} f ON f.id = m.media_id
      LEFT JOIN ${joinRequests} q ON q.id = s.request_id
      LEFT JOIN ${transferDetails} td ON td.number = (s.params->>'transferNumber')::bigint
      LEFT JOIN ${motions} mo ON mo.id = s.params->>'motionId'
      LEFT JOIN ${plans} pl ON pl.id = s.params->>'planId'
      WHERE (NOT ${onlyUnread}::boolean OR g.unread) AND (${before}::bigint IS NULL OR g.newest < ${before}::bigint)
      ORDER BY g.newest DESC LIMIT ${limit}`,
  );
  return rows.map(({ closed, ...row }) => ({
    ...row,
    // Of a link that was not opened no more than where it leads.
    said: closed && row.said ? (firstHost(row.said) ?? '') : row.said,
    eventId: Number(row.eventId),
    people: Number(row.people),
    events: Number(row.events),
    amountMinor: row.amountMinor === null ? null : Number(row.amountMinor),
  }));
}

export async function countUnread(db: Db, window: Window): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`${chatOf(db, window.userId).statement}SELECT count(DISTINCT gathered) AS count FROM (${shownTo(window)}) shown WHERE unread`,
  );
  return Number(row!.count);
}

/** Which notification an event went into, for somebody; undefined when it is gone. */
export async function findGathered(db: Db, userId: string, eventId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ gathered: notifications.gathered })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.eventId, eventId)));
  return row?.gathered;
}

/** What somebody was told, by the numbers of the events; whom it told of is those people's own. */
export async function pageOfNotifications(db: Db, userId: string, after: number, limit: number) {
  const own = {
    eventId: notifications.eventId,
    userId: notifications.userId,
    type: notifications.type,
    code: notifications.code,
    priority: notifications.priority,
    postId: notifications.postId,
    conversationId: notifications.conversationId,
    params: notifications.params,
    isRead: notifications.isRead,
    createdAt: notifications.createdAt,
  };
  return db
    .select(own)
    .from(notifications)
    .where(and(eq(notifications.userId, userId), gt(notifications.eventId, after)))
    .orderBy(asc(notifications.eventId))
    .limit(limit);
}

/** What somebody was told, and what others were told of them. */
export async function deleteNotificationsOf(db: Db, userId: string): Promise<void> {
  await db.delete(notifications).where(eq(notifications.userId, userId));
  await db.delete(notifications).where(eq(notifications.personId, userId));
  await db.delete(notificationSettings).where(eq(notificationSettings.userId, userId));
}
