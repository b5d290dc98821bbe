import type { MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import { and, asc, desc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hiddenInResult, isShownInside } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers, messages } from '#features/chat/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { hasBlocked } from '#features/people/blocks/blocks.service.ts';
import type { Frontier } from '#platform/cursor.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { miniAppParticipations, miniApps } from './mini-apps.tables.ts';

export type MiniAppRow = typeof miniApps.$inferSelect;
type ParticipationRow = typeof miniAppParticipations.$inferSelect;

export async function insertMiniApp(db: Db, row: MiniAppRow): Promise<void> {
  await db.insert(miniApps).values(row);
}

/** Those of a conversation that still take part, counted no further than a limit. */
export async function countOpen(db: Db, conversationId: string, limit: number): Promise<number> {
  const open = db
    .select({ id: miniApps.id })
    .from(miniApps)
    .where(and(eq(miniApps.conversationId, conversationId), miniApps.isActive))
    .limit(limit);
  return (await open).length;
}

const results = alias(messages, 'result');

export interface FoundMiniApp {
  app: MiniAppRow;
  /** Of its message. */
  change: number;
  content: string;
  result: MiniAppResult | null;
  /** Who stands in the result and is not shown to the viewer. */
  hiddenInResult: string[] | null;
  /** Of those who took part in a group: who has left it since, or deleted their account. */
  departedCount: number;
}

const departedCount = sql<number>`(SELECT count(*)::int FROM ${miniAppParticipations} p
  WHERE p.mini_app_id = ${miniApps.id} AND NOT EXISTS (SELECT 1 FROM ${conversationMembers} v
    WHERE v.conversation_id = ${miniApps.conversationId} AND v.user_id = p.user_id
      AND ${accountStands(sql`v.user_id`)}))`;

/**
 * An instance whose message says something to somebody: it was not taken back, and they have not blocked whoever
 * sent it. Whether they belong to its conversation is for the caller to ask.
 */
export async function findMiniApp(
  db: Db,
  viewerId: string,
  miniAppId: string,
): Promise<FoundMiniApp | undefined> {
  const [row] = await db
    .select({
      app: miniApps,
      change: messages.change,
      content: messages.content,
      result: sql<MiniAppResult | null>`CASE WHEN ${results.content} <> '' THEN ${results.content}::jsonb END`,
      hiddenInResult: sql<string[] | null>`${hiddenInResult(viewerId, sql`result`)}`,
      departedCount,
    })
    .from(miniApps)
    .innerJoin(
      messages,
      and(eq(messages.conversationId, miniApps.conversationId), eq(messages.sequence, miniApps.sequence)),
    )
    .leftJoin(
      results,
      and(eq(results.conversationId, miniApps.conversationId), eq(results.sequence, miniApps.resultSequence)),
    )
    .where(
      and(
        eq(miniApps.id, miniAppId),
        sql`${messages.deletedAt} IS NULL`,
        accountStands(miniApps.createdBy),
        sql`NOT ${hasBlocked(viewerId, sql`${miniApps.createdBy}`)}`,
      ),
    );
  return row;
}

/** By the message it is bound to, whoever asks. */
export async function findByMessage(
  db: Db,
  conversationId: string,
  sequence: number,
): Promise<MiniAppRow | undefined> {
  const [row] = await db
    .select()
    .from(miniApps)
    .where(and(eq(miniApps.conversationId, conversationId), eq(miniApps.sequence, sequence)));
  return row;
}

export async function changeMiniApp(db: Db, miniAppId: string, change: Partial<MiniAppRow>): Promise<void> {
  await db.update(miniApps).set(change).where(eq(miniApps.id, miniAppId));
}

/** Counts one more and answers how many there are. */
export async function countParticipant(db: Db, miniAppId: string): Promise<number> {
  const [row] = await db
    .update(miniApps)
    .set({ participantCount: sql`${miniApps.participantCount} + 1` })
    .where(eq(miniApps.id, miniAppId))
    .returning({ count: miniApps.participantCount });
  return row!.count;
}

export async function deleteMiniApp(db: Db, miniAppId: string): Promise<void> {
  await db.delete(miniApps).where(eq(miniApps.id, miniAppId));
}

export interface ParticipationView {
  userId: string;
  name: string;
  avatarUrl: string | null;
  answers: unknown[];
  contributionUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const view = {
  userId: miniAppParticipations.userId,
  name: users.name,
  avatarUrl: users.avatarUrl,
  answers: miniAppParticipations.answers,
  contributionUntil: miniAppParticipations.contributionUntil,
  createdAt: miniAppParticipations.createdAt,
  updatedAt: miniAppParticipations.updatedAt,
};

/** Of an instance what a viewer sees: those of people who are shown to them, and always their own. */
const shownTo = (viewerId: string, app: Pick<MiniAppRow, 'id' | 'conversationId'>) =>
  and(
    eq(miniAppParticipations.miniAppId, app.id),
    sql`(${miniAppParticipations.userId} = ${viewerId}
      OR ${isShownInside(viewerId, sql`${app.conversationId}`, sql`${miniAppParticipations.userId}`)})`,
  );

/** The own one and the first of the others. */
export async function firstParticipations(
  db: Db,
  viewerId: string,
  app: Pick<MiniAppRow, 'id' | 'conversationId'>,
  limit: number,
): Promise<ParticipationView[]> {
  return db
    .select(view)
    .from(miniAppParticipations)
    .innerJoin(users, eq(users.id, miniAppParticipations.userId))
    .where(shownTo(viewerId, app))
    .orderBy(
      desc(sql`${miniAppParticipations.userId} = ${viewerId}`),
      asc(miniAppParticipations.createdAt),
      asc(miniAppParticipations.userId),
    )
    .limit(limit);
}

export async function pageOfParticipations(
  db: Db,
  viewerId: string,
  app: Pick<MiniAppRow, 'id' | 'conversationId'>,
  { onlyOwn, after, limit }: { onlyOwn: boolean; after: Frontier | null; limit: number },
): Promise<ParticipationView[]> {
  return db
    .select(view)
    .from(miniAppParticipations)
    .innerJoin(users, eq(users.id, miniAppParticipations.userId))
    .where(
      and(
        shownTo(viewerId, app),
        onlyOwn ? eq(miniAppParticipations.userId, viewerId) : undefined,
        after
          ? sql`(${miniAppParticipations.createdAt}, ${miniAppParticipations.userId}) > (${after.createdAt}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(miniAppParticipations.createdAt), asc(miniAppParticipations.userId))
    .limit(limit);
}

export async function findParticipation(
  db: Db,
  miniAppId: string,
  userId: string,
): Promise<ParticipationRow | undefined> {
  const [row] = await db
    .select()
    .from(miniAppParticipations)
    .where(and(eq(miniAppParticipations.miniAppId, miniAppId), eq(miniAppParticipations.userId, userId)));
  return row;
}

export async function putParticipation(db: Db, row: ParticipationRow): Promise<void> {
  const { answers, contribution, contributionUntil, updatedAt } = row;
  await db
    .insert(miniAppParticipations)
    .values(row)
    .onConflictDoUpdate({
      target: [miniAppParticipations.miniAppId, miniAppParticipations.userId],
      set: { answers, contribution, contributionUntil, updatedAt },
    });
}

/** What everybody answered, whoever they are. */
export async function allAnswers(db: Db, miniAppId: string): Promise<unknown[][]> {
  const rows = await db
    .select({ answers: miniAppParticipations.answers })
    .from(miniAppParticipations)
    .where(eq(miniAppParticipations.miniAppId, miniAppId));
  return rows.map(({ answers }) => answers);
}

/** All who took part, in the order in which they did. */
export async function participantsOf(db: Db, miniAppId: string) {
  return db
    .select({
      id: miniAppParticipations.userId,
      name: users.name,
      answers: miniAppParticipations.answers,
      contribution: miniAppParticipations.contribution,
    })
    .from(miniAppParticipations)
    .innerJoin(users, eq(users.id, miniAppParticipations.userId))
    .where(eq(miniAppParticipations.miniAppId, miniAppId))
    .orderBy(asc(miniAppParticipations.createdAt), asc(miniAppParticipations.userId));
}

const somebodyIsMissing = (conversationId: unknown, miniAppId: unknown) => sql`EXISTS (
  SELECT 1 FROM ${conversationMembers} v WHERE v.conversation_id = ${conversationId} AND ${accountStands(sql`v.user_id`)}
    AND NOT EXISTS (SELECT 1 FROM ${miniAppParticipations} p WHERE p.mini_app_id = ${miniAppId} AND p.user_id = v.user_id))`;

/** Whether every member whose account stands took part. */
export async function everybodyTookPart(
  db: Db,
  { conversationId, id }: Pick<MiniAppRow, 'conversationId' | 'id'>,
): Promise<boolean> {
  const [row] = await rowsOf<{ missing: boolean }>(
    db,
    sql`SELECT ${somebodyIsMissing(conversationId, id)} AS missing`,
  );
  return !row!.missing;
}

export async function isMember(db: Db, conversationId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: conversationMembers.userId })
    .from(conversationMembers)
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
    );
  return rows.length > 0;
}

/** Whose instances: of one conversation, or of all that somebody is a member of. */
export type Among = { conversationId: string } | { userId: string };

/** Those that wait for nobody any more since the last who was missing has left, with one of the members. */
export async function findOverdue(
  db: Db,
  limit: number,
  among?: Among,
): Promise<{ id: string; memberId: string }[]> {
  const within = !among
    ? sql``
    : 'conversationId' in among
      ? sql`AND a.conversation_id = ${among.conversationId}`
      : sql`AND a.conversation_id IN (SELECT m.conversation_id FROM ${conversationMembers} m WHERE m.user_id = ${among.userId})`;
  return rowsOf(
    db,
    sql`SELECT a.id, (SELECT v.user_id FROM ${conversationMembers} v WHERE v.conversation_id = a.conversation_id
        AND ${accountStands(sql`v.user_id`)} LIMIT 1) AS "memberId"
      FROM ${miniApps} a WHERE a.awaits_all AND a.is_active AND NOT a.is_completed AND a.participant_count >= 2 ${within}
        AND NOT ${somebodyIsMissing(sql`a.conversation_id`, sql`a.id`)}
        AND EXISTS (SELECT 1 FROM ${conversationMembers} v WHERE v.conversation_id = a.conversation_id AND ${accountStands(sql`v.user_id`)})
      ORDER BY a.id LIMIT ${limit}`,
  );
}

/** Forgets what was contributed once there is a result. */
export async function forgetContributions(db: Db, miniAppId: string): Promise<void> {
  await db
    .update(miniAppParticipations)
    .set({ contribution: null, contributionUntil: null })
    .where(
      and(eq(miniAppParticipations.miniAppId, miniAppId), isNotNull(miniAppParticipations.contributionUntil)),
    );
}

/** Takes out a batch of those whose contribution is over; they may take part again. Answers how many it was. */
export async function deleteOutdated(db: Db, now: Date, limit: number): Promise<number> {
  const outdated = await db
    .select({ miniAppId: miniAppParticipations.miniAppId, userId: miniAppParticipations.userId })
    .from(miniAppParticipations)
    .where(lt(miniAppParticipations.contributionUntil, now))
    .limit(limit);
  for (const { miniAppId, userId } of outdated) await deleteParticipation(db, miniAppId, userId);
  return outdated.length;
}

export async function deleteParticipation(db: Db, miniAppId: string, userId: string): Promise<void> {
  await rowsOf(
    db,
    sql`WITH gone AS (
        DELETE FROM ${miniAppParticipations} WHERE mini_app_id = ${miniAppId} AND user_id = ${userId} RETURNING 1
      )
      UPDATE ${miniApps} SET participant_count = participant_count - (SELECT count(*)::int FROM gone) WHERE id = ${miniAppId}`,
  );
}

export async function pageOfCreated(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(miniApps)
    .where(and(eq(miniApps.createdBy, userId), gt(miniApps.id, after)))
    .orderBy(asc(miniApps.id))
    .limit(limit);
}

export async function pageOfOwnParticipations(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(miniAppParticipations)
    .where(and(eq(miniAppParticipations.userId, userId), gt(miniAppParticipations.miniAppId, after)))
    .orderBy(asc(miniAppParticipations.miniAppId))
    .limit(limit);
}

export async function findMiniApps(db: Db, ids: readonly string[]): Promise<MiniAppRow[]> {
  return db
    .select()
    .from(miniApps)
    .where(eq(miniApps.id, anyOf(ids)));
}
