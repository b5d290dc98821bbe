import type { Transaction, WalletParty } from '@dazi/contract/wallet/wallet';
import { requireMembership } from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { type LedgerWallet, treasuryId } from './ledger.rules.ts';
import type { Made } from './ledger.service.ts';
import * as transactionStore from './transactions.store.ts';
import * as store from './wallet.store.ts';

/** The only way to look into a wallet: the own one, or that of a group one belongs to. WALLET_NOT_FOUND. */
async function requireWallet(deps: Deps, actor: Actor, walletId: string): Promise<store.WalletRow> {
  const row = await store.findWallet(deps.db, walletId);
  if (row?.kind === 'user' && row.userId === actor.id) return row;
  if (row?.conversationId && (await belongsTo(deps, actor, row.conversationId))) return row;
  throw new AppError('WALLET_NOT_FOUND');
}

async function belongsTo(deps: Deps, actor: Actor, conversationId: string): Promise<boolean> {
  try {
    return Boolean(await requireMembership(deps, actor, conversationId));
  } catch (error) {
    if (error instanceof AppError) return false;
    // That the database is away says nothing about the wallet.
    throw error;
  }
}

/** Newest first; `nextCursor` is the number to go on below. */
export async function listTransactions(
  deps: Deps,
  actor: Actor,
  walletId: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ transactions: Transaction[]; nextCursor: string | null }> {
  const wallet = await requireWallet(deps, actor, walletId);
  const rows = await transactionStore.pageOfTransactions(
    deps.db,
    actor.id,
    wallet.id,
    numberOf(cursor),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    transactions: shown.map(transactionOf),
    nextCursor: rows.length > limit && last ? String(last.number) : null,
  };
}

/** What was sent from a wallet under a key; null when nothing was, or nothing yet. Error: WALLET_NOT_FOUND. */
export async function findTransfer(
  deps: Deps,
  actor: Actor,
  walletId: string,
  key: string,
): Promise<Transaction | null> {
  const wallet = await requireWallet(deps, actor, walletId);
  const row = await transactionStore.findTransactionByKey(deps.db, actor.id, wallet.id, key);
  return row ? transactionOf(row) : null;
}

function numberOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) throw new AppError('INVALID_INPUT');
  return Number(cursor);
}

/** A transfer that was just made, as its sender sees it. */
export function transactionFrom({ from, to, ...link }: Made, { id, name }: Actor): Transaction {
  const party = ({ id, kind, user, conversation }: LedgerWallet): WalletParty => ({
    id,
    ...(user && { user }),
    ...(conversation && { conversation }),
    ...(kind === 'group' && { isGroup: true }),
    ...(id === treasuryId && { isTreasury: true }),
  });
  return {
    id: link.id,
    fromWalletId: from.id,
    toWalletId: to.id,
    amountMinor: link.amountMinor,
    memo: link.memo,
    isMemoFolded: false,
    isMemoOfBlocked: false,
    kind: link.kind,
    createdAt: link.createdAt.toISOString(),
    balanceMinor: from.balanceMinor,
    fromWallet: party(from),
    toWallet: party(to),
    sentBy: from.kind === 'group' ? { id, name } : null,
  };
}

function partyOf(row: transactionStore.PartyRow): WalletParty {
  return {
    id: row.id,
    ...(row.userId !== null && { user: { id: row.userId, name: row.name ?? '', avatarUrl: row.avatarUrl } }),
    ...(row.conversationId !== null && {
      conversation: { id: row.conversationId, title: row.title ?? '' },
    }),
    ...(row.kind === 'group' && { isGroup: true }),
    ...(row.id === treasuryId && { isTreasury: true }),
  };
}

export function transactionOf(row: transactionStore.TransactionRow): Transaction {
  return {
    id: row.id,
    fromWalletId: row.from.id,
    toWalletId: row.to.id,
    amountMinor: row.amountMinor,
    memo: row.memo,
    isMemoFolded: row.isMemoFolded,
    isMemoOfBlocked: row.isMemoOfBlocked,
    kind: row.kind,
    createdAt: new Date(row.createdAt).toISOString(),
    balanceMinor: row.balanceMinor,
    fromWallet: partyOf(row.from),
    toWallet: partyOf(row.to),
    sentBy: row.sentBy,
  };
}
