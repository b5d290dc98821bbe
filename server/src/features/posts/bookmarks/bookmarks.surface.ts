import { addBookmark, removeBookmark } from '@dazi/contract/posts/bookmarks';
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
    },
    {
      endpoint: removeBookmark,
      statements: atMost(2, ({ ann, posts }) => {
        const body = { messageId: posts[2]!.id };
        return { as: ann, body, after: () => ann.get(addBookmark, { body }) };
      }),
      sample: ({ userId, messageId }) => ({ body: { messageId, userId } }),
    },
  ],
};
