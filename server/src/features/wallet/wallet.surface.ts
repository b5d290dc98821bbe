import {
  findTransfer,
  getWallet,
  listTransactions,
  searchWallets,
  transfer,
} from '@dazi/contract/wallet/wallet';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { walletOf } from './wallet.builder.ts';

/** What Ann sends to Bob. */
async function aTransfer({ ann, bob }: StatementsScene, key: string) {
  const [from, to] = [await walletOf(ann), await walletOf(bob)];
  return { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1, key };
}

export const walletSurface: Surface = {
  of: 'wallet',
  calls: [
    {
      endpoint: getWallet,
      // A wallet that is not open yet: looked for, opened, the opening deposit entered, looked for again.
      statements: atMost(9, async ({ app }) => {
        const newcomer = await app.person('Newcomer');
        return { as: newcomer, query: { userId: newcomer.id } };
      }),
    },
    {
      endpoint: searchWallets,
      statements: atMost(2, ({ ann }) => ({ as: ann, query: { q: 'bob' } })),
    },
    {
      endpoint: listTransactions,
      statements: atMost(3, async (scene) => {
        const body = await aTransfer(scene, 'looked-for-in-a-list');
        await scene.ann.get(transfer, { body });
        return { as: scene.ann, params: { walletId: body.fromWalletId } };
      }),
    },
    {
      endpoint: findTransfer,
      statements: atMost(3, async (scene) => {
        const body = await aTransfer(scene, 'looked-for-by-its-key');
        await scene.ann.get(transfer, { body });
        return { as: scene.ann, params: { walletId: body.fromWalletId, key: body.key } };
      }),
    },
    {
      endpoint: transfer,
      // The session; then of the whole batch the end of the chain, the wallets, the keys, who is hidden, the entries and
      // who is notified. What was made needs not be asked for.
      statements: atMost(7, async (scene) => ({
        as: scene.ann,
        body: await aTransfer(scene, 'the-first-one'),
      })),
    },
  ],
};
