import { addBookmark, removeBookmark } from '@dazi/contract/posts/bookmarks';
import { forAll, hiddenOnes } from '../../../testing/blocks-looks.ts';
import { ask, everyone, hidden } from '../../../testing/may.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';

export const bookmarksSurface: Surface = {
  of: 'posts/bookmarks',
  calls: [
    {
      endpoint: addBookmark,
      statements: atMost(3, async ({ ann, posts }) => {
        const body = { messageId: posts[2]!.id };
        await ann.get(removeBookmark, { body });
        return { as: ann, body };
      }),
      sample: ({ userId, messageId }) => ({ body: { messageId, userId } }),
      may: [
        {
          of: "the owner's post",
          expected: {
            ...everyone('200'),
            ...hidden('404 POST_NOT_FOUND'),
            visitor: '401 BOOKMARK_SIGN_IN_REQUIRED',
            owner: '400 OWN_POST_BOOKMARK',
          },
          request: (scene, as) => ask(as, addBookmark, { body: { messageId: scene.postId } }),
        },
      ],
      acrossBlocks: [
        {
          of: "a bookmark of Sol's post",
          expected: hiddenOnes('404 POST_NOT_FOUND', '200', '401 BOOKMARK_SIGN_IN_REQUIRED'),
          look: (scene, as) => ask(as, addBookmark, { body: { messageId: scene.post.id } }),
        },
      ],
    },
    {
      endpoint: removeBookmark,
      statements: atMost(2, ({ ann, posts }) => {
        const body = { messageId: posts[2]!.id };
        return { as: ann, body, after: () => ann.get(addBookmark, { body }) };
      }),
      sample: ({ userId, messageId }) => ({ body: { messageId, userId } }),
      may: [
        {
          of: "the owner's post",
          expected: { ...everyone('200'), visitor: '401 UNBOOKMARK_SIGN_IN_REQUIRED' },
          request: (scene, as) => ask(as, removeBookmark, { body: { messageId: scene.postId } }),
        },
      ],
      acrossBlocks: [
        {
          of: 'taking the own bookmark away',
          expected: forAll('200', '401 UNBOOKMARK_SIGN_IN_REQUIRED'),
          look: (scene, as) => ask(as, removeBookmark, { body: { messageId: scene.post.id } }),
        },
      ],
    },
  ],
  keeps: [
    {
      table: 'bookmarks',
      leave: async ({ ann, bob }) => ann.get(addBookmark, { body: { messageId: (await bob.post()).id } }),
    },
  ],
};
