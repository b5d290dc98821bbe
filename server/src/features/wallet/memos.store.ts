import { type SQL, sql } from 'drizzle-orm';
import {
  isKnownTo,
  membersIn,
  readBefore,
  takesMessages,
} from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers } from '#features/chat/conversations/conversations.tables.ts';
import type { Done } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import type { MemoFacts } from './ledger.rules.ts';
import { transferDetails, transfers, wallets } from './wallet.tables.ts';

export interface MemoPair {
  actorId: string;
  walletId: string;
}

interface Counted {
  /** What the writer wrote to this stranger. */
  sent: Done;
  /** What the writer wrote to all strangers. */
  toStrangers: Done;
}

interface Found extends MemoPair, MemoFacts, Counted {
  writerSince: Date;
  /** Until when the writer may not write in the group that receives; null in any other case. */
  mutedUntil: Date | null;
}

/** As JSON has it. */
type Told<Shape> = { [Key in keyof Shape]: { count: number; oldest: string | null } };

const doneOf = ({ count, oldest }: { count: number; oldest: string | null }): Done => ({
  count,
  oldest: oldest === null ? null : new Date(oldest),
});

/** Of people who write memos to wallets: how these meet who receives them, and what they wrote to strangers since. */
export async function findMemoFacts(db: Db, pairs: readonly MemoPair[], since: Date): Promise<Found[]> {
  if (pairs.length === 0) return [];
  const writer = sql`(asked."actorId" COLLATE "C")`;
  const writtenBy = (actorId: SQL) =>
    sql`d.actor_id = ${actorId} AND d.to_stranger_at > ${since.toISOString()}::timestamptz`;
  const actors = anyOf([...new Set(pairs.map(({ actorId }) => actorId))]);
  const theirs = sql`SELECT one.conversation_id FROM ${conversationMembers} one WHERE one.user_id = ${actors}`;
  const before = readBefore(db, membersIn(theirs));
  const done = sql`json_build_object('count', count(*), 'oldest', min(d.to_stranger_at))`;
  const rows = await rowsOf<
    Omit<Found, 'writerSince' | 'mutedUntil' | keyof Counted> & {
      writerSince: string;
      mutedUntil: string | null;
    } & Told<Counted>
  >(
    db,
    sql`${before.expressions}asked AS (SELECT DISTINCT * FROM json_to_recordset(${JSON.stringify(pairs)}::text::json)
        AS pair ("actorId" text, "walletId" text)),
      writers AS MATERIALIZED (SELECT a.id, (SELECT ${done} FROM ${transferDetails} d
        WHERE ${writtenBy(sql`(a.id COLLATE "C")`)}) AS written
        FROM (SELECT DISTINCT "actorId" AS id FROM asked) a)
      SELECT asked."actorId", w.id AS "walletId", u.created_at AS "writerSince",
        CASE w.kind WHEN 'group' THEN NOT EXISTS (SELECT 1 FROM ${conversationMembers} v
            WHERE v.conversation_id = w.conversation_id AND v.user_id = ${writer})
          ELSE w.user_id <> ${writer} AND NOT ${isKnownTo(sql`w.user_id`, writer)} END IS TRUE AS "isToStranger",
        (SELECT v.muted_until FROM ${conversationMembers} v
          WHERE v.conversation_id = w.conversation_id AND v.user_id = ${writer}) AS "mutedUntil",
        w.user_id IS NULL OR ${takesMessages(sql`w.user_id`)} AS "takesMemos",
        (SELECT ${done} FROM ${transferDetails} d JOIN ${transfers} t ON t.number = d.number
          WHERE ${writtenBy(writer)} AND t.to_wallet_id = w.id) AS sent, writers.written AS "toStrangers"
      FROM asked JOIN writers ON writers.id = asked."actorId"
        JOIN ${wallets} w ON w.id = asked."walletId" COLLATE "C" JOIN ${users} u ON u.id = ${writer}`,
  );
  return rows.map(({ sent, toStrangers, writerSince, mutedUntil, ...row }) => ({
    ...row,
    writerSince: new Date(writerSince),
    mutedUntil: mutedUntil === null ? null : new Date(mutedUntil),
    sent: doneOf(sent),
    toStrangers: doneOf(toStrangers),
  }));
}
