import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { addReaction, listReactions, removeReaction } from '@dazi/contract/posts/reactions';
import { expect } from 'vitest';
import { heard, hiddenOnes } from '../../../testing/blocks-looks.ts';
import { ask, type Case, everyone, hidden, seenByAllBut } from '../../../testing/may.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';

const mayReact = (endpoint: Endpoint): Case[] => [
  {
    of: "the owner's post",
    expected: {
      ...everyone('200'),
      ...hidden('404 POST_NOT_FOUND'),
      visitor: '401 REACTION_SIGN_IN_REQUIRED',
    },
    request: (scene, as) => ask(as, endpoint, { body: { messageId: scene.postId, reactionType: 'AGREE' } }),
  },
];

export const reactionsSurface: Surface = {
  of: 'posts/reactions',
  calls: [
    {
      endpoint: addReaction,
      statements: atMost(4, ({ bob, posts }) => ({
        as: bob,
        body: { messageId: posts[2]!.id, reactionType: 'HEART' },
      })),
      sample: ({ userId, messageId }) => ({
        body: { messageId, reactionType: 'AGREE', userId, userName: 'Ann' },
      }),
      may: mayReact(addReaction),
      acrossBlocks: [
        {
          of: "the own reaction to Sol's post",
          expected: hiddenOnes('404 POST_NOT_FOUND', '200', '401 REACTION_SIGN_IN_REQUIRED'),
          look: (scene, as) =>
            ask(as, addReaction, { body: { messageId: scene.post.id, reactionType: 'AGREE' } }),
        },
      ],
    },
    {
      endpoint: removeReaction,
      statements: atMost(4, async ({ bob, posts }) => {
        const body = { messageId: posts[3]!.id, reactionType: 'HEART' };
        await bob.get(addReaction, { body });
        return { as: bob, body };
      }),
      sample: ({ userId, messageId }) => ({
        body: { messageId, reactionType: 'AGREE', userId, userName: 'Ann' },
      }),
      may: mayReact(removeReaction),
      acrossBlocks: [
        {
          of: "the own reaction to Sol's post",
          expected: hiddenOnes('404 POST_NOT_FOUND', '200', '401 REACTION_SIGN_IN_REQUIRED'),
          look: (scene, as) =>
            ask(as, removeReaction, { body: { messageId: scene.post.id, reactionType: 'AGREE' } }),
        },
      ],
    },
    {
      endpoint: listReactions,
      statements: atMost(3, ({ ann, posts }) => ({ as: ann, query: { messageId: posts[2]!.id } })),
      sample: ({ messageId }) => ({ query: { messageId } }),
      may: [
        {
          of: "the owner's post",
          expected: { ...everyone('200'), ...hidden('404 POST_NOT_FOUND') },
          request: (scene, as) => ask(as, listReactions, { query: { messageId: scene.postId } }),
        },
        {
          of: "the owner's reaction to somebody else's post",
          expected: seenByAllBut('200 without'),
          request: (scene, as) =>
            ask(as, listReactions, { query: { messageId: scene.hostPostId } }, (data: { userId: string }[]) =>
              data.some(({ userId }) => userId === scene.people.owner.id),
            ),
        },
      ],
      acrossBlocks: [
        {
          of: "reactions to Sol's post",
          expected: hiddenOnes('404 POST_NOT_FOUND', '200'),
          look: (scene, as) => ask(as, listReactions, { query: { messageId: scene.post.id } }),
        },
        {
          of: "Sol's reaction",
          expected: hiddenOnes('200 without', '200 sees'),
          look: (scene, as) =>
            ask(as, listReactions, { query: { messageId: scene.hostPost.id } }, scene.mentionsSol),
        },
      ],
    },
  ],
  events: [
    {
      type: 'reactions_changed',
      acrossBlocks: [
        heard(
          "Sol's reaction to the host's post",
          'reactions_changed',
          hiddenOnes('silence', 'heard'),
          (scene) =>
            scene.sol.get(addReaction, { body: { messageId: scene.hostPost.id, reactionType: 'SAD' } }),
        ),
      ],
    },
  ],
  sizes: [
    {
      of: 'reactions',
      async holds({ app, ann, posts, countOf }) {
        const crowded = { query: { messageId: posts[1]!.id } };
        const one = await countOf(ann, listReactions, crowded);
        for (let number = 0; number < 10; number++) {
          const person = await app.person(`Crowd ${number}`);
          await person.get(addReaction, { body: { messageId: posts[1]!.id, reactionType: 'HEART' } });
        }
        expect(await countOf(ann, listReactions, crowded)).toBe(one);
      },
    },
  ],
  keeps: [
    {
      table: 'reactions',
      async leave({ ann, bob }) {
        const messageId = (await bob.post()).id;
        await ann.get(addReaction, { body: { messageId, reactionType: 'HEART' } });
      },
    },
  ],
};
