import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { transfer as transferEndpoint } from '@dazi/contract/wallet/wallet';
import { minorUnits } from '@dazi/contract/wallet/wallet.rules';
import { ownerOf } from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { maySend, treasuryId } from './ledger.rules.ts';
import { writeTransfers } from './ledger.service.ts';
import { readName } from './wallet.rules.ts';
import * as store from './wallet.store.ts';

type Owner = { userId: string } | { conversationId: string };

export async function walletOf(deps: Deps, owner: Owner): Promise<store.WalletRow> {
  const found = await store.findWalletOf(deps.db, owner);
  return found ?? deps.transact((inner) => openWallet(inner, owner));
}

export async function openWallet(inner: TransactingDeps, owner: Owner): Promise<store.WalletRow> {
  const now = inner.clock();
  const id = inner.ids.next(now);
  const isPersons = 'userId' in owner;
  const made = await store.insertWallet(inner.db, {
    id,
    kind: isPersons ? 'user' : 'group',
    userId: isPersons ? owner.userId : null,
    conversationId: isPersons ? null : owner.conversationId,
    balanceMinor: 0,
    lastNumber: 0,
    openedAt: now,
    closedAt: null,
  });
  const deposit = Math.round(inner.config.openingDeposit * minorUnits);
  if (made && isPersons && deposit > 0) {
    await writeTransfers(inner, [
      {
        actorId: null,
        kind: 'opening',
        fromWalletId: treasuryId,
        toWalletId: id,
        amountMinor: deposit,
        memo: null,
        key: `opening-${id}`,
      },
    ]);
  }
  return (await store.findWalletOf(inner.db, owner))!;
}

/** The wallet that is named, opened when somebody may send to it; the transfer decides what it may take. */
export async function openedWallet(
  deps: Deps,
  actor: Actor,
  { fromWalletId, toWalletId, amountMinor }: BodyOf<typeof transferEndpoint>,
): Promise<string> {
  const name = readName(toWalletId);
  if ('walletId' in name) return name.walletId;
  // Nothing is opened for somebody who may not send.
  const from = await store.findWallet(deps.db, fromWalletId);
  if (!from) throw new AppError('WALLET_NOT_FOUND');
  const ownerId = from.conversationId ? await ownerOf(deps, from.conversationId) : null;
  if (!maySend({ ...from, ownerId }, actor.id)) throw new AppError('NOT_YOUR_WALLET');
  const mayOpen =
    'userId' in name
      ? name.userId === actor.id || (await store.isReachable(deps.db, actor.id, name.userId))
      : await store.isActiveGroup(deps.db, name.conversationId);
  if (!mayOpen) throw new AppError('WALLET_NOT_FOUND');
  const standing = await store.findWalletOf(deps.db, name);
  if (standing) return standing.id;
  // What will be refused opens nothing.
  if (from.balanceMinor < amountMinor) throw new AppError('INSUFFICIENT_BALANCE');
  return (await walletOf(deps, name)).id;
}
