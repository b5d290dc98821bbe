import type { MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import { and, eq, lt, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  hiddenInResult,
  isClosed,
  membersIn,
  ofOne,
  readBefore,
} from '#features/chat/conversations/conversations.service.ts';
import {
  conversationMembers,
  conversations,
  messages,
} from '#features/chat/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { hasBlocked } from '#features/people/blocks/blocks.service.ts';
import { type Db, isSpread, rowsOf } from '#platform/database/builder.ts';
import { miniAppParticipations, miniApps } from './mini-apps.tables.ts';
import { somebodyIsMissing } from './participations.store.ts';

export type MiniAppRow = typeof miniApps.$inferSelect;

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

const departedCount = (
  conversationId: SQLWrapper,
) => sql<number>`(SELECT count(*)::int FROM ${miniAppParticipations} p
  WHERE p.mini_app_id = ${miniApps.id} AND NOT EXISTS (SELECT 1 FROM ${conversationMembers} v
    WHERE v.conversation_id = ${conversationId} AND v.user_id = p.user_id
      AND ${accountStands(sql`v.user_id`)}))`;

async function conversationOf(db: Db, miniAppId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: miniApps.conversationId })
    .from(miniApps)
    .where(eq(miniApps.id, miniAppId));
  return row?.id ?? null;
}

/** An instance whose message the viewer can see; whether they belong to its conversation the caller asks. */
export async function findMiniApp(
  db: Db,
  viewerId: string,
  miniAppId: string,
): Promise<FoundMiniApp | undefined> {
  const known = isSpread(db) ? await conversationOf(db, miniAppId) : null;
  if (isSpread(db) && known === null) return undefined;
  const id = known === null ? sql`${miniApps.conversationId}` : sql`${known}`;
  const [row] = await db
    .select({
      app: miniApps,
      change: messages.change,
      content: messages.content,
      result: sql<MiniAppResult | null>`CASE WHEN ${results.content} <> '' AND NOT ${isClosed(viewerId, sql`result`, ofOne(id))} THEN ${results.content}::jsonb END`,
      hiddenInResult: sql<string[] | null>`${hiddenInResult(viewerId, sql`result`)}`,
      departedCount: departedCount(id),
    })
    .from(miniApps)
    .innerJoin(messages, and(eq(messages.conversationId, id), eq(messages.sequence, miniApps.sequence)))
    .leftJoin(results, and(eq(results.conversationId, id), eq(results.sequence, miniApps.resultSequence)))
    .where(
      and(
        eq(miniApps.id, miniAppId),
        eq(miniApps.conversationId, id),
        sql`${messages.deletedAt} IS NULL`,
        accountStands(miniApps.createdBy),
        sql`NOT ${hasBlocked(viewerId, sql`${miniApps.createdBy}`)}`,
        sql`NOT ${isClosed(viewerId, sql`${messages}`, ofOne(id))}`,
      ),
    );
  return row;
}

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

export async function deleteMiniApp(db: Db, miniAppId: string): Promise<void> {
  await db.delete(miniApps).where(eq(miniApps.id, miniAppId));
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

/**
 * Those that wait for nobody any more since the last who was missing has left, with one of the members who sees them.
 * Whatever cannot be completed is none of them: it would keep others waiting.
 */
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
  const waiting = sql`SELECT w.conversation_id FROM ${miniApps} w WHERE w.awaits_all AND w.is_active AND NOT w.is_completed`;
  // Who added it sees it in any case.
  const member = sql`(SELECT v.user_id FROM ${conversationMembers} v WHERE v.conversation_id = a.conversation_id
    AND ${accountStands(sql`v.user_id`)} AND NOT ${hasBlocked(sql`v.user_id`, sql`a.created_by`)}
    ORDER BY v.user_id = a.created_by DESC LIMIT 1)`;
  return rowsOf(
    db,
    sql`${readBefore(db, membersIn(waiting)).statement}SELECT * FROM (SELECT a.id, ${member} AS "memberId"
      FROM ${miniApps} a JOIN ${conversations} c ON c.id = a.conversation_id AND c.is_active AND c.closed_at IS NULL
      WHERE a.awaits_all AND a.is_active AND NOT a.is_completed ${within}
        AND a.participant_count >= greatest(2, (a.config->>'minParticipants')::int)
        AND ${accountStands(sql`a.created_by`)} AND NOT ${somebodyIsMissing(sql`a.conversation_id`, sql`a.id`)}) overdue
      WHERE "memberId" IS NOT NULL ORDER BY id LIMIT ${limit}`,
  );
}

/** Takes out of one instance those whose contribution is over; they may take part again. */
export async function deleteOutdatedOf(db: Db, miniAppId: string, now: Date): Promise<void> {
  await rowsOf(
    db,
    sql`WITH gone AS (
        DELETE FROM ${miniAppParticipations}
        WHERE mini_app_id = ${miniAppId} AND contribution_until < ${now.toISOString()}::timestamptz RETURNING 1
      )
      UPDATE ${miniApps} SET participant_count = participant_count - (SELECT count(*)::int FROM gone) WHERE id = ${miniAppId}`,
  );
}

/** A batch of instances, by id, in which somebody's contribution is over. */
export async function findOutdated(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: miniAppParticipations.miniAppId })
    .from(miniAppParticipations)
    .where(lt(miniAppParticipations.contributionUntil, now))
    .limit(limit);
  return rows.map(({ id }) => id);
}
