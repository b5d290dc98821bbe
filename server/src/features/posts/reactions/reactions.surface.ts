import { addReaction, listReactions, removeReaction } from '@dazi/contract/posts/reactions';
import { expect } from 'vitest';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';

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
    },
    {
      endpoint: listReactions,
      statements: atMost(3, ({ ann, posts }) => ({ as: ann, query: { messageId: posts[2]!.id } })),
      sample: ({ messageId }) => ({ query: { messageId } }),
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
};
