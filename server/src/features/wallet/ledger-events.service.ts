import type { WalletNotice } from '@dazi/contract/wallet/wallet-notices';
import { tellConversationNow, tellPersonNow } from '#features/live/live.service.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import { publishNotice } from '#platform/notices.ts';
import type { LedgerWallet } from './ledger.rules.ts';
import type * as store from './ledger.store.ts';
import { walletMoved } from './wallet.notices.ts';

/** Whose wallet it is hears of what was moved: the person, or the owner of the group. Each once, and of what others did. */
export function publishNotices(
  inner: TransactingDeps,
  { number: transferNumber, kind, fromWalletId, toWalletId, amountMinor, actorId }: store.Entered,
  wallets: ReadonlyMap<string, LedgerWallet>,
) {
  const [from, to] = [wallets.get(fromWalletId)!, wallets.get(toWalletId)!];
  const publish = (
    wallet: LedgerWallet,
    what: WalletNotice,
    personId: string | null,
    { conversationId }: LedgerWallet = wallet,
  ) => {
    const userId = wallet.userId ?? wallet.ownerId;
    if (!userId) return;
    publishNotice(inner, walletMoved, {
      what,
      userId,
      amountMinor,
      currency,
      personId,
      conversationId,
      transferNumber,
    });
  };
  if (kind === 'return') return;
  if (from.kind === 'user') publish(from, 'transfer_sent', to.userId, to);
  // Out of a group only its owner sends, who knows.
  if (actorId !== null && (to.userId ?? to.ownerId) === actorId) return;
  if (to.kind === 'group') publish(to, 'group_transaction', actorId);
  else if (from.kind === 'treasury') publish(to, 'deposit', actorId);
  else publish(to, 'transfer_received', actorId, from);
}

/** Open wallets are looked at again. Nothing is kept of it: whoever comes later asks anyway. */
export function tellOwners(
  inner: TransactingDeps,
  entered: readonly store.Entered[],
  wallets: ReadonlyMap<string, LedgerWallet>,
) {
  const touched = new Set(entered.flatMap(({ fromWalletId, toWalletId }) => [fromWalletId, toWalletId]));
  tellWallets(
    inner,
    [...touched].map((walletId) => ({ ...wallets.get(walletId)!, walletId })),
  );
}

export function tellWallets(
  inner: TransactingDeps,
  touched: readonly { walletId: string; userId: string | null; conversationId: string | null }[],
) {
  inner.afterCommit(() => {
    for (const { walletId, userId, conversationId } of touched) {
      if (userId) tellPersonNow(inner, userId, { type: 'wallet_changed', walletId });
      if (conversationId) {
        const change = { kind: 'wallet' as const };
        tellConversationNow(inner, { type: 'conversation_update', conversationId, change });
      }
    }
  });
}

const currency = 'DAZI';
