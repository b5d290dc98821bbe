import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { blockPerson, listBlocks, unblockPerson } from '@dazi/contract/people/blocks';
import { expect } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { askForStatus, forAll, noSession, says } from '../../../testing/blocks-looks.ts';
import { ask, everyone } from '../../../testing/may.ts';
import { atMost, type StatementsScene } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import type { TestPerson } from '../../../testing/test-person.ts';

let writers = 0;

/** Somebody whom Ann has let write to her. */
async function aWriter({ app, ann }: StatementsScene): Promise<TestPerson> {
  const writer = await app.person(`Writer ${writers++}`);
  await aPrivateConversation(ann, writer);
  await writer.get(sendPrivateMessage, { body: { receiverId: ann.id, content: 'So' } });
  return writer;
}

export const blocksSurface: Surface = {
  of: 'people/blocks',
  calls: [
    {
      endpoint: listBlocks,
      statements: atMost(2, async ({ app, ann }) => {
        const blockedId = (await app.person('Fay')).id;
        await ann.get(blockPerson, { body: { blockedId } });
        return { as: ann };
      }),
      sample: ({ userId, page }) => ({ query: { userId, cursor: page.cursor } }),
      may: [
        {
          of: 'the owner among those one has blocked',
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', blocker: '200 sees' },
          request: (scene, as) =>
            ask(as, listBlocks, {}, (data: { blockedId: string }[]) =>
              data.some(({ blockedId }) => blockedId === scene.people.owner.id),
            ),
        },
      ],
      acrossBlocks: [
        {
          of: 'whom one has blocked',
          expected: { ...forAll('200 without', noSession), blocker: '200 sees' },
          look: (scene, as) => ask(as, listBlocks, {}, scene.mentionsSol),
        },
      ],
    },
    {
      endpoint: blockPerson,
      // The two are kept apart from what else happens between them; then what stands, the block, and who hears of it.
      statements: atMost(7, async (scene) => ({
        as: scene.ann,
        body: { blockedId: (await aWriter(scene)).id },
      })),
      // Nobody: the others go on meeting each other.
      sample: ({ userId }) => ({ body: { userId, blockedId: 'nobody', reason: 'Rude' } }),
      may: [
        {
          of: 'the owner: blocked or not, the answer is the same',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED', owner: '400 BLOCK_YOURSELF' },
          async request(scene, as, role) {
            const outcome = await ask(as, blockPerson, { body: { blockedId: scene.people.owner.id } });
            if (role !== 'blocker' && as.user)
              await as.get(unblockPerson, { body: { blockedId: scene.people.owner.id } });
            return outcome;
          },
        },
      ],
      acrossBlocks: [
        {
          of: 'blocking Sol: the same answer for all',
          last: true,
          expected: forAll('200 sees', noSession),
          look: (scene, as) =>
            ask(
              as,
              blockPerson,
              { body: { blockedId: scene.sol.id } },
              ({ isActive }: { isActive: boolean }) => isActive,
            ),
        },
        {
          of: "Sol's name and picture for all who have blocked Sol",
          last: true,
          expected: forAll('200 sees', noSession),
          look: async (scene, as, viewer) => {
            if (viewer !== 'visitor') expect(await askForStatus(as, scene.avatarUrl)).toBe('200');
            return ask(as, listBlocks, {}, says(scene.avatarUrl));
          },
        },
      ],
    },
    {
      endpoint: unblockPerson,
      statements: atMost(6, async (scene) => {
        const body = { blockedId: (await aWriter(scene)).id };
        await scene.ann.get(blockPerson, { body });
        return { as: scene.ann, body };
      }),
      sample: ({ userId, bob }) => ({ body: { userId, blockedId: bob.id } }),
      may: [
        {
          of: "the owner, whom one has blocked; others' blocks stay",
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', blocker: '200 sees' },
          async request(scene, as, role) {
            const body = { blockedId: scene.people.owner.id };
            const outcome = await ask(as, unblockPerson, { body }, (data: object | null) => data !== null);
            if (role === 'blocker') await as.get(blockPerson, { body });
            return outcome;
          },
        },
      ],
      acrossBlocks: [
        {
          of: 'unblocking Sol',
          last: true,
          expected: forAll('200 sees', noSession),
          look: (scene, as) =>
            ask(
              as,
              unblockPerson,
              { body: { blockedId: scene.sol.id } },
              ({ isActive }: { isActive: boolean }) => !isActive,
            ),
        },
      ],
    },
  ],
  events: [{ type: 'hidden_changed', acrossBlocks: 'told to both sides of a block; names nobody' }],
  keeps: [
    {
      table: 'blocks',
      async leave({ app, ann }) {
        const blockedId = (await app.person('Troll')).id;
        await ann.get(blockPerson, { body: { blockedId } });
      },
    },
  ],
};
