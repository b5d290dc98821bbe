import { type NotificationCode, notificationLimits } from '@dazi/contract/notifications/notifications';
import { boxAround, coverOf } from '@dazi/contract/places/cells';
import { earthRadiusKm, type Position } from '@dazi/contract/places/places';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  conversationMembers,
  conversations,
  messageMentions,
  messages,
} from '#features/chat/conversations/conversations.tables.ts';
import { presence } from '#features/chat/presence/presence.tables.ts';
import { joinRequests } from '#features/chat/rooms/rooms.tables.ts';
import { users } from '#features/identity/identity.tables.ts';
import { type Notice, noticeTopic } from '#features/live/live.service.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import { comments } from '#features/posts/comments/comments.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { type Db, handOver, rowsOf } from '#platform/database/builder.ts';
import { outbox } from '#platform/outbox.tables.ts';
import { kinds, type Noticed, ofKind } from './notifications.rules.ts';
import {
  type NotedParams,
  noticeProgress,
  notificationSettings,
  notifications,
  pushDeliveries,
  pushSubscriptions,
} from './notifications.tables.ts';

/** Everything up to here was read: numbers of transactions first, then of events. */
export interface Progress {
  transactionId: number;
  eventId: number;
}

const progressName = 'made';

/** The progress without its lock; null before anything was ever read. */
export async function findProgress(db: Db): Promise<Progress | null> {
  const [row] = await db.select().from(noticeProgress).where(eq(noticeProgress.name, progressName));
  return row ?? null;
}

/** Until the end of the transaction nobody else reads on; null while somebody else does. */
export async function lockProgress(db: Db): Promise<Progress | null> {
  const [row] = await db
    .select()
    .from(noticeProgress)
    .where(eq(noticeProgress.name, progressName))
    .for('update', { skipLocked: true });
  if (row || (await findProgress(db))) return row ?? null;
  // Nothing was ever read. Whoever begins at the same time waits here, and then begins nothing.
  const [begun] = await db
    .insert(noticeProgress)
    .values({ name: progressName, transactionId: 0, eventId: 0 })
    .onConflictDoNothing()
    .returning();
  return begun ?? null;
}

/** Handed over. */
export function saveProgress(inside: Db, { transactionId, eventId }: Progress): void {
  handOver(
    inside,
    sql`UPDATE ${noticeProgress} SET transaction_id = ${transactionId}, event_id = ${eventId} WHERE name = ${progressName}`,
  );
}

interface NoticeRow {
  eventId: number;
  transactionId: number;
  createdAt: string;
  notice: Notice;
  isComplete: boolean;
}

/**
 * What comes after some progress, in order, as far as everything before it is there: a transaction that began
 * earlier and is still running may write one in between. `isWaiting` says that there is more beyond. Progress of
 * another life of the database, from before it was restored, counts by the numbers of events alone.
 */
export async function nextNotices(
  db: Db,
  { transactionId, eventId }: Progress,
  limit: number,
): Promise<{ noticed: Noticed[]; isWaiting: boolean }> {
  const rows = await rowsOf<NoticeRow>(
    db,
    sql`WITH known AS (
        SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS complete,
          pg_snapshot_xmax(pg_current_snapshot())::text::bigint < ${transactionId}::bigint AS elsewhere)
      SELECT o.id AS "eventId", o.transaction_id AS "transactionId", o.created_at AS "createdAt", o.event AS notice,
        o.transaction_id < known.complete AS "isComplete"
      FROM ${outbox} o, known
      WHERE o.topic = ${noticeTopic} AND CASE WHEN known.elsewhere THEN o.id > ${eventId}::bigint
        ELSE (o.transaction_id, o.id) > (${transactionId}::bigint, ${eventId}::bigint) END
        AND o.transaction_id >= CASE WHEN known.elsewhere THEN 0 ELSE ${transactionId}::bigint END
      ORDER BY o.transaction_id, o.id LIMIT ${limit}`,
  );
  const noticed = rows
    .filter(({ isComplete }) => isComplete)
    .map(({ eventId: number, transactionId: transaction, createdAt, notice }) => ({
      eventId: Number(number),
      transactionId: Number(transaction),
      createdAt: new Date(createdAt),
      notice,
    }));
  return { noticed, isWaiting: noticed.length < rows.length };
}

/** Somebody to be told, and of which event. */
export interface Recipient {
  eventId: number;
  userId: string;
}

const given = (rows: readonly object[], columns: SQL) =>
  sql`json_to_recordset(${JSON.stringify(rows)}::text::json) AS e(${columns})`;

/** Whether somebody wants to be told of a kind; without a profile they want everything. */
function wants(userId: SQLWrapper, code: NotificationCode): SQL {
  const { wish } = kinds[code];
  if (!wish) return sql`true`;
  return sql`coalesce((SELECT (f.preferences->'notificationSettings'->>${wish}::text)::boolean FROM ${profiles} f WHERE f.user_id = ${userId}), true)`;
}

async function recipients<Row extends Recipient>(db: Db, query: SQL): Promise<Row[]> {
  return (await rowsOf<Row>(db, query)).map((row) => ({ ...row, eventId: Number(row.eventId) }));
}

/** Authors of the posts. */
export function ofReactions(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", p.user_id AS "userId"
      FROM ${given(notices, sql`"eventId" bigint, "postId" text, "personId" text`)}
      JOIN ${posts} p ON p.id = e."postId" AND p.is_active
      JOIN ${users} u ON u.id = e."personId"
      WHERE p.user_id <> u.id AND ${wants(sql`p.user_id`, 'post_reacted')}
        AND ${notHidden(sql`p.user_id`, sql`u.id`)}`,
  );
}

/** Whoever is answered, and the author of the post unless that is the same. */
export function ofComments(
  db: Db,
  notices: readonly object[],
): Promise<(Recipient & { code: 'comment_answered' | 'post_commented' })[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", r.user_id AS "userId", r.code
      FROM ${given(notices, sql`"eventId" bigint, "commentId" text`)}
      JOIN ${comments} c ON c.id = e."commentId" AND c.is_active
      JOIN ${posts} p ON p.id = c.post_id AND p.is_active
      LEFT JOIN ${comments} a ON a.id = c.parent_id AND a.is_active
      CROSS JOIN LATERAL (
        SELECT a.user_id, 'comment_answered' AS code WHERE a.user_id IS NOT NULL
        UNION ALL SELECT p.user_id, 'post_commented' WHERE p.user_id IS DISTINCT FROM a.user_id) r
      WHERE r.user_id <> c.user_id AND ${wants(sql`r.user_id`, 'post_commented')}
        AND ${notHidden(sql`r.user_id`, sql`c.user_id`)} AND ${notHidden(sql`r.user_id`, sql`p.user_id`)}`,
  );
}

/**
 * Of a private message the other one; of a group's whom it mentions and whom it answers, as far as they are members
 * at this moment. Nobody who has muted the conversation or has read it already; who has put it into the archive only
 * of a mention.
 */
export function ofMessages(
  db: Db,
  notices: readonly object[],
): Promise<(Recipient & { code: 'private_message' | 'mentioned' | 'message_answered' })[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", v.user_id AS "userId", CASE WHEN c.kind = 'private' THEN 'private_message'
        WHEN bool_or(r.mentioned) THEN 'mentioned' ELSE 'message_answered' END AS code
      FROM ${given(notices, sql`"eventId" bigint, "conversationId" text, sequence int`)}
      JOIN ${messages} m ON m.conversation_id = e."conversationId" AND m.sequence = e.sequence AND m.deleted_at IS NULL
      JOIN ${conversations} c ON c.id = m.conversation_id AND c.is_active
      CROSS JOIN LATERAL (
        SELECT w.user_id, false AS mentioned FROM ${conversationMembers} w
          WHERE c.kind = 'private' AND w.conversation_id = m.conversation_id
        UNION ALL SELECT t.user_id, true FROM ${messageMentions} t
          WHERE t.conversation_id = m.conversation_id AND t.sequence = m.sequence
        UNION ALL SELECT q.sender_id, false FROM ${messages} q
          WHERE q.conversation_id = m.conversation_id AND q.sequence = m.reply_to AND q.sender_id IS NOT NULL) r
      JOIN ${conversationMembers} v ON v.conversation_id = m.conversation_id AND v.user_id = r.user_id
      WHERE v.user_id <> m.sender_id AND NOT v.is_muted AND v.read_sequence < m.sequence
        AND (r.mentioned OR NOT v.is_archived)
        AND ${wants(sql`v.user_id`, 'private_message')} AND ${notHidden(sql`v.user_id`, sql`m.sender_id`)}
      GROUP BY e."eventId", v.user_id, c.kind`,
  );
}

/** As those a message mentions from the beginning, once each; also who had read it before it was changed. */
export function ofAddedMentions(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", v.user_id AS "userId"
      FROM ${given(notices, sql`"eventId" bigint, "conversationId" text, sequence int, "userIds" json`)}
      JOIN ${messages} m ON m.conversation_id = e."conversationId" AND m.sequence = e.sequence AND m.deleted_at IS NULL
      JOIN ${conversations} c ON c.id = m.conversation_id AND c.is_active
      JOIN ${messageMentions} t ON t.conversation_id = m.conversation_id AND t.sequence = m.sequence
        AND t.user_id IN (SELECT json_array_elements_text(e."userIds"))
      JOIN ${conversationMembers} v ON v.conversation_id = m.conversation_id AND v.user_id = t.user_id
      WHERE v.user_id <> m.sender_id AND NOT v.is_muted AND m.sequence > v.hidden_up_to
        AND ${wants(sql`v.user_id`, 'mentioned')} AND ${notHidden(sql`v.user_id`, sql`m.sender_id`)}
        AND NOT EXISTS (SELECT 1 FROM ${notifications} n WHERE n.user_id = v.user_id AND n.conversation_id = m.conversation_id
          AND n.sequence = m.sequence AND n.code IN ('mentioned', 'message_answered'))`,
  );
}

/** Who sent the messages, as far as they still hear of the conversation. */
export function ofMessageReactions(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", v.user_id AS "userId"
      FROM ${given(notices, sql`"eventId" bigint, "conversationId" text, sequence int, "personId" text`)}
      JOIN ${messages} m ON m.conversation_id = e."conversationId" AND m.sequence = e.sequence AND m.deleted_at IS NULL
      JOIN ${conversations} c ON c.id = m.conversation_id AND c.is_active
      JOIN ${conversationMembers} v ON v.conversation_id = m.conversation_id AND v.user_id = m.sender_id
      JOIN ${users} u ON u.id = e."personId"
      WHERE v.user_id <> u.id AND NOT v.is_muted AND NOT v.is_archived AND m.sequence > v.hidden_up_to
        AND ${wants(sql`v.user_id`, 'message_reacted')} AND ${notHidden(sql`v.user_id`, sql`u.id`)}`,
  );
}

/** Owners of the rooms. */
export function ofJoinRequests(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", v.user_id AS "userId"
      FROM ${given(notices, sql`"eventId" bigint, "conversationId" text, "requestId" text, "personId" text`)}
      JOIN ${joinRequests} q ON q.id = e."requestId"
      JOIN ${conversationMembers} v ON v.conversation_id = e."conversationId" AND v.role = 'OWNER'
      WHERE ${notHidden(sql`v.user_id`, sql`e."personId"`)}`,
  );
}

export function ofFullRooms(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", v.user_id AS "userId" FROM ${given(notices, sql`"eventId" bigint, "conversationId" text`)}
      JOIN ${conversationMembers} v ON v.conversation_id = e."conversationId" AND v.role = 'OWNER'
      WHERE ${wants(sql`v.user_id`, 'capacity_warning')}`,
  );
}

/** Those whom the notice itself names, as far as they and what it is about are still there. */
export function ofNamed(
  db: Db,
  notices: readonly {
    eventId: number;
    userId: string;
    personId?: string | null;
    conversationId?: string | null;
  }[],
): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", u.id AS "userId"
      FROM ${given(notices, sql`"eventId" bigint, "userId" text, "personId" text, "conversationId" text`)}
      JOIN ${users} u ON u.id = e."userId"
      LEFT JOIN ${users} o ON o.id = e."personId" LEFT JOIN ${conversations} c ON c.id = e."conversationId"
      WHERE (e."personId" IS NULL OR o.id IS NOT NULL) AND (e."conversationId" IS NULL OR c.id IS NOT NULL)`,
  );
}

/** Those who are on the board and want to hear of it. */
export function ofElected(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", u.id AS "userId"
      FROM ${given(notices, sql`"eventId" bigint, "userId" text`)} JOIN ${users} u ON u.id = e."userId"
      WHERE ${wants(sql`u.id`, 'election')}`,
  );
}

export async function findNewPost(
  db: Db,
  postId: string,
): Promise<(Position & { userId: string }) | undefined> {
  const [row] = await db
    .select({ userId: posts.userId, latitude: posts.latitude, longitude: posts.longitude })
    .from(posts)
    .where(and(eq(posts.id, postId), posts.isActive));
  return row;
}

/**
 * Who shares to be near a place now and wants to hear of what is new there, the nearest first; not those who heard
 * of something within the hour.
 */
export async function ofPlace(
  db: Db,
  { at, authorId, now, usedSince }: { at: Position; authorId: string; now: Date; usedSince: Date },
): Promise<string[]> {
  const { nearby_km, nearbyPeople, nearbyEvery_ms } = notificationLimits;
  const cover = coverOf(boxAround(at, nearby_km));
  if (!cover) return [];
  const finer = 4 ** (14 - cover.level);
  const inReach = sql.join(
    cover.cells.map((cell) => sql`w.q14 BETWEEN ${cell * finer} AND ${(cell + 1) * finer - 1}`),
    sql` OR `,
  );
  const half = (angle: SQL) => sql`power(sin(radians(${angle}) / 2), 2)`;
  const km = sql`${2 * earthRadiusKm} * asin(least(1, sqrt(${half(sql`w.latitude - ${at.latitude}`)}
    + cos(radians(${at.latitude})) * cos(radians(w.latitude)) * ${half(sql`w.longitude - ${at.longitude}`)})))`;
  const since = new Date(now.getTime() - nearbyEvery_ms).toISOString();
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`SELECT w.user_id AS "userId" FROM ${presence} w
      LEFT JOIN ${notificationSettings} s ON s.user_id = w.user_id
      WHERE (${inReach}) AND w.shared_at > ${usedSince.toISOString()}::timestamptz AND w.user_id <> ${authorId}
        AND (s.nearby_at IS NULL OR s.nearby_at <= ${since}::timestamptz) AND ${km} <= ${nearby_km}
        AND ${wants(sql`w.user_id`, 'post_nearby')} AND ${notHidden(sql`w.user_id`, sql`${authorId}::text`)}
      ORDER BY ${km}, w.user_id LIMIT ${nearbyPeople}`,
  );
  return rows.map(({ userId }) => userId);
}

export async function noteNearby(db: Db, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .insert(notificationSettings)
    .values(userIds.map((userId) => ({ userId, pushPreviews: false, nearbyAt: now })))
    .onConflictDoUpdate({ target: notificationSettings.userId, set: { nearbyAt: now } });
}

/** What is to be told somebody. */
export interface Draft extends Recipient {
  gathered: string;
  code: NotificationCode;
  personId: string | null;
  postId: string | null;
  commentId: string | null;
  conversationId: string | null;
  sequence: number | null;
  requestId: string | null;
  params: NotedParams;
  createdAt: Date;
}

export interface Made extends Recipient {
  gathered: string;
}

/** Writes what was not written before; answers it in order. */
export async function insertNotifications(db: Db, drafts: readonly Draft[]): Promise<Made[]> {
  if (drafts.length === 0) return [];
  const rows = drafts.map((draft) => ({ ...draft, ...kinds[draft.code] }));
  const made = await rowsOf<Made>(
    db,
    sql`INSERT INTO ${notifications} (user_id, event_id, gathered, type, code, priority, person_id, post_id, comment_id,
        conversation_id, sequence, request_id, params, is_read, created_at)
      SELECT "userId", "eventId", gathered, type, code, priority, "personId", "postId", "commentId", "conversationId",
        sequence, "requestId", params, "isRead", "createdAt"
      FROM ${given(
        rows,
        sql`"userId" text, "eventId" bigint, gathered text, type text, code text, priority text, "personId" text,
          "postId" text, "commentId" text, "conversationId" text, sequence int, "requestId" text, params jsonb,
          "isRead" boolean, "createdAt" timestamptz`,
      )}
      ON CONFLICT DO NOTHING RETURNING user_id AS "userId", event_id AS "eventId", gathered`,
  );
  return made
    .map((row) => ({ ...row, eventId: Number(row.eventId) }))
    .sort((one, other) => one.eventId - other.eventId);
}

/**
 * Whose lists may be others now, because something that they were told of was changed or stands no more. With a new
 * owner the requests of a room are the former one's business no longer.
 */
export async function toldBefore(db: Db, noticed: readonly Noticed[]): Promise<Set<string>> {
  const gone = ofKind(
    noticed,
    'post_changed',
    'post_reaction_removed',
    'comment_removed',
    'message_changed',
    'owner_changed',
    'person_changed',
  );
  if (gone.length === 0) return new Set();
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`SELECT DISTINCT told.user_id AS "userId"
      FROM ${given(
        gone,
        sql`kind text, "postId" text, "commentId" text, "conversationId" text, sequence int, "personId" text`,
      )}
      CROSS JOIN LATERAL (
        SELECT n.user_id FROM ${notifications} n WHERE n.post_id = e."postId" COLLATE "C"
          AND (e."personId" IS NULL OR n.person_id = e."personId" COLLATE "C")
        UNION ALL SELECT n.user_id FROM ${notifications} n WHERE n.comment_id = e."commentId" COLLATE "C"
        UNION ALL SELECT n.user_id FROM ${notifications} n
          WHERE n.conversation_id = e."conversationId" COLLATE "C" AND n.sequence = e.sequence
        UNION ALL SELECT n.user_id FROM ${notifications} n WHERE e.kind = 'owner_changed'
          AND n.conversation_id = e."conversationId" COLLATE "C" AND n.sequence IS NULL AND n.request_id IS NOT NULL
        UNION ALL SELECT n.user_id FROM ${notifications} n
          WHERE e.kind = 'person_changed' AND n.person_id = e."personId" COLLATE "C"
        UNION ALL SELECT n.user_id FROM ${posts} p JOIN ${notifications} n ON n.post_id = p.id
          WHERE e.kind = 'person_changed' AND p.user_id = e."personId" COLLATE "C") told`,
  );
  return new Set(rows.map(({ userId }) => userId));
}

/**
 * Takes out what is beyond the number that is kept of a person, and of one notification; answers of whom it took
 * something. Each person's are looked at by themselves, and what goes is named by where it lies: joined, it would be
 * looked for in all that the person has, or in the whole table, by a plan from when there was little.
 */
export async function trim(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const { kept, gathered } = notificationLimits;
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`DELETE FROM ${notifications} WHERE ctid = ANY(ARRAY(
      SELECT ranked.lies_at FROM json_array_elements_text(${JSON.stringify(userIds)}::text::json) AS person
      CROSS JOIN LATERAL (
        SELECT lies_at, dense_rank() OVER (ORDER BY newest DESC) AS place,
          row_number() OVER (PARTITION BY gathered ORDER BY event_id DESC) AS within
        FROM (SELECT ctid AS lies_at, event_id, gathered, max(event_id) OVER (PARTITION BY gathered) AS newest
          FROM ${notifications} WHERE user_id = person COLLATE "C") all_of_them) ranked
      WHERE ranked.place > ${kept} OR ranked.within > ${gathered}))
      RETURNING user_id AS "userId"`,
  );
  return new Set(rows.map(({ userId }) => userId));
}

/** Has every browser of the recipients pushed to; what has a low priority is for the list alone. Handed over. */
export function orderPushes(inside: Db, made: readonly Made[], now: Date): void {
  const named = made.map(({ userId, eventId }) => ({ userId, eventId }));
  handOver(
    inside,
    sql`INSERT INTO ${pushDeliveries} (subscription_id, event_id, attempts, due_at)
      SELECT s.id, n.event_id, 0, ${now.toISOString()}::timestamptz
      FROM ${given(named, sql`"userId" text, "eventId" bigint`)}
      JOIN ${pushSubscriptions} s ON s.user_id = e."userId" COLLATE "C"
      CROSS JOIN LATERAL (
        SELECT event_id FROM ${notifications}
        WHERE user_id = s.user_id AND event_id = e."eventId" AND priority <> 'low' LIMIT 1) n
      ON CONFLICT DO NOTHING`,
  );
}
