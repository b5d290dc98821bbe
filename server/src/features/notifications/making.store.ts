import type { NotificationCode } from '@dazi/contract/notices';
import type { NotificationPriority, NotificationType } from '@dazi/contract/notifications/notifications';
import { notificationLimits } from '@dazi/contract/notifications/notifications.rules';
import { sql } from 'drizzle-orm';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { type Db, handOver, rowsOf } from '#platform/database/builder.ts';
import { noticed as asRows } from '#platform/notices.store.ts';
import type { Invalidates, NotedParams, Noticed, Recipient } from '#platform/notices.ts';
import { notifications, pushDeliveries, pushSubscriptions } from './notifications.tables.ts';

export interface NewNotification extends Recipient {
  gathered: string;
  code: NotificationCode;
  type: NotificationType;
  priority: NotificationPriority;
  isRead: boolean;
  stays: boolean;
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
        conversation_id, sequence, request_id, params, is_read, stays, created_at)
      SELECT "userId", "eventId", gathered, type, code, priority, "personId", "postId", "commentId", "conversationId",
        sequence, "requestId", params, "isRead", stays, "createdAt"
      FROM ${asRows(
        created,
        sql`"userId" text, "eventId" bigint, gathered text, type text, code text, priority text, "personId" text,
          "postId" text, "commentId" text, "conversationId" text, sequence int, "requestId" text, params jsonb,
          "isRead" boolean, stays boolean, "unlessNotified" json, "createdAt" timestamptz`,
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

/** Whose lists may read differently now, because something in them changed: each notice with what it invalidates. */
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
          FROM ${notifications} WHERE user_id = person COLLATE "C" AND NOT (stays AND NOT is_read)) all_of_them) ranked
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
