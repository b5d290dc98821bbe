import type { NotificationCode } from '@dazi/contract/notices';
import {
  type NotificationPriority,
  type NotificationType,
  notificationLimits,
} from '@dazi/contract/notifications/notifications';
import { boxAround, coverOf } from '@dazi/contract/places/cells';
import { earthRadiusKm, type Position } from '@dazi/contract/places/places';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { presence } from '#features/chat/presence/presence.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { wantsToHear } from '#features/people/profiles/profiles.service.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { type Db, handOver, rowsOf } from '#platform/database/builder.ts';
import { noticed as asRows } from '#platform/notices.store.ts';
import {
  type Invalidates,
  type NotedParams,
  type Noticed,
  noticeTopic,
  type Recipient,
} from '#platform/notices.ts';
import { outbox } from '#platform/outbox.tables.ts';
import {
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

/** A notice as it was read, in the order of the numbers of transactions, then of events. */
export type Read = Noticed & Progress;

interface NoticeRow {
  eventId: number;
  transactionId: number;
  createdAt: string;
  notice: { kind: string };
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
): Promise<{ noticed: Read[]; isWaiting: boolean }> {
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
      ...notice,
      eventId: Number(number),
      transactionId: Number(transaction),
      createdAt: new Date(createdAt),
    }));
  return { noticed, isWaiting: noticed.length < rows.length };
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
        AND ${wantsToHear(sql`w.user_id`, 'nearbyActivity')} AND ${notHidden(sql`w.user_id`, sql`${authorId}::text`)}
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
export interface NewNotification extends Recipient {
  gathered: string;
  code: NotificationCode;
  type: NotificationType;
  priority: NotificationPriority;
  isRead: boolean;
  personId: string | null;
  postId: string | null;
  commentId: string | null;
  conversationId: string | null;
  sequence: number | null;
  requestId: string | null;
  params: NotedParams;
  /** Codes of which one told before of the same message is enough. */
  unlessNotified: readonly NotificationCode[] | null;
  createdAt: Date;
}

export interface Made extends Recipient {
  gathered: string;
}

/** Writes what was not written before; answers it in order. */
export async function insertNotifications(db: Db, created: readonly NewNotification[]): Promise<Made[]> {
  if (created.length === 0) return [];
  const made = await rowsOf<Made>(
    db,
    sql`INSERT INTO ${notifications} (user_id, event_id, gathered, type, code, priority, person_id, post_id, comment_id,
        conversation_id, sequence, request_id, params, is_read, created_at)
      SELECT "userId", "eventId", gathered, type, code, priority, "personId", "postId", "commentId", "conversationId",
        sequence, "requestId", params, "isRead", "createdAt"
      FROM ${asRows(
        created,
        sql`"userId" text, "eventId" bigint, gathered text, type text, code text, priority text, "personId" text,
          "postId" text, "commentId" text, "conversationId" text, sequence int, "requestId" text, params jsonb,
          "isRead" boolean, "unlessNotified" json, "createdAt" timestamptz`,
      )}
      WHERE e."unlessNotified" IS NULL OR NOT EXISTS (SELECT 1 FROM ${notifications} n WHERE n.user_id = e."userId" COLLATE "C"
        AND n.conversation_id = e."conversationId" COLLATE "C" AND n.sequence = e.sequence
        AND n.code IN (SELECT json_array_elements_text(e."unlessNotified")))
      ON CONFLICT DO NOTHING RETURNING user_id AS "userId", event_id AS "eventId", gathered`,
  );
  return made
    .map((row) => ({ ...row, eventId: Number(row.eventId) }))
    .sort((one, other) => one.eventId - other.eventId);
}

/**
 * Whose lists may be others now, because something that they were told of was changed or stands no more: each notice
 * with what it invalidates.
 */
export async function peopleNotifiedBefore(
  db: Db,
  gone: readonly (Noticed & { invalidates: Invalidates })[],
): Promise<Set<string>> {
  if (gone.length === 0) return new Set();
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`SELECT DISTINCT told.user_id AS "userId"
      FROM ${asRows(
        gone,
        sql`invalidates text, "postId" text, "commentId" text, "conversationId" text, sequence int, "personId" text`,
      )}
      CROSS JOIN LATERAL (
        SELECT n.user_id FROM ${notifications} n WHERE n.post_id = e."postId" COLLATE "C"
          AND (e."personId" IS NULL OR n.person_id = e."personId" COLLATE "C")
        UNION ALL SELECT n.user_id FROM ${notifications} n WHERE n.comment_id = e."commentId" COLLATE "C"
        UNION ALL SELECT n.user_id FROM ${notifications} n
          WHERE n.conversation_id = e."conversationId" COLLATE "C" AND n.sequence = e.sequence
        UNION ALL SELECT n.user_id FROM ${notifications} n WHERE e.invalidates = 'requests'
          AND n.conversation_id = e."conversationId" COLLATE "C" AND n.sequence IS NULL AND n.request_id IS NOT NULL
        UNION ALL SELECT n.user_id FROM ${notifications} n
          WHERE e.invalidates = 'person' AND n.person_id = e."personId" COLLATE "C"
        UNION ALL SELECT n.user_id FROM ${posts} p JOIN ${notifications} n ON n.post_id = p.id
          WHERE e.invalidates = 'person' AND p.user_id = e."personId" COLLATE "C") told`,
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
      FROM ${asRows(named, sql`"userId" text, "eventId" bigint`)}
      JOIN ${pushSubscriptions} s ON s.user_id = e."userId" COLLATE "C"
      CROSS JOIN LATERAL (
        SELECT event_id FROM ${notifications}
        WHERE user_id = s.user_id AND event_id = e."eventId" AND priority <> 'low' LIMIT 1) n
      ON CONFLICT DO NOTHING`,
  );
}
