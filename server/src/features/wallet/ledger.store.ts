import { asc, eq, gt, sql } from 'drizzle-orm';
import { membersIn, readBefore } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers, conversations } from '#features/chat/conversations/conversations.tables.ts';
import { rooms } from '#features/chat/rooms/rooms.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notBlockedBetween } from '#features/people/blocks/blocks.service.ts';
import type { Head } from '#platform/chain.ts';
import { anyOf, type Db, handOver, isSpread, rowsOf } from '#platform/database/builder.ts';
import type { LedgerWallet, Link } from './ledger.rules.ts';
import { ledgerHead, transferDetails, transfers, walletEntries, wallets } from './wallet.tables.ts';

/** The end of the chain, held until the end of the transaction: nobody else writes meanwhile. */
export async function lockHead(db: Db): Promise<Head> {
  const [head] = await db
    .select({ number: ledgerHead.number, hash: ledgerHead.hash })
    .from(ledgerHead)
    .where(eq(ledgerHead.id, 1))
    .for('update');
  return head!;
}

/** Wallets as they are now. Whoever owns a group of theirs stays its owner until the end of the transaction. */
export async function findLedgerWallets(db: Db, ids: readonly string[], now: Date): Promise<LedgerWallet[]> {
  const found = await rowsOf<Omit<LedgerWallet, 'ownerId' | 'isRestricted'>>(
    db,
    sql`${readBefore(db, membersIn(sql`SELECT o.conversation_id FROM ${wallets} o WHERE o.id = ${anyOf(ids)}`)).statement}SELECT w.id, w.kind, w.user_id AS "userId", w.conversation_id AS "conversationId", w.balance_minor AS "balanceMinor",
        (w.closed_at IS NOT NULL OR (w.kind = 'group' AND NOT coalesce(c.is_active, false))) AS "isClosed",
        CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', u.name, 'avatarUrl', u.avatar_url) END AS "user",
        CASE WHEN c.is_active THEN json_build_object('id', c.id, 'title', c.title) END AS conversation
      FROM ${wallets} w LEFT JOIN ${users} u ON u.id = w.user_id AND ${accountStands(sql`u.id`)}
        LEFT JOIN ${conversations} c ON c.id = w.conversation_id
      WHERE w.id = ${anyOf(ids)}`,
  );
  const groups = found.flatMap(({ conversationId }) => (conversationId ? [conversationId] : []));
  const owners = groups.length > 0 ? await lockOwners(db, groups, now) : new Map<string, Owner>();
  return found.map((wallet) => {
    const owner = owners.get(wallet.conversationId ?? '');
    return { ...wallet, ownerId: owner?.userId ?? null, isRestricted: owner?.isRestricted ?? false };
  });
}

/** Of pairs of a person and a wallet those whose wallet is of somebody hidden from the person. */
export async function findHiddenFrom(
  db: Db,
  pairs: readonly { actorId: string; walletId: string }[],
): Promise<{ actorId: string; walletId: string }[]> {
  if (pairs.length === 0) return [];
  return rowsOf(
    db,
    sql`SELECT p."actorId", p."walletId"
      FROM json_to_recordset(${JSON.stringify(pairs)}::text::json) AS p ("actorId" text, "walletId" text)
        JOIN ${wallets} w ON w.id = p."walletId" COLLATE "C"
      WHERE w.user_id IS NOT NULL AND w.user_id <> p."actorId" COLLATE "C" AND NOT (${accountStands(sql`w.user_id`)}
        AND ${notBlockedBetween(sql`(p."actorId" COLLATE "C")`, sql`w.user_id`)})`,
  );
}

interface Owner {
  userId: string;
  isRestricted: boolean;
}

async function lockOwners(
  db: Db,
  conversationIds: readonly string[],
  now: Date,
): Promise<Map<string, Owner>> {
  // Locks are taken on one server at a time.
  if (isSpread(db) && conversationIds.length > 1) {
    const owners = new Map<string, Owner>();
    for (const id of [...conversationIds].sort()) {
      for (const [key, owner] of await lockOwners(db, [id], now)) owners.set(key, owner);
    }
    return owners;
  }
  const rows = await db
    .select({
      conversationId: conversationMembers.conversationId,
      userId: conversationMembers.userId,
      isRestricted: sql<boolean>`coalesce((SELECT o.restricted_until > ${now.toISOString()}::timestamptz FROM ${rooms} o
        WHERE o.conversation_id = conversation_members.conversation_id), false)`,
    })
    .from(conversationMembers)
    .where(
      sql`${conversationMembers.conversationId} ${isSpread(db) ? sql`= ${conversationIds[0]}` : sql`= ${anyOf(conversationIds)}`} AND ${conversationMembers.role} = 'OWNER'`,
    )
    .orderBy(asc(conversationMembers.conversationId))
    .for('share');
  return new Map(rows.map(({ conversationId, ...owner }) => [conversationId, owner]));
}

export interface Done {
  number: number;
  id: string;
  fromWalletId: string;
  toWalletId: string;
  amountMinor: number;
  memo: string | null;
  key: string;
}

/** What was done before under keys of devices, each looked up by itself: a join may be planned as a full scan. */
export async function findByKeys(
  db: Db,
  wanted: readonly { fromWalletId: string; key: string }[],
): Promise<Done[]> {
  if (wanted.length === 0) return [];
  return rowsOf<Done>(
    db,
    sql`SELECT done.* FROM json_to_recordset(${JSON.stringify(wanted)}::text::json) AS wanted ("fromWalletId" text, key text)
      CROSS JOIN LATERAL (
        SELECT t.number, t.id, t.from_wallet_id AS "fromWalletId", t.to_wallet_id AS "toWalletId",
          t.amount_minor AS "amountMinor", t.key,
          (SELECT memo FROM ${transferDetails} d WHERE d.number = t.number) AS memo
        FROM ${transfers} t
        WHERE t.from_wallet_id = wanted."fromWalletId" COLLATE "C" AND t.key = wanted.key COLLATE "C" LIMIT 1) done`,
  );
}

export interface Entered extends Link {
  key: string | null;
  hash: string;
  actorId: string | null;
  memo: string | null;
  toStrangerAt: Date | null;
  salt: string;
  fromBalanceMinor: number;
  toBalanceMinor: number;
}

/** Stores transfers, their entries and details, the balances they leave, and the new end of the chain. Handed over. */
export function appendTransfers(inside: Db, entered: readonly Entered[]): void {
  const last = entered.at(-1);
  if (!last) return;
  const rows = JSON.stringify(entered);
  const columns = sql.raw(
    `(number bigint, id text, kind text, "fromWalletId" text, "toWalletId" text, "amountMinor" bigint, key text,
      "createdAt" timestamptz, commitment text, hash text, "actorId" text, memo text, "toStrangerAt" timestamptz, salt text,
      "fromBalanceMinor" bigint, "toBalanceMinor" bigint)`,
  );
  handOver(
    inside,
    sql`
    WITH entered AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${rows}::text::json) AS entered ${columns}
    ), stored AS (
      INSERT INTO ${transfers} (number, id, kind, from_wallet_id, to_wallet_id, amount_minor, key, created_at, commitment, hash)
      SELECT number, id, kind, "fromWalletId", "toWalletId", "amountMinor", key, "createdAt", commitment, hash
      FROM entered ORDER BY number
    ), detailed AS (
      INSERT INTO ${transferDetails} (number, actor_id, memo, to_stranger_at, salt) SELECT number, "actorId", memo, "toStrangerAt", salt FROM entered
    ), sides AS MATERIALIZED (
      SELECT "fromWalletId" AS wallet_id, number, -"amountMinor" AS amount_minor, "fromBalanceMinor" AS balance_minor FROM entered
      UNION ALL SELECT "toWalletId", number, "amountMinor", "toBalanceMinor" FROM entered
    ), entries AS (
      INSERT INTO ${walletEntries} (wallet_id, number, amount_minor, balance_minor) SELECT * FROM sides
    ), newest AS (
      SELECT DISTINCT ON (wallet_id) wallet_id, number, balance_minor FROM sides ORDER BY wallet_id, number DESC
    ), balances AS (
      UPDATE ${wallets} w SET balance_minor = newest.balance_minor, last_number = newest.number
      FROM newest WHERE w.id = newest.wallet_id COLLATE "C"
    )
    UPDATE ${ledgerHead} SET number = ${last.number}, hash = ${last.hash} WHERE id = 1`,
  );
}

export async function pageOfLedger(db: Db, after: number, limit: number) {
  const rows = await db
    .select({ transfer: transfers, details: transferDetails })
    .from(transfers)
    .leftJoin(transferDetails, eq(transferDetails.number, transfers.number))
    .where(gt(transfers.number, after))
    .orderBy(asc(transfers.number))
    .limit(limit);
  return rows.map(({ transfer, details }) => ({ ...transfer, details }));
}

export async function entriesBetween(db: Db, after: number, upTo: number) {
  return db
    .select()
    .from(walletEntries)
    .where(sql`${walletEntries.number} > ${after} AND ${walletEntries.number} <= ${upTo}`)
    .orderBy(asc(walletEntries.number), asc(walletEntries.amountMinor));
}

/** The number of an entry, or of details, that lie outside the chain and belong to no transfer. */
export async function findStray(db: Db, lastNumber: number): Promise<number | null> {
  const outside = sql`(number < 1 OR number > ${lastNumber}::bigint)
    AND NOT EXISTS (SELECT FROM ${transfers} t WHERE t.number = stray.number)`;
  const [found] = await rowsOf<{ number: number }>(
    db,
    sql`(SELECT number FROM ${walletEntries} stray WHERE ${outside} LIMIT 1)
      UNION ALL (SELECT number FROM ${transferDetails} stray WHERE ${outside} LIMIT 1)`,
  );
  return found?.number ?? null;
}

export async function readHead(db: Db): Promise<Head> {
  const [head] = await db
    .select({ number: ledgerHead.number, hash: ledgerHead.hash })
    .from(ledgerHead)
    .where(eq(ledgerHead.id, 1));
  return head!;
}

export async function pageOfBalances(db: Db, after: string, limit: number) {
  return db
    .select({ id: wallets.id, balanceMinor: wallets.balanceMinor, lastNumber: wallets.lastNumber })
    .from(wallets)
    .where(gt(wallets.id, after))
    .orderBy(asc(wallets.id))
    .limit(limit);
}
