import type { TransferKind } from '@dazi/contract/wallet/wallet';
import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { chainedHash, commitmentTo } from '#platform/chain.ts';

export const treasuryId = 'treasury';

export interface Link {
  number: number;
  id: string;
  kind: TransferKind;
  fromWalletId: string;
  toWalletId: string;
  amountMinor: number;
  createdAt: Date;
  commitment: string;
}

export interface TransferDetails {
  actorId: string | null;
  memo: string | null;
}

export const commitmentOf = (salt: string, { actorId, memo }: TransferDetails): string =>
  commitmentTo(salt, [actorId, memo]);

export const chained = (previous: string, link: Link): string =>
  chainedHash(previous, [
    link.number,
    link.id,
    link.kind,
    link.fromWalletId,
    link.toWalletId,
    link.amountMinor,
    link.createdAt.toISOString(),
    link.commitment,
  ]);

export interface LedgerWallet {
  id: string;
  kind: 'user' | 'group' | 'treasury';
  userId: string | null;
  conversationId: string | null;
  balanceMinor: number;
  /** Closed, of a group that has ended, or of a person who is going. */
  isClosed: boolean;
  /** Of a group: who may send from it, unless they were voted in only lately. */
  ownerId: string | null;
  isRestricted: boolean;
  /** Whose it is, as others see it; null of whoever is gone, and of a group that has ended. */
  user: { id: string; name: string; avatarUrl: string | null } | null;
  conversation: { id: string; title: string } | null;
}

export interface TransferRequest {
  actorId: string | null;
  kind: TransferKind;
  fromWalletId: string;
  toWalletId: string;
  amountMinor: number;
  memo: string | null;
  key: string | null;
}

export type Refusal =
  | 'WALLET_NOT_FOUND'
  | 'NOT_YOUR_WALLET'
  | 'LEADER_TOO_NEW'
  | 'SAME_WALLET'
  | 'INSUFFICIENT_BALANCE'
  | 'WALLET_CLOSED'
  | 'TRANSFER_KEY_USED';

/** How a memo meets whoever receives it. */
export interface MemoFacts {
  /** Neither the person nor, of a group, its members know who writes it. */
  isToStranger: boolean;
  /** Whether who does not know the person may write to them. */
  takesMemos: boolean;
}

/** Why a memo is refused; null when it may be written. `sent` is how many the same two had within a day. */
export function memoRefusalOf(
  { isToStranger, takesMemos }: MemoFacts,
  sent: number,
): 'MEMO_NOT_TAKEN' | 'TOO_MANY_MEMOS' | null {
  if (!isToStranger) return null;
  if (!takesMemos) return 'MEMO_NOT_TAKEN';
  return sent >= walletLimits.memosToStranger ? 'TOO_MANY_MEMOS' : null;
}

/** Whether somebody may send from a wallet: its person, or the owner of its group at this moment. */
export function maySend(wallet: Pick<LedgerWallet, 'kind' | 'userId' | 'ownerId'>, actorId: string): boolean {
  if (wallet.kind === 'user') return wallet.userId === actorId;
  return wallet.kind === 'group' && wallet.ownerId === actorId;
}

/** Why a transfer is refused; null when it may be done. `isHidden`: sender and receiver are hidden from each other. */
export function refusalOf(
  request: TransferRequest,
  from: LedgerWallet | undefined,
  to: LedgerWallet | undefined,
  isHidden = false,
): Refusal | null {
  if (!from) return 'WALLET_NOT_FOUND';
  if (request.actorId !== null && !maySend(from, request.actorId)) return 'NOT_YOUR_WALLET';
  if (request.actorId !== null && from.isRestricted) return 'LEADER_TOO_NEW';
  if (!to || isHidden) return 'WALLET_NOT_FOUND';
  if (from.id === to.id) return 'SAME_WALLET';
  // Only the house moves money out of the treasury and into it.
  if (request.actorId !== null && to.kind === 'treasury') return 'WALLET_NOT_FOUND';
  if (to.isClosed || (from.isClosed && request.kind !== 'return')) return 'WALLET_CLOSED';
  if (from.kind !== 'treasury' && from.balanceMinor < request.amountMinor) return 'INSUFFICIENT_BALANCE';
  return null;
}

/** Whether the same was asked for under one key: what was done then is the answer. */
export const isSameRequest = (
  request: Pick<TransferRequest, 'toWalletId' | 'amountMinor' | 'memo'>,
  done: { toWalletId: string; amountMinor: number; memo: string | null },
): boolean =>
  request.toWalletId === done.toWalletId &&
  request.amountMinor === done.amountMinor &&
  request.memo === done.memo;
