import type { Pressure } from '@dazi/contract/moderation/moderation.rules';
import type { NotificationCode } from '@dazi/contract/notices';
import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import type { NotificationPriority, NotificationType } from '@dazi/contract/notifications/notifications';
import { type SQL, sql } from 'drizzle-orm';
import { isKnownTo, readBefore } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers } from '#features/chat/conversations/conversations.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { anyOf, type Db, handOver, isSpread, rowsOf } from '#platform/database/builder.ts';
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
  /** As urgent as these is one of the same that nobody has looked at. */
  unlessUnread: readonly Pressure[] | null;
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
          "isRead" boolean, stays boolean, "unlessNotified" json, "unlessUnread" json, "createdAt" timestamptz`,
      )}
      WHERE (e."unlessNotified" IS NULL OR NOT EXISTS (SELECT 1 FROM ${notifications} n WHERE n.user_id = e."userId" COLLATE "C"
        AND n.conversation_id = e."conversationId" COLLATE "C" AND n.sequence = e.sequence
        AND n.code IN (SELECT json_array_elements_text(e."unlessNotified"))))
        AND (e."unlessUnread" IS NULL OR NOT EXISTS (SELECT 1 FROM ${notifications} n WHERE n.user_id = e."userId" COLLATE "C"
          AND n.gathered = e.gathered COLLATE "C" AND NOT n.is_read
          AND n.params->>'urgency' IN (SELECT json_array_elements_text(e."unlessUnread"))))
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
        UNION ALL SELECT n.user_id FROM ${notifications} n WHERE e.invalidates = 'leader'
          AND n.conversation_id = e."conversationId" COLLATE "C" AND n.sequence IS NULL
        UNION ALL SELECT n.user_id FROM ${notifications} n
          WHERE e.invalidates = 'person' AND n.person_id = e."personId" COLLATE "C"
        UNION ALL SELECT n.user_id FROM ${posts} p JOIN ${notifications} n ON n.post_id = p.id
          WHERE e.invalidates = 'person' AND p.user_id = e."personId" COLLATE "C") told`,
  );
  return new Set(rows.map(({ userId }) => userId));
}

export interface Marked {
  spared: readonly string[];
  own: readonly string[];
}

/**
 * Takes out what is beyond the number that is kept of a person, and of one notification; answers of whom it took
 * something. A notification is of whoever did the newest of it whom the person knows, else of the newest stranger. Each
 * keeps the newest, as many as the others, until there is room for all: so what goes is the oldest of whoever holds most,
 * and of strangers before it is of anybody else. Each person's are looked at by themselves, and what goes is named by
 * where it lies: joined, it would be looked for in all that the person has, or in the whole table, by a plan from when
 * there was little.
 */
export async function trim(
  db: Db,
  userIds: readonly string[],
  { spared, own }: Marked,
): Promise<Set<string>> {
  const { kept, keptOfPerson, keptOfStrangers, gathered } = notificationLimits;
  const met = sql`user_id IN (SELECT json_array_elements_text(${JSON.stringify(userIds)}::text::json)
    UNION ALL SELECT told.person_id FROM ${notifications} told WHERE told.user_id = ${anyOf(userIds)})`;
  const theirs = sql`SELECT one.conversation_id FROM ${conversationMembers} one WHERE one.user_id = ${anyOf(userIds)}`;
  const before = readBefore(db, {
    conversations: sql`conversations.id IN (${theirs})`,
    conversationMembers: sql`conversation_id IN (${theirs}) AND ${met}`,
  });
  const beyond = (person: SQL) => sql`rows_of AS MATERIALIZED (
          SELECT ctid AS lies_at, event_id, gathered, CASE WHEN code = ${anyOf(own)} THEN NULL ELSE nullif(person_id, user_id) END AS by_id
          FROM ${notifications} WHERE user_id = ${person} COLLATE "C" AND NOT (stays AND NOT is_read) AND NOT code = ${anyOf(spared)}
        ), people AS MATERIALIZED (
          SELECT by_id, ${isKnownTo(sql`(${person} COLLATE "C")`, sql`by_id`)} AS is_known
          FROM (SELECT DISTINCT by_id FROM rows_of WHERE by_id IS NOT NULL) ids
        ), events AS (
          SELECT r.*, coalesce(p.is_known, true) AS is_known,
            row_number() OVER (PARTITION BY r.gathered, r.by_id ORDER BY r.event_id DESC) AS turn
          FROM rows_of r LEFT JOIN people p ON p.by_id = r.by_id
        ), holders AS (
          SELECT DISTINCT ON (gathered) gathered, by_id, is_known, event_id AS newest FROM events
          ORDER BY gathered, is_known DESC, event_id DESC
        ), turns AS (
          SELECT *, row_number() OVER (PARTITION BY is_known, by_id ORDER BY newest DESC) AS turn FROM holders
        ), places AS (
          SELECT gathered, is_known, row_number() OVER (PARTITION BY is_known ORDER BY turn, newest DESC) AS place,
            count(*) FILTER (WHERE is_known) OVER () AS known
          FROM turns WHERE by_id IS NULL OR turn <= ${keptOfPerson}
        ), shown AS (
          SELECT gathered FROM places WHERE place <= CASE WHEN is_known THEN ${kept}
            ELSE least(${keptOfStrangers}, greatest(0, ${kept} - known)) END
        )
        SELECT lies_at, lies_at::text AS at FROM (SELECT lies_at, gathered,
            row_number() OVER (PARTITION BY gathered ORDER BY is_known DESC, turn, event_id DESC) AS within FROM events) e
        WHERE within > ${gathered} OR NOT EXISTS (SELECT 1 FROM shown s WHERE s.gathered = e.gathered)`;
  const gone = isSpread(db)
    ? (
        await Promise.all(
          userIds.map((id) =>
            rowsOf<{ at: string }>(db, sql`${before.expressions}${beyond(sql`(${id}::text)`)}`),
          ),
        )
      ).flat()
    : null;
  if (gone?.length === 0) return new Set();
  const places = gone
    ? sql`${`{${gone.map(({ at }) => `"${at}"`).join()}}`}::text::tid[]`
    : sql`ARRAY(
      SELECT gone.lies_at FROM json_array_elements_text(${JSON.stringify(userIds)}::text::json) AS person
      CROSS JOIN LATERAL (WITH ${beyond(sql`person`)}) gone)`;
  // Between two statements a place may have become somebody else's.
  const stillTheirs = gone ? sql` AND user_id = ${anyOf(userIds)}` : sql``;
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`DELETE FROM ${notifications} WHERE ctid = ANY(${places})${stillTheirs} RETURNING user_id AS "userId"`,
  );
  return new Set(rows.map(({ userId }) => userId));
}

/** Posts of which somebody was told, one notification each, that a person did something to them. */
export async function findThingsOf(
  db: Db,
  wanted: readonly { userId: string; personId: string | null }[],
  codes: readonly string[],
): Promise<{ userId: string; personId: string; postId: string }[]> {
  const pairs = wanted.map(({ userId, personId }) => ({ userId, personId }));
  return rowsOf(
    db,
    sql`SELECT DISTINCT n.user_id AS "userId", n.person_id AS "personId", n.post_id AS "postId"
      FROM ${asRows(pairs, sql`"userId" text, "personId" text`)}
      JOIN ${notifications} n ON n.user_id = e."userId" COLLATE "C" AND n.person_id = e."personId" COLLATE "C"
      WHERE n.code = ${anyOf(codes)} AND n.post_id IS NOT NULL AND n.gathered <> 'of-' || n.person_id`,
  );
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
