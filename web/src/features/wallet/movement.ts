import type { Transaction, WalletParty } from '@dazi/contract/wallet/wallet';
import type { TFunction } from 'i18next';

/** A transaction as the owner of one of its wallets sees it. */
export interface Movement {
  isOutgoing: boolean;
  counterparty: WalletParty;
}

export function movementOf({ fromWalletId, fromWallet, toWallet }: Transaction, walletId: string): Movement {
  const isOutgoing = fromWalletId === walletId;
  return { isOutgoing, counterparty: isOutgoing ? toWallet : fromWallet };
}

/** What the house does is named; of what people send the memo speaks, or the direction alone. */
export function titleOf({ kind, memo, fromWallet }: Transaction, isOutgoing: boolean, t: TFunction): string {
  if (kind === 'opening') return t('wallet.opening');
  if (memo) return memo;
  if (kind === 'deposit') return t('wallet.deposit');
  if (kind === 'return') return t(fromWallet.isGroup ? 'wallet.returnedFromGroup' : 'wallet.returned');
  return t(isOutgoing ? 'wallet.sent' : 'wallet.received');
}

/** What stands in the place of a memo as long as nobody asks for it; null where it is shown at once. */
export function foldedMemo(
  { isMemoFolded, isMemoOfBlocked }: Pick<Transaction, 'isMemoFolded' | 'isMemoOfBlocked'>,
  t: TFunction,
): string | null {
  if (!isMemoFolded) return null;
  return t(isMemoOfBlocked ? 'wallet.memoOfBlocked' : 'wallet.memoFolded');
}

export function partyName({ user, conversation, isGroup, isTreasury }: WalletParty, t: TFunction): string {
  if (isTreasury) return t('wallet.treasury');
  if (conversation) return conversation.title || t('conversations.group');
  return user?.name || t(isGroup ? 'wallet.groupGone' : 'wallet.gone');
}

/** The part of the address before the @, as people are named here; nothing where it is not to be seen. */
export function handleOf(email: string | null | undefined): string | null {
  const local = email?.split('@')[0];
  return local ? `@${local}` : null;
}
