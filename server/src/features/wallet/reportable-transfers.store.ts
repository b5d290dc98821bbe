import { sql } from 'drizzle-orm';
import { conversationMembers } from '#features/chat/conversations/conversations.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { transferDetails, transfers, wallets } from './wallet.tables.ts';

export interface MemoRow {
  id: string;
  memo: string;
  actorId: string | null;
  createdAt: string;
}

/** Transfers beside which something was written. */
export function findMemos(db: Db, transferIds: readonly string[]): Promise<MemoRow[]> {
  if (transferIds.length === 0) return Promise.resolve([]);
  return rowsOf<MemoRow>(
    db,
    sql`SELECT t.id, d.memo, d.actor_id AS "actorId", t.created_at AS "createdAt"
      FROM ${transfers} t JOIN ${transferDetails} d ON d.number = t.number
      WHERE t.id = ANY(${sql.param(transferIds)}::text[]) AND d.memo IS NOT NULL AND d.memo <> ''`,
  );
}

/** Whether somebody received it: themselves, or as a member of the group that did. */
export async function wasReceivedBy(db: Db, userId: string, transferId: string): Promise<boolean> {
  const [row] = await rowsOf<{ was: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM ${transfers} t JOIN ${wallets} w ON w.id = t.to_wallet_id
      WHERE t.id = ${transferId} AND (w.user_id = ${userId} OR EXISTS (SELECT 1 FROM ${conversationMembers} v
        WHERE v.conversation_id = w.conversation_id AND v.user_id = ${userId}))) AS was`,
  );
  return row!.was;
}
