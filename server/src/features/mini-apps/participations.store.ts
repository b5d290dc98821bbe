import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { isShownInside, readBefore } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers } from '#features/chat/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';

import { miniAppParticipations, miniApps } from './mini-apps.tables.ts';

type ParticipationRow = typeof miniAppParticipations.$inferSelect;
type MiniAppRow = typeof miniApps.$inferSelect;

/** Counts one more and answers how many there are. */
export async function countParticipant(db: Db, miniAppId: string): Promise<number> {
  const [row] = await db
    .update(miniApps)
    .set({ participantCount: sql`${miniApps.participantCount} + 1` })
    .where(eq(miniApps.id, miniAppId))
    .returning({ count: miniApps.participantCount });
  return row!.count;
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

export async function allAnswers(db: Db, miniAppId: string): Promise<unknown[][]> {
  const rows = await db
    .select({ answers: miniAppParticipations.answers })
    .from(miniAppParticipations)
    .where(eq(miniAppParticipations.miniAppId, miniAppId));
  return rows.map(({ answers }) => answers);
}

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

export const somebodyIsMissing = (conversationId: unknown, miniAppId: unknown) => sql`EXISTS (
  SELECT 1 FROM ${conversationMembers} v WHERE v.conversation_id = ${conversationId} AND ${accountStands(sql`v.user_id`)}
    AND NOT EXISTS (SELECT 1 FROM ${miniAppParticipations} p WHERE p.mini_app_id = ${miniAppId} AND p.user_id = v.user_id))`;

/** Whether every member whose account stands took part. */
export async function everybodyTookPart(
  db: Db,
  { conversationId, id }: Pick<MiniAppRow, 'conversationId' | 'id'>,
): Promise<boolean> {
  const [row] = await rowsOf<{ missing: boolean }>(
    db,
    sql`${readBefore(db, { conversationMembers: sql`conversation_members.conversation_id = ${conversationId}` }).statement}SELECT ${somebodyIsMissing(conversationId, id)} AS missing`,
  );
  return !row!.missing;
}

export async function forgetContributions(db: Db, miniAppId: string): Promise<void> {
  await db
    .update(miniAppParticipations)
    .set({ contribution: null, contributionUntil: null })
    .where(
      and(eq(miniAppParticipations.miniAppId, miniAppId), isNotNull(miniAppParticipations.contributionUntil)),
    );
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
