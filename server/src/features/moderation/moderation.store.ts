import {
  type ReportReason,
  type ReportState,
  type ReportTargetType,
  reportLimits,
} from '@dazi/contract/moderation';
import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import type { MediaFacts } from '#features/media/media.service.ts';
import { media } from '#features/media/media.tables.ts';
import { postMedia, posts } from '#features/posts/posts.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { reports } from './moderation.tables.ts';

/** False when the same person has an open report about the same thing. */
export async function insertReport(db: Db, row: typeof reports.$inferInsert): Promise<boolean> {
  const rows = await db.insert(reports).values(row).onConflictDoNothing().returning({ id: reports.id });
  return rows.length > 0;
}

export interface Target {
  targetType: ReportTargetType;
  targetId: string;
  targetOwnerId: string;
  /** When its first open report came, or when its last one was resolved. */
  at: string;
}

/**
 * What was reported: what waits with the longest wait first, else what is resolved with the latest first.
 * Whose account is deleted waits with them.
 */
export function listTargets(
  db: Db,
  state: 'open' | 'resolved',
  page: { after: Frontier | null; limit: number },
): Promise<Target[]> {
  const { after, limit } = page;
  const columns = sql`target_type AS "targetType", target_id AS "targetId", target_owner_id AS "targetOwnerId"`;
  const groups = sql`GROUP BY target_type, target_id, target_owner_id`;
  const standing = accountStands(sql`r.target_owner_id`);
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
    .where(and(inArray(users.id, [...userIds]), accountStands(users.id)));
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
