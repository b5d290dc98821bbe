import type { MessageType } from '@dazi/contract/chat/conversations';
import type { ReportReason, ReportState, ReportTargetType } from '@dazi/contract/moderation/moderation';
import { reportLimits } from '@dazi/contract/moderation/moderation.rules';
import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import {
  conversationMembers,
  conversations,
  messages,
} from '#features/chat/conversations/conversations.tables.ts';
import { rooms } from '#features/chat/rooms/rooms.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import type { MediaFacts } from '#features/media/media.service.ts';
import { media } from '#features/media/media.tables.ts';
import { postMedia, posts } from '#features/posts/posts/posts.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { reports } from './moderation.tables.ts';

/** False when the same person has an open report about the same thing. */
export async function insertReport(db: Db, row: typeof reports.$inferInsert): Promise<boolean> {
  const rows = await db.insert(reports).values(row).onConflictDoNothing().returning({ id: reports.id });
  return rows.length > 0;
}

export interface Target {
  targetType: ReportTargetType;
  targetId: string;
  /** Null for a room. */
  targetOwnerId: string | null;
  /** When its first open report came, or when its last one was resolved. */
  at: string;
}

/** What was reported: open ones with the longest wait first, else resolved ones with the latest first. */
export function listTargets(
  db: Db,
  state: 'open' | 'resolved',
  page: { after: Frontier | null; limit: number },
): Promise<Target[]> {
  const { after, limit } = page;
  const columns = sql`target_type AS "targetType", target_id AS "targetId", target_owner_id AS "targetOwnerId"`;
  const groups = sql`GROUP BY target_type, target_id, target_owner_id`;
  const standing = sql`(r.target_owner_id IS NULL OR ${accountStands(sql`r.target_owner_id`)})`;
  if (state === 'open') {
    const beyond = after
      ? sql`HAVING (min(created_at), target_id) > (${after.createdAt}::timestamptz, ${after.id})`
      : sql``;
    return rowsOf<Target>(
      db,
      sql`SELECT ${columns}, min(created_at) AS at FROM ${reports} r WHERE state = 'open' AND ${standing}
        ${groups} ${beyond} ORDER BY min(created_at), target_id LIMIT ${limit}`,
    );
  }
  const beyond = after
    ? sql`AND (max(resolved_at), target_id) < (${after.createdAt}::timestamptz, ${after.id})`
    : sql``;
  return rowsOf<Target>(
    db,
    sql`SELECT ${columns}, max(resolved_at) AS at FROM ${reports} r WHERE ${standing}
      ${groups} HAVING bool_and(state <> 'open') ${beyond} ORDER BY max(resolved_at) DESC, target_id DESC LIMIT ${limit}`,
  );
}

export interface ReportRow {
  id: string;
  targetType: ReportTargetType;
  targetId: string;
  reporterId: string;
  reason: ReportReason;
  details: string | null;
  state: ReportState;
  createdAt: string;
  resolvedAt: string | null;
  resolverId: string | null;
}

const listOf = (values: readonly SQL[]) => sql.join([...values], sql`, `);

/** The newest reports of each of these targets, open ones first. */
export function listReportsOf(db: Db, targets: readonly Target[]): Promise<ReportRow[]> {
  if (targets.length === 0) return Promise.resolve([]);
  const keys = listOf(targets.map(({ targetType, targetId }) => sql`(${targetType}, ${targetId})`));
  return rowsOf<ReportRow>(
    db,
    sql`SELECT id, target_type AS "targetType", target_id AS "targetId", reporter_id AS "reporterId", reason, details,
        state, created_at AS "createdAt", resolved_at AS "resolvedAt", resolver_id AS "resolverId"
      FROM (SELECT *, row_number() OVER (PARTITION BY target_type, target_id ORDER BY state = 'open' DESC, created_at DESC, id DESC) AS place
        FROM ${reports} WHERE (target_type, target_id) IN (${keys})) numbered
      WHERE place <= ${reportLimits.shown} ORDER BY place`,
  );
}

/** Names and pictures of people who have not deleted their account. */
export async function listPeople(db: Db, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  return db
    .select({ id: users.id, name: users.name, avatarUrl: users.avatarUrl })
    .from(users)
    .where(and(eq(users.id, anyOf(userIds)), accountStands(users.id)));
}

export interface ReportedPost {
  id: string;
  content: string;
  createdAt: string;
  media: MediaFacts[];
}

/** Posts that are still there, whoever of author and administrator has blocked the other. */
export function listReportedPosts(db: Db, postIds: readonly string[], now: Date): Promise<ReportedPost[]> {
  if (postIds.length === 0) return Promise.resolve([]);
  const ids = listOf(postIds.map((postId) => sql`${postId}`));
  return rowsOf<ReportedPost>(
    db,
    sql`SELECT p.id, p.content, p.created_at AS "createdAt",
        coalesce((SELECT json_agg(json_build_object('id', m.id, 'type', m.type, 'contentType', m.content_type, 'width', m.width, 'height', m.height) ORDER BY pm.position)
          FROM ${postMedia} pm JOIN ${media} m ON m.id = pm.media_id WHERE pm.post_id = p.id), '[]') AS media
      FROM ${posts} p WHERE p.id IN (${ids}) AND p.is_active
        AND (p.expires_at IS NULL OR p.expires_at > ${now.toISOString()}::timestamptz)`,
  );
}

export interface ReportedMessage {
  id: string;
  content: string;
  type: MessageType;
  createdAt: string;
  media: MediaFacts | null;
  room: string | null;
  /** False once its conversation has ended: nobody sees it there any more. */
  isRemovable: boolean;
}

/** Messages that still say something, each by itself; of a mini app its title. */
export function listReportedMessages(db: Db, messageIds: readonly string[]): Promise<ReportedMessage[]> {
  if (messageIds.length === 0) return Promise.resolve([]);
  const ids = listOf(messageIds.map((messageId) => sql`${messageId}`));
  return rowsOf<ReportedMessage>(
    db,
    sql`SELECT m.id, m.type, m.created_at AS "createdAt", c.is_active AS "isRemovable",
        CASE WHEN m.type = 'MINI_APP' THEN coalesce(m.content::jsonb->>'title', '') ELSE m.content END AS content,
        CASE WHEN c.kind = 'group' THEN c.title END AS room,
        (SELECT json_build_object('id', f.id, 'type', f.type, 'contentType', f.content_type, 'width', f.width, 'height', f.height)
          FROM ${media} f WHERE f.id = m.media_id) AS media
      FROM ${messages} m JOIN ${conversations} c ON c.id = m.conversation_id
      WHERE m.id IN (${ids}) AND m.deleted_at IS NULL`,
  );
}

/** Whether a medium belongs to a message that waits to be looked at. */
export async function isInOpenReport(db: Db, mediaId: string): Promise<boolean> {
  const [row] = await rowsOf<{ waits: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM ${messages} m JOIN ${reports} r
        ON r.target_type = 'message' AND r.target_id = m.id AND r.state = 'open'
      WHERE m.media_id = ${mediaId} AND m.deleted_at IS NULL AND ${accountStands(sql`r.target_owner_id`)}) AS waits`,
  );
  return row!.waits;
}

export interface ReportedRoom {
  id: string;
  name: string;
  description: string | null;
  memberCount: number;
  createdAt: string;
  ownerId: string | null;
}

/** Rooms that have not ended, whoever of owner and administrator has blocked the other. */
export function listReportedRooms(db: Db, roomIds: readonly string[]): Promise<ReportedRoom[]> {
  if (roomIds.length === 0) return Promise.resolve([]);
  const ids = listOf(roomIds.map((roomId) => sql`${roomId}`));
  return rowsOf<ReportedRoom>(
    db,
    sql`SELECT o.id, c.title AS name, c.description, c.member_count AS "memberCount", o.created_at AS "createdAt",
        (SELECT v.user_id FROM ${conversationMembers} v
          WHERE v.conversation_id = c.id AND v.role = 'OWNER') AS "ownerId"
      FROM ${rooms} o JOIN ${conversations} c ON c.id = o.conversation_id WHERE o.id IN (${ids}) AND o.is_active`,
  );
}

/** Settles the open reports about one thing; answers how many there were. */
export async function resolveOpen(
  db: Db,
  target: { targetType: ReportTargetType; targetId: string },
  outcome: { state: Exclude<ReportState, 'open'>; resolvedAt: Date; resolverId: string },
): Promise<number> {
  const rows = await db
    .update(reports)
    .set(outcome)
    .where(
      and(
        eq(reports.targetType, target.targetType),
        eq(reports.targetId, target.targetId),
        eq(reports.state, 'open'),
      ),
    )
    .returning({ id: reports.id });
  return rows.length;
}

export async function pageOfReports(db: Db, reporterId: string, after: string, limit: number) {
  return db
    .select()
    .from(reports)
    .where(and(eq(reports.reporterId, reporterId), gt(reports.id, after)))
    .orderBy(asc(reports.id))
    .limit(limit);
}

export async function deleteReportsOf(db: Db, userId: string): Promise<void> {
  await db.delete(reports).where(or(eq(reports.reporterId, userId), eq(reports.targetOwnerId, userId)));
  await db.update(reports).set({ resolverId: null }).where(eq(reports.resolverId, userId));
}
