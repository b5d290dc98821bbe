import { addComment, listComments, removeComment } from '@dazi/contract/posts/comments';
import { atMost, sameForOneAndFifty } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';

export const commentsSurface: Surface = {
  of: 'posts/comments',
  calls: [
    {
      endpoint: listComments,
      statements: atMost(4, ({ ann, posts }) => ({ as: ann, query: { messageId: posts[0]!.id } })),
      sample: ({ messageId, page }) => ({ query: { messageId, limit: '5', cursor: page.cursor } }),
    },
    {
      endpoint: addComment,
      statements: atMost(6, async ({ ann, posts }) => {
        const messageId = posts[2]!.id;
        const { data } = await ann.get(addComment, { body: { messageId, content: 'A comment' } });
        return { as: ann, body: { messageId, parentId: data.id, content: 'An answer' } };
      }),
      sample: ({ userId, messageId }) => ({
        body: { messageId, userId, content: 'Yes', parentId: null, isActive: true },
      }),
    },
    {
      endpoint: removeComment,
      statements: atMost(5, async ({ ann, posts }) => {
        const messageId = posts[2]!.id;
        const { data } = await ann.get(addComment, { body: { messageId, content: 'A comment' } });
        await ann.get(addComment, { body: { messageId, parentId: data.id, content: 'An answer' } });
        return { as: ann, params: { commentId: data.id }, body: {} };
      }),
      sample: ({ userId }) => ({ params: { commentId: 'nothing' }, body: { userId } }),
    },
  ],
  sizes: [
    sameForOneAndFifty('comments', listComments, (limit, { posts }) => ({
      query: { limit, messageId: posts[0]!.id },
    })),
  ],
};
