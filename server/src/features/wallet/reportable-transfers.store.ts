import { sql } from 'drizzle-orm';
import { readBefore } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers } from '#features/chat/conversations/conversations.tables.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { transferDetails, transfers, wallets } from './wallet.tables.ts';

export interface MemoRow {
  id: string;
  memo: string;
  actorId: string | null;
  createdAt: string;
  removedAt: string | null;
}

/** Transfers beside which something was written. */
export function findMemos(db: Db, transferIds: readonly string[]): Promise<MemoRow[]> {
  if (transferIds.length === 0) return Promise.resolve([]);
  return rowsOf<MemoRow>(
    db,
    sql`SELECT t.id, d.memo, d.actor_id AS "actorId", t.created_at AS "createdAt", d.memo_removed_at AS "removedAt"
      FROM ${transfers} t JOIN ${transferDetails} d ON d.number = t.number
      WHERE t.id = ${anyOf(transferIds)} AND d.memo IS NOT NULL AND d.memo <> ''`,
  );
}

/** Whether somebody received it: themselves, or as a member of the group that did. */
export async function wasReceivedBy(db: Db, userId: string, transferId: string): Promise<boolean> {
  const [row] = await rowsOf<{ was: boolean }>(
    db,
    sql`${readBefore(db, { conversationMembers: sql`conversation_members.user_id = ${userId}` }).statement}SELECT EXISTS (SELECT 1 FROM ${transfers} t JOIN ${wallets} w ON w.id = t.to_wallet_id
      WHERE t.id = ${transferId} AND (w.user_id = ${userId} OR EXISTS (SELECT 1 FROM ${conversationMembers} v
        WHERE v.conversation_id = w.conversation_id AND v.user_id = ${userId}))) AS was`,
  );
  return row!.was;
}

/** Takes a memo away, or gives it back; who looks at the wallets. Null when that is so already, or it was erased. */
export async function putMemoRemoval(
  db: Db,
  transferId: string,
  removedAt: Date | null,
): Promise<{ walletId: string; userId: string | null; conversationId: string | null }[] | null> {
  const at = removedAt?.toISOString() ?? null;
  const touched = await rowsOf<{ number: number }>(
    db,
    sql`UPDATE ${transferDetails} d SET memo_removed_at = ${at}::timestamptz FROM ${transfers} t
      WHERE t.id = ${transferId} AND d.number = t.number AND d.memo <> ''
        AND (d.memo_removed_at IS NULL) = (${at}::timestamptz IS NOT NULL) RETURNING d.number`,
  );
  if (touched.length === 0) return null;
  return rowsOf(
    db,
    sql`SELECT w.id AS "walletId", w.user_id AS "userId", w.conversation_id AS "conversationId"
      FROM ${transfers} t JOIN ${wallets} w ON w.id IN (t.from_wallet_id, t.to_wallet_id) WHERE t.id = ${transferId}`,
  );
}
