import type { TransferKind } from '@dazi/contract/wallet/wallet';
import { type SQL, sql } from 'drizzle-orm';
import { membersIn, readBefore } from '#features/chat/conversations/conversations.service.ts';
import { conversations } from '#features/chat/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { hasBlocked } from '#features/people/blocks/blocks.service.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import type { WalletRow } from './wallet.store.ts';
import { transferDetails, transfers, walletEntries, wallets } from './wallet.tables.ts';

export interface PartyRow {
  id: string;
  kind: WalletRow['kind'];
  userId: string | null;
  name: string | null;
  avatarUrl: string | null;
  conversationId: string | null;
  title: string | null;
}

export interface TransactionRow {
  number: number;
  id: string;
  kind: TransferKind;
  amountMinor: number;
  memo: string | null;
  isMemoFolded: boolean;
  isMemoOfBlocked: boolean;
  createdAt: Date;
  balanceMinor: number;
  from: PartyRow;
  to: PartyRow;
  sentBy: { id: string; name: string } | null;
}

/** A wallet as the other side sees it, without whoever is gone or a group that has ended. */
const partyOf = (
  walletId: SQL,
) => sql`(SELECT json_build_object('id', p.id, 'kind', p.kind, 'userId', u.id, 'name', u.name,
    'avatarUrl', u.avatar_url, 'conversationId', c.id, 'title', c.title)
  FROM ${wallets} p LEFT JOIN ${users} u ON u.id = p.user_id AND ${accountStands(sql`u.id`)}
    LEFT JOIN ${conversations} c ON c.id = p.conversation_id AND c.is_active
  WHERE p.id = ${walletId})`;

export function pageOfTransactions(
  db: Db,
  viewerId: string,
  walletId: string,
  below: number | null,
  limit: number,
): Promise<TransactionRow[]> {
  const older = below === null ? sql`` : sql` AND e.number < ${below}`;
  return readTransactions(
    db,
    viewerId,
    sql`e.wallet_id = ${walletId}${older} ORDER BY e.number DESC LIMIT ${limit}`,
  );
}

export async function findTransaction(
  db: Db,
  viewerId: string,
  walletId: string,
  number: number,
): Promise<TransactionRow> {
  const [row] = await readTransactions(db, viewerId, sql`e.wallet_id = ${walletId} AND e.number = ${number}`);
  return row!;
}

/** What was sent from a wallet under the key of a device, as that wallet sees it. */
export async function findTransactionByKey(
  db: Db,
  viewerId: string,
  walletId: string,
  key: string,
): Promise<TransactionRow | undefined> {
  const [row] = await readTransactions(
    db,
    viewerId,
    sql`e.wallet_id = ${walletId} AND e.number = (SELECT number FROM ${transfers}
      WHERE from_wallet_id = ${walletId} AND key = ${key})`,
  );
  return row;
}

/** The groups on either side of what is read. */
const groupsBeside = (
  rest: SQL,
) => sql`SELECT g.conversation_id FROM ${wallets} g WHERE g.conversation_id IS NOT NULL
  AND g.id IN (SELECT unnest(ARRAY[s.from_wallet_id, s.to_wallet_id]) FROM (SELECT t.from_wallet_id, t.to_wallet_id
    FROM ${walletEntries} e JOIN ${transfers} t ON t.number = e.number WHERE ${rest}) s)`;

/** What was written is folded for whoever did not know the writer, or has blocked them; one's own words are not. */
function readTransactions(db: Db, viewerId: string, rest: SQL): Promise<TransactionRow[]> {
  const isRead = sql`d.memo IS NOT NULL AND d.memo_removed_at IS NULL AND d.actor_id <> ${viewerId}`;
  const ofBlocked = hasBlocked(viewerId, sql`d.actor_id`);
  return rowsOf<TransactionRow>(
    db,
    sql`${readBefore(db, membersIn(groupsBeside(rest))).statement}SELECT t.number, t.id, t.kind, t.amount_minor AS "amountMinor",
        CASE WHEN d.memo_removed_at IS NULL THEN d.memo END AS memo,
        (${isRead} AND (${ofBlocked} OR (d.to_stranger_at IS NOT NULL AND e.wallet_id = t.to_wallet_id))) IS TRUE AS "isMemoFolded",
        (${isRead} AND ${ofBlocked}) IS TRUE AS "isMemoOfBlocked", t.created_at AS "createdAt",
        e.balance_minor AS "balanceMinor", ${partyOf(sql`t.from_wallet_id`)} AS "from", ${partyOf(sql`t.to_wallet_id`)} AS "to",
        (SELECT json_build_object('id', a.id, 'name', a.name) FROM ${wallets} g, ${users} a
          WHERE g.id = t.from_wallet_id AND g.kind = 'group' AND a.id = d.actor_id AND ${accountStands(sql`a.id`)}) AS "sentBy"
      FROM ${walletEntries} e JOIN ${transfers} t ON t.number = e.number
        LEFT JOIN ${transferDetails} d ON d.number = t.number
      WHERE ${rest}`,
  );
}
