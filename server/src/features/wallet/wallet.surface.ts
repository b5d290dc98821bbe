import {
  findTransfer,
  getWallet,
  listTransactions,
  searchWallets,
  type Transaction,
  transfer,
} from '@dazi/contract/wallet/wallet';
import type { SampleScene } from '../../testing/bad-input-scene.ts';
import { forAll, hiddenOnes } from '../../testing/blocks-looks.ts';
import type { BlockCase } from '../../testing/blocks-scene.ts';
import { ask, everyone, hidden, limited, type Outcome, ownerOnly, seenByAllBut } from '../../testing/may.ts';
import { forMembers, inRoom } from '../../testing/may-conversations.ts';
import type { MayScene } from '../../testing/may-scene.ts';
import { perScene } from '../../testing/once.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { groupWallet, send, walletOf } from './wallet.builder.ts';

/** What Ann sends to Bob. */
async function aTransfer({ ann, bob }: StatementsScene, key: string) {
  const [from, to] = [await walletOf(ann), await walletOf(bob)];
  return { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1, key };
}

const walletOfAnn = perScene(async ({ ann, bob }: SampleScene) => {
  await walletOf(bob);
  return walletOf(ann);
});

/** The part of the address before the @. */
const localOf = (person: TestPerson) => person.user!.email!.split('@')[0]!;

const whatSolHasSent: BlockCase = {
  of: 'what Sol has sent before, which stays in the history',
  expected: forAll('200 sees', '401 SIGN_IN_REQUIRED'),
  look: async (scene, as, viewer) => {
    const { id } = await walletOf(viewer === 'visitor' ? scene.host : as);
    return ask(as, listTransactions, { params: { walletId: id } }, (data: Transaction[]) =>
      data.some(({ fromWallet }) => fromWallet.user?.id === scene.sol.id),
    );
  },
};

async function memoToNewFace(scene: MayScene, as: TestPerson | null): Promise<Outcome> {
  const { person } = await scene.newFace();
  const from = await walletOf(as ?? scene.host);
  const body = { fromWalletId: from.id, toWalletId: `user-${person.id}`, amountMinor: 1, memo: 'Hello' };
  return ask(as ?? scene.people.visitor, transfer, { body });
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
      sample: ({ userId, room }) => ({ query: { userId, conversationId: room.conversationId } }),
      may: [
        {
          of: "the owner's wallet",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
          request: (scene, as) => ask(as, getWallet, { query: { userId: scene.people.owner.id } }),
        },
        ...inRoom("the wallet of the owner's room", forMembers('200'), ({ conversationId }, as) =>
          ask(as, getWallet, { query: { conversationId } }),
        ),
      ],
      acrossBlocks: 'the own wallet, or the one of a group one is in',
    },
    {
      endpoint: searchWallets,
      // Who typed the beginning of an address is counted.
      statements: atMost(4, async ({ app, bob }) => {
        const found = await app.person('Found by address');
        return { as: bob, query: { q: localOf(found) } };
      }),
      sample: ({ userId }) => ({ query: { userId, q: 'bob' } }),
      may: [
        {
          of: 'the owner by name',
          expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
          request: (scene, as) =>
            ask(as, searchWallets, { query: { q: 'owne' } }, (data: { userId?: string }[]) =>
              data.some(({ userId }) => userId === scene.people.owner.id),
            ),
        },
      ],
      acrossBlocks: [
        {
          of: 'Sol among whom one may send Dazi to',
          expected: hiddenOnes('200 without', '200 sees', '401 SIGN_IN_REQUIRED'),
          look: (scene, as) =>
            ask(as, searchWallets, { query: { q: 'Sol' } }, (data: { userId?: string }[]) =>
              data.some(({ userId }) => userId === scene.sol.id),
            ),
        },
      ],
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
      may: [
        {
          of: "what came into the owner's wallet",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '404 WALLET_NOT_FOUND'),
          request: async (scene, as) =>
            ask(as, listTransactions, { params: { walletId: (await walletOf(scene.people.owner)).id } }),
        },
        ...inRoom(
          "what came into the wallet of the owner's room",
          {
            outsiders: ownerOnly('401 SIGN_IN_REQUIRED', '404 WALLET_NOT_FOUND'),
            members: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          },
          async ({ conversationId }, as, scene) => {
            const { id } = await groupWallet(scene.people.owner, conversationId);
            return ask(as, listTransactions, { params: { walletId: id } });
          },
        ),
      ],
      acrossBlocks: [whatSolHasSent],
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
      may: [
        {
          of: "what was sent from the owner's wallet under a key",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '404 WALLET_NOT_FOUND'),
          request: async (scene, as) => {
            const params = { walletId: (await walletOf(scene.people.owner)).id, key: 'a-key-of-a-device' };
            return ask(as, findTransfer, { params });
          },
        },
      ],
      acrossBlocks: [whatSolHasSent],
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
      may: [
        {
          of: "out of the owner's wallet",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOUR_WALLET'),
          request: async (scene, as) => {
            const [from, to] = [await walletOf(scene.people.owner), await walletOf(scene.host)];
            return ask(as, transfer, { body: { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1 } });
          },
        },
        {
          of: 'into the owner’s wallet',
          expected: {
            ...everyone('200'),
            ...hidden('404 WALLET_NOT_FOUND'),
            visitor: '401 SIGN_IN_REQUIRED',
            owner: '400 SAME_WALLET',
          },
          request: async (scene, as, role) => {
            const from = await walletOf(role === 'visitor' ? scene.host : as);
            const to = await walletOf(scene.people.owner);
            return ask(as, transfer, { body: { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1 } });
          },
        },
        {
          of: 'with a memo to somebody who knows nobody',
          expected: {
            ...everyone('200'),
            ...limited,
            newcomer: '429 NEWCOMER_LIMIT',
            visitor: '401 SIGN_IN_REQUIRED',
          },
          request: (scene, as, role) => memoToNewFace(scene, role === 'visitor' ? null : as),
        },
        ...inRoom(
          "with a memo into the wallet of the owner's room",
          {
            outsiders: {
              ...everyone('200'),
              ...limited,
              newcomer: '429 NEWCOMER_LIMIT',
              visitor: '401 SIGN_IN_REQUIRED',
            },
            members: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          },
          async ({ conversationId }, as, scene) => {
            const toWalletId = (await groupWallet(scene.people.owner, conversationId)).id;
            const from = await walletOf(as.user ? as : scene.host);
            const body = { fromWalletId: from.id, toWalletId, amountMinor: 1, memo: 'For all' };
            return ask(as, transfer, { body });
          },
        ),
        ...inRoom(
          "out of the wallet of the owner's room",
          {
            outsiders: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOUR_WALLET'),
            members: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOUR_WALLET'),
          },
          async ({ conversationId }, as, scene) => {
            const [from, to] = [
              await groupWallet(scene.people.owner, conversationId),
              await walletOf(scene.host),
            ];
            const given = { fromWalletId: to.id, toWalletId: from.id, amountMinor: 1 };
            await scene.host.get(transfer, { body: given });
            return ask(as, transfer, { body: { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1 } });
          },
        ),
      ],
      acrossBlocks: [
        {
          of: 'sending Dazi to Sol',
          expected: hiddenOnes('404 WALLET_NOT_FOUND', '200', '401 SIGN_IN_REQUIRED'),
          look: async (scene, as, viewer) => {
            const from = await walletOf(viewer === 'visitor' ? scene.host : as);
            const body = { fromWalletId: from.id, toWalletId: `user-${scene.sol.id}`, amountMinor: 1 };
            return ask(as, transfer, { body });
          },
        },
      ],
    },
  ],
  events: [{ type: 'wallet_changed', acrossBlocks: 'the own wallet, or the one of a group one is in' }],
  keeps: [
    {
      table: 'found_addresses',
      leave: ({ ann, bob }) => ann.get(searchWallets, { query: { q: localOf(bob) } }),
    },
    { table: 'wallets', leave: ({ ann }) => walletOf(ann) },
    { table: 'transfer_details', leave: ({ ann, bob }) => send(ann, bob, 1_00, { memo: 'Thanks!' }) },
  ],
};
