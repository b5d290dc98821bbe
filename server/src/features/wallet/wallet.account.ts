import type { AccountPart } from '#platform/account-part.ts';
import { rowsAtOnce, untilNoneIsLeft } from '#platform/pages.ts';
import { leaveWallet } from './closing.service.ts';
import { findFoundBy, forgetFoundOf } from './found-addresses.store.ts';
import { eraseDetailsOf, findWalletOf, pageOfEntries } from './wallet.store.ts';

const page = 500;

/** The ledger keeps every transfer; what is personal is erased, and the balance returns to the treasury. */
export const walletAccount: AccountPart = {
  tables: { wallets: 'wallet', transfer_details: 'transfers', found_addresses: 'foundAddresses' },
  sections: {
    wallet: (deps, userId) =>
      rowsAtOnce(async () => {
        const wallet = await findWalletOf(deps.db, { userId });
        return wallet ? [wallet] : [];
      }),
    foundAddresses: (deps, userId) => rowsAtOnce(() => findFoundBy(deps.db, userId)),
    async *transfers(deps, userId) {
      for (let after = 0; ; ) {
        const rows = await pageOfEntries(deps.db, userId, after, page);
        yield* rows;
        if (rows.length < page) return;
        after = rows.at(-1)!.number;
      }
    },
  },
  async erase(deps, userId) {
    await forgetFoundOf(deps.db, userId);
    await leaveWallet(deps, userId);
    await untilNoneIsLeft((limit) => eraseDetailsOf(deps.db, userId, limit));
  },
};
