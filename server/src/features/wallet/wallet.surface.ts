import {
  findTransfer,
  getWallet,
  listTransactions,
  searchWallets,
  transfer,
} from '@dazi/contract/wallet/wallet';
import type { SampleScene } from '../../testing/bad-input-scene.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import { perScene, type Surface } from '../../testing/surface.ts';
import { walletOf } from './wallet.builder.ts';

/** What Ann sends to Bob. */
async function aTransfer({ ann, bob }: StatementsScene, key: string) {
  const [from, to] = [await walletOf(ann), await walletOf(bob)];
  return { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1, key };
}

const walletOfAnn = perScene(async ({ ann, bob }: SampleScene) => {
  await walletOf(bob);
  return walletOf(ann);
});

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
      sample: ({ userId, room }) => ({ query: { userId, conversationId: room.conversationId } }),
    },
    {
      endpoint: searchWallets,
      statements: atMost(2, ({ ann }) => ({ as: ann, query: { q: 'bob' } })),
      sample: ({ userId }) => ({ query: { userId, q: 'bob' } }),
    },
    {
      endpoint: listTransactions,
      statements: atMost(3, async (scene) => {
        const body = await aTransfer(scene, 'looked-for-in-a-list');
        await scene.ann.get(transfer, { body });
        return { as: scene.ann, params: { walletId: body.fromWalletId } };
      }),
      sample: async (scene) => {
        const wallet = await walletOfAnn(scene);
        return { params: { walletId: wallet.id }, query: { limit: '5', cursor: '7' } };
      },
    },
    {
      endpoint: findTransfer,
      statements: atMost(3, async (scene) => {
        const body = await aTransfer(scene, 'looked-for-by-its-key');
        await scene.ann.get(transfer, { body });
        return { as: scene.ann, params: { walletId: body.fromWalletId, key: body.key } };
      }),
      sample: async (scene) => {
        const wallet = await walletOfAnn(scene);
        return { params: { walletId: wallet.id, key: 'a-key-of-a-device' } };
      },
    },
    {
      endpoint: transfer,
      // The session; then of the whole batch the end of the chain, the wallets, the keys, who is hidden, the entries and
      // who is notified. What was made needs not be asked for.
      statements: atMost(7, async (scene) => ({
        as: scene.ann,
        body: await aTransfer(scene, 'the-first-one'),
      })),
      sample: async (scene) => {
        const { userId, bob } = scene;
        const wallet = await walletOfAnn(scene);
        return {
          body: {
            actorUserId: userId,
            fromWalletId: wallet.id,
            toWalletId: `user-${bob.id}`,
            amountMinor: 1,
            memo: 'Thanks!',
            key: 'made-by-me',
          },
        };
      },
    },
  ],
};
