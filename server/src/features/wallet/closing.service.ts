import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { treasuryId } from './ledger.rules.ts';
import { writeTransfers } from './ledger.service.ts';
import { openWallet } from './opening.service.ts';
import * as store from './wallet.store.ts';

/** What is left returns to the treasury, and the wallet is nobody's; its past stays in the ledger. */
export async function leaveWallet(deps: Deps, userId: string): Promise<void> {
  await deps.transact(async (inner) => {
    const found = await store.findWalletOf(inner.db, { userId });
    if (!found) return;
    await returnAll(inner, found.id, treasuryId);
    await store.closeWallet(inner.db, found.id, inner.clock());
  });
}

/**
 * A group ends: what it had returns to its last owner, or to the treasury, in the same transaction.
 * Take owners out of groups afterwards: a transfer locks the end of the chain and then the owner.
 */
export async function returnFromGroup(
  inner: TransactingDeps,
  conversationId: string,
  ownerId: string | null,
): Promise<void> {
  const group = await store.findWalletOf(inner.db, { conversationId });
  if (!group) return;
  await lockLedger(inner);
  // Nobody's wallet is opened for nothing.
  if ((await store.findWallet(inner.db, group.id))!.balanceMinor === 0) return;
  await returnAll(inner, group.id, (ownerId && (await openWalletOf(inner, ownerId))) ?? treasuryId);
}

/** Null when the account is erased, or about to be and its wallet closed. */
async function openWalletOf(inner: TransactingDeps, userId: string): Promise<string | null> {
  const wallet = await store.findWalletOf(inner.db, { userId });
  if (wallet) return wallet.id;
  return (await store.isErased(inner.db, userId)) ? null : (await openWallet(inner, { userId })).id;
}

/** What comes at this moment comes before, and everything is held from here on. */
const lockLedger = (inner: TransactingDeps) => writeTransfers(inner, []);

async function returnAll(inner: TransactingDeps, fromWalletId: string, toWalletId: string): Promise<void> {
  await lockLedger(inner);
  const { balanceMinor: amountMinor } = (await store.findWallet(inner.db, fromWalletId))!;
  if (amountMinor === 0) return;
  // No key: devices make up theirs, and what was sent under one must not stand in the way of what has to return.
  const request = { fromWalletId, toWalletId, amountMinor, actorId: null, memo: null, key: null };
  const [outcome] = await writeTransfers(inner, [{ ...request, kind: 'return' }]);
  // Whoever ends something must not lose what it had.
  if (!outcome || !('made' in outcome)) throw new Error(`What wallet ${fromWalletId} has does not return`);
}

/** So many groups are settled in one run of the job; the rest waits for the next. */
const settledAtOnce = 100;

/** Groups that ended before their money was returned with their end, or whose end was interrupted. */
export async function settleEndedGroups(deps: Deps): Promise<void> {
  for (const { walletId, ownerId } of await store.findUnsettled(deps.db, settledAtOnce)) {
    // One that cannot be settled keeps no other one waiting.
    await deps
      .transact(async (inner) => {
        await returnAll(inner, walletId, (ownerId && (await openWalletOf(inner, ownerId))) ?? treasuryId);
      })
      .catch((error) => deps.log.error({ err: error }, 'a group that ended was not settled'));
  }
}
