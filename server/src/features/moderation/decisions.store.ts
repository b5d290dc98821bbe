import type { ReportTargetType } from '@dazi/contract/moderation/moderation.rules';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { users } from '#features/identity/identity.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { decisions, moderationLog } from './moderation.tables.ts';

export type DecisionRow = typeof decisions.$inferSelect;
export type DecisionWithHash = DecisionRow & { hash: string };

export async function insertDecision(db: Db, row: typeof decisions.$inferInsert): Promise<void> {
  await db.insert(decisions).values(row);
}

const withHash = (db: Db) =>
  db
    .select({ decision: decisions, hash: moderationLog.hash })
    .from(decisions)
    .innerJoin(moderationLog, eq(moderationLog.number, decisions.number));

const flattened = (rows: { decision: DecisionRow; hash: string }[]): DecisionWithHash[] =>
  rows.map(({ decision, hash }) => ({ ...decision, hash }));

export async function findDecision(db: Db, decisionId: string): Promise<DecisionWithHash | undefined> {
  return flattened(await withHash(db).where(eq(decisions.id, decisionId)))[0];
}

/** The row, which nobody else changes until the end of the transaction. */
export async function lockDecision(db: Db, decisionId: string): Promise<DecisionRow | undefined> {
  const [row] = await db.select().from(decisions).where(eq(decisions.id, decisionId)).for('update');
  return row;
}

export async function changeDecision(
  db: Db,
  decisionId: string,
  change: Partial<DecisionRow>,
): Promise<void> {
  await db.update(decisions).set(change).where(eq(decisions.id, decisionId));
}

/** What a person is told was decided about them, the latest first; dismissals are not. */
export async function pageOfDecisionsAbout(
  db: Db,
  personId: string,
  below: number | null,
  limit: number,
): Promise<DecisionWithHash[]> {
  return flattened(
    await withHash(db)
      .where(
        and(
          eq(decisions.personId, personId),
          ne(decisions.action, 'dismiss'),
          below === null ? undefined : lt(decisions.number, below),
        ),
      )
      .orderBy(desc(decisions.number))
      .limit(limit),
  );
}

/** The latest warning that somebody has not read, but for one; those that were taken back need not be. */
export async function findUnreadWarning(
  db: Db,
  personId: string,
  exceptId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(
        eq(decisions.personId, personId),
        eq(decisions.action, 'warn'),
        isNull(decisions.readAt),
        ne(decisions.id, exceptId),
        sql`${decisions.appealState} IS DISTINCT FROM 'lifted'`,
      ),
    )
    .orderBy(desc(decisions.number))
    .limit(1);
  return row?.id;
}

/** Everything decided about somebody, dismissals too, the latest first. */
export async function allAbout(db: Db, personId: string, limit: number): Promise<DecisionWithHash[]> {
  return flattened(
    await withHash(db).where(eq(decisions.personId, personId)).orderBy(desc(decisions.number)).limit(limit),
  );
}

export interface DecidedBefore {
  personId: string;
  action: (typeof decisions.$inferSelect)['action'];
  rule: (typeof decisions.$inferSelect)['rule'];
  targetType: ReportTargetType | null;
  createdAt: string;
}

/** What was decided about each of these people and stands, the latest first and so many of each. */
export function latestAbout(db: Db, personIds: readonly string[], limit: number): Promise<DecidedBefore[]> {
  if (personIds.length === 0) return Promise.resolve([]);
  return rowsOf<DecidedBefore>(
    db,
    sql`SELECT p.id AS "personId", d.* FROM ${users} p, LATERAL (SELECT action, rule, about->>'targetType' AS "targetType", created_at AS "createdAt" FROM ${decisions}
        WHERE person_id = p.id AND appeal_state IS DISTINCT FROM 'lifted' ORDER BY number DESC LIMIT ${limit}) d
      WHERE p.id = ${anyOf(personIds)}`,
  );
}

/** Appeals: open ones that wait for longest first, decided ones the latest first. */
export async function pageOfAppeals(
  db: Db,
  isOpen: boolean,
  after: Frontier | null,
  limit: number,
): Promise<DecisionWithHash[]> {
  const at = isOpen ? decisions.appealedAt : decisions.appealDecidedAt;
  const beyond =
    after &&
    (isOpen
      ? sql`(${at}, ${decisions.id}) > (${after.createdAt}::timestamptz, ${after.id})`
      : sql`(${at}, ${decisions.id}) < (${after.createdAt}::timestamptz, ${after.id})`);
  const order = isOpen ? [asc(at), asc(decisions.id)] : [desc(at), desc(decisions.id)];
  return flattened(
    await withHash(db)
      .where(
        and(
          isOpen
            ? eq(decisions.appealState, 'open')
            : and(isNotNull(decisions.appealState), ne(decisions.appealState, 'open')),
          beyond ?? undefined,
        ),
      )
      .orderBy(...order)
      .limit(limit),
  );
}

export async function countDecidedBy(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ userId: decisions.decidedBy, count: sql<number>`count(*)::int` })
    .from(decisions)
    .where(isNotNull(decisions.decidedBy))
    .groupBy(decisions.decidedBy);
  return new Map(rows.map(({ userId, count: many }) => [userId!, many]));
}

/** What decisions were about is told for six months. */
export async function forgetAbout(db: Db, now: Date, limit: number): Promise<number> {
  const due = db
    .select({ id: decisions.id })
    .from(decisions)
    .where(and(isNotNull(decisions.about), lte(decisions.aboutUntil, now)))
    .limit(limit);
  const rows = await db
    .update(decisions)
    .set({ about: null })
    .where(inArray(decisions.id, due))
    .returning({ id: decisions.id });
  return rows.length;
}

export async function hasOpenAppeal(db: Db, personId: string): Promise<boolean> {
  const rows = await db
    .select({ id: decisions.id })
    .from(decisions)
    .where(and(eq(decisions.personId, personId), eq(decisions.appealState, 'open')))
    .limit(1);
  return rows.length > 0;
}

/** For the archive: what was decided about somebody and what they said to it, without who decided. */
export async function pageOfOwnDecisions(db: Db, personId: string, after: string, limit: number) {
  return db
    .select({
      id: decisions.id,
      number: decisions.number,
      action: decisions.action,
      rule: decisions.rule,
      reason: decisions.reason,
      createdAt: decisions.createdAt,
      until: decisions.until,
      about: decisions.about,
      readAt: decisions.readAt,
      appealText: decisions.appealText,
      appealedAt: decisions.appealedAt,
      appealState: decisions.appealState,
      appealDecidedAt: decisions.appealDecidedAt,
      appealReason: decisions.appealReason,
    })
    .from(decisions)
    .where(and(eq(decisions.personId, personId), ne(decisions.action, 'dismiss'), gt(decisions.id, after)))
    .orderBy(asc(decisions.id))
    .limit(limit);
}

export async function deleteDecisionsAbout(db: Db, personId: string): Promise<void> {
  await db.delete(decisions).where(eq(decisions.personId, personId));
}

export async function forgetDecider(db: Db, userId: string): Promise<void> {
  await db.update(decisions).set({ decidedBy: null }).where(eq(decisions.decidedBy, userId));
  await db.update(decisions).set({ appealDecidedBy: null }).where(eq(decisions.appealDecidedBy, userId));
}
