import type { ReportReason, ReportState, ReportTargetType } from '@dazi/contract/moderation/moderation.rules';
import { reportLimits } from '@dazi/contract/moderation/moderation.rules';
import { and, asc, count, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { accountStands, isInGoodStanding } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { decisions, reports, type StoredRule } from './moderation.tables.ts';

export interface Target {
  targetType: ReportTargetType;
  targetId: string;
}

export const isTarget = ({ targetType, targetId }: Target): SQL =>
  and(eq(reports.targetType, targetType), eq(reports.targetId, targetId))!;

/** False when the same person has an open report about the same thing. */
export async function insertReport(db: Db, row: typeof reports.$inferInsert): Promise<boolean> {
  const rows = await db.insert(reports).values(row).onConflictDoNothing().returning({ id: reports.id });
  return rows.length > 0;
}

export async function countReportsSince(db: Db, reporterId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(reports)
    .where(and(eq(reports.reporterId, reporterId), gt(reports.createdAt, since)));
  return Number(row?.count ?? 0);
}

/** How the latest report of somebody about something ended; undefined when there was none. */
export async function lastReportOf(
  db: Db,
  reporterId: string,
  target: Target,
): Promise<{ state: ReportState } | undefined> {
  const [row] = await db
    .select({ state: reports.state })
    .from(reports)
    .where(and(isTarget(target), eq(reports.reporterId, reporterId)))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(1);
  return row;
}

export interface ReportRow extends Target {
  id: string;
  reporterId: string;
  part: 'behaviour' | 'name' | 'picture' | 'bio' | null;
  reason: ReportReason;
  details: string | null;
  state: ReportState;
  createdAt: string;
}

const listOf = (values: readonly SQL[]) => sql.join([...values], sql`, `);

/** The newest reports of each of these targets, open ones first. */
export function listReportsOf(db: Db, targets: readonly Target[]): Promise<ReportRow[]> {
  if (targets.length === 0) return Promise.resolve([]);
  const keys = listOf(targets.map(({ targetType, targetId }) => sql`(${targetType}, ${targetId})`));
  return rowsOf<ReportRow>(
    db,
    sql`SELECT id, target_type AS "targetType", target_id AS "targetId", reporter_id AS "reporterId", part, reason, details,
        state, created_at AS "createdAt"
      FROM (SELECT *, row_number() OVER (PARTITION BY target_type, target_id ORDER BY state = 'open' DESC, created_at DESC, id DESC) AS place
        FROM ${reports} WHERE (target_type, target_id) IN (${keys})) numbered
      WHERE place <= ${reportLimits.shown} ORDER BY place`,
  );
}

export interface Tally {
  open: number;
  upheld: number;
  dismissed: number;
}

/** How reports ended, of each of these people: those they made, or those about them. */
export async function tallies(
  db: Db,
  of: 'made' | 'about',
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Tally>> {
  if (userIds.length === 0) return new Map();
  const column = of === 'made' ? reports.reporterId : reports.targetOwnerId;
  const rows = await db
    .select({
      userId: column,
      open: sql<number>`count(*) FILTER (WHERE ${reports.state} = 'open')::int`,
      upheld: sql<number>`count(*) FILTER (WHERE ${reports.state} = 'upheld')::int`,
      dismissed: sql<number>`count(*) FILTER (WHERE ${reports.state} = 'dismissed')::int`,
    })
    .from(reports)
    .where(eq(column, anyOf(userIds)))
    .groupBy(column);
  return new Map(rows.map(({ userId, ...tally }) => [userId!, tally]));
}

export async function openReporters(db: Db, targets: readonly Target[]): Promise<string[]> {
  if (targets.length === 0) return [];
  const rows = await db
    .selectDistinct({ reporterId: reports.reporterId })
    .from(reports)
    .where(and(eq(reports.state, 'open'), or(...targets.map(isTarget))));
  return rows.map(({ reporterId }) => reporterId);
}

/**
 * How many of those whose open reports are about something count: for a child at once, otherwise those who have been here
 * since `settledBefore` in good standing. Of whom most of three or more reports were dismissed counts for nothing.
 */
export async function countFolding(
  db: Db,
  target: Target,
  settledBefore: Date,
): Promise<{ atOnce: number; settled: number }> {
  const [row] = await rowsOf<{ atOnce: number; settled: number }>(
    db,
    sql`SELECT count(*) FILTER (WHERE r.reason = 'minor')::int AS "atOnce",
        count(*) FILTER (WHERE r.reason IN ('sexual', 'scam') AND u.created_at <= ${settledBefore.toISOString()}::timestamptz
          AND ${isInGoodStanding(sql`r.reporter_id`)})::int AS settled
      FROM ${reports} r JOIN ${users} u ON u.id = r.reporter_id
      WHERE r.target_type = ${target.targetType} AND r.target_id = ${target.targetId} AND r.state = 'open'
        AND ${accountStands(sql`r.reporter_id`)} AND coalesce(r.part, 'picture') NOT IN ('name', 'bio')
        AND NOT (SELECT count(*) >= 3 AND 2 * count(*) FILTER (WHERE d.state = 'dismissed') > count(*)
          FROM ${reports} d WHERE d.reporter_id = r.reporter_id AND d.state <> 'open')`,
  );
  return row!;
}

export function reportsSettledBy(db: Db, decisionId: string) {
  return db
    .select({
      reporterId: reports.reporterId,
      targetType: reports.targetType,
      targetId: reports.targetId,
    })
    .from(reports)
    .where(eq(reports.decisionId, decisionId));
}

export async function settleReports(
  db: Db,
  targets: readonly Target[],
  outcome: { state: Exclude<ReportState, 'open'>; resolvedAt: Date; decisionId: string },
): Promise<{ id: string; reporterId: string }[]> {
  return db
    .update(reports)
    .set(outcome)
    .where(and(eq(reports.state, 'open'), or(...targets.map(isTarget))))
    .returning({ id: reports.id, reporterId: reports.reporterId });
}

export interface OwnReportRow extends Target {
  id: string;
  reason: ReportReason;
  createdAt: Date;
  state: ReportState;
  resolvedAt: Date | null;
  rule: StoredRule | null;
}

export async function pageOfOwnReports(
  db: Db,
  reporterId: string,
  after: Frontier | null,
  limit: number,
): Promise<OwnReportRow[]> {
  const beyond =
    after && sql`(${reports.createdAt}, ${reports.id}) < (${after.createdAt}::timestamptz, ${after.id})`;
  return db
    .select({
      id: reports.id,
      targetType: reports.targetType,
      targetId: reports.targetId,
      reason: reports.reason,
      createdAt: reports.createdAt,
      state: reports.state,
      resolvedAt: reports.resolvedAt,
      rule: decisions.rule,
    })
    .from(reports)
    .leftJoin(decisions, eq(decisions.id, reports.decisionId))
    .where(and(eq(reports.reporterId, reporterId), beyond ?? undefined))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit);
}

export async function pageOfReportsBy(db: Db, reporterId: string, after: string, limit: number) {
  return db
    .select()
    .from(reports)
    .where(and(eq(reports.reporterId, reporterId), gt(reports.id, after)))
    .orderBy(asc(reports.id))
    .limit(limit);
}

export async function deleteReportsOf(db: Db, userId: string): Promise<void> {
  await db.delete(reports).where(or(eq(reports.reporterId, userId), eq(reports.targetOwnerId, userId)));
}
