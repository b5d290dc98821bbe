import { sql } from 'drizzle-orm';
import { isKnownTo, takesMessages } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers } from '#features/chat/conversations/conversations.tables.ts';
import { type Done, doneIn } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import type { MemoFacts } from './ledger.rules.ts';
import { transferDetails, transfers, wallets } from './wallet.tables.ts';

export interface MemoPair {
  actorId: string;
  walletId: string;
}

interface Found extends MemoPair, MemoFacts {
  writerSince: Date;
  sent: Done;
}

/** Of people who write memos to wallets: how these meet who receives them, and what they wrote to a stranger since. */
export async function findMemoFacts(db: Db, pairs: readonly MemoPair[], since: Date): Promise<Found[]> {
  if (pairs.length === 0) return [];
  const writer = sql`(asked."actorId" COLLATE "C")`;
  const rows = await rowsOf<
    Omit<Found, 'writerSince' | 'sent'> & {
      writerSince: string;
      sent: { count: number; oldest: string | null };
    }
  >(
    db,
    sql`SELECT DISTINCT ON (asked."actorId", w.id) asked."actorId", w.id AS "walletId", u.created_at AS "writerSince",
        CASE w.kind WHEN 'group' THEN NOT EXISTS (SELECT 1 FROM ${conversationMembers} v
            WHERE v.conversation_id = w.conversation_id AND v.user_id = ${writer})
          ELSE w.user_id <> ${writer} AND NOT ${isKnownTo(sql`w.user_id`, writer)} END IS TRUE AS "isToStranger",
        w.user_id IS NULL OR ${takesMessages(sql`w.user_id`)} AS "takesMemos",
        (SELECT json_build_object('count', count(*), 'oldest', min(d.to_stranger_at))
          FROM ${transferDetails} d JOIN ${transfers} t ON t.number = d.number
          WHERE d.actor_id = ${writer} AND d.to_stranger_at > ${since.toISOString()}::timestamptz
            AND t.to_wallet_id = w.id) AS sent
      FROM json_to_recordset(${JSON.stringify(pairs)}::text::json) AS asked ("actorId" text, "walletId" text)
        JOIN ${wallets} w ON w.id = asked."walletId" COLLATE "C" JOIN ${users} u ON u.id = ${writer}`,
  );
  return rows.map(({ sent: { count, oldest }, writerSince, ...row }) => ({
    ...row,
    writerSince: new Date(writerSince),
    sent: { count, oldest: oldest === null ? null : new Date(oldest) },
  }));
}

/** Memos somebody wrote to people who did not know them, since an instant. */
export const memosSince = (db: Db, actorId: string, since: Date): Promise<Done> =>
  doneIn(
    db,
    sql`SELECT to_stranger_at AS at FROM ${transferDetails}
      WHERE actor_id = ${actorId} AND to_stranger_at > ${since.toISOString()}::timestamptz`,
  );
