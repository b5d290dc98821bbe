import { addComment, listComments, removeComment } from '@dazi/contract/posts/comments';
import { heard, hiddenOnes, noSession } from '../../../testing/blocks-looks.ts';
import { ask, type Case, everyone, hidden, limited, ownerOnly, seenByAllBut } from '../../../testing/may.ts';
import { atMost, sameForOneAndFifty } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';

export const commentsSurface: Surface = {
  of: 'posts/comments',
  calls: [
    {
      endpoint: listComments,
      statements: atMost(4, ({ ann, posts }) => ({ as: ann, query: { messageId: posts[0]!.id } })),
      sample: ({ messageId, page }) => ({ query: { messageId, limit: '5', cursor: page.cursor } }),
      may: [
        {
          of: "the owner's post",
          expected: { ...everyone('200'), ...hidden('404 POST_NOT_FOUND') },
          request: (scene, as) => ask(as, listComments, { query: { messageId: scene.postId } }),
        },
        {
          of: "the owner's comment on somebody else's post",
          expected: seenByAllBut('200 without'),
          request: (scene, as) =>
            ask(as, listComments, { query: { messageId: scene.hostPostId } }, (data: { id: string }[]) =>
              data.some(({ id }) => id === scene.commentId),
            ),
        },
      ],
      acrossBlocks: [
        {
          of: "comments on Sol's post",
          expected: hiddenOnes('404 POST_NOT_FOUND', '200'),
          look: (scene, as) => ask(as, listComments, { query: { messageId: scene.post.id } }),
        },
        {
          of: "Sol's comment",
          expected: hiddenOnes('200 without', '200 sees'),
          look: (scene, as) =>
            ask(as, listComments, { query: { messageId: scene.hostPost.id } }, scene.mentionsSol),
        },
      ],
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
      may: [
        {
          of: "the owner's post",
          expected: {
            ...everyone('200'),
            ...hidden('404 POST_NOT_FOUND'),
            visitor: '401 COMMENT_SIGN_IN_REQUIRED',
          },
          request: (scene, as) => ask(as, addComment, { body: { messageId: scene.postId, content: 'Yes' } }),
        },
        ...['Yes', 'https://yes.example'].map(
          (content, index): Case => ({
            of: `a post of somebody who knows nobody${index ? ', with a link' : ''}`,
            expected: {
              ...everyone('200'),
              ...limited,
              ...(index === 1 && { newcomer: '403 NEWCOMER_LINKS' }),
              visitor: '401 COMMENT_SIGN_IN_REQUIRED',
            },
            request: async (scene, as) =>
              ask(as, addComment, { body: { messageId: (await scene.newFace()).postId, content } }),
          }),
        ),
        {
          of: "an answer to the owner's comment",
          expected: {
            ...everyone('200'),
            ...hidden('404 COMMENT_NOT_FOUND'),
            visitor: '401 COMMENT_SIGN_IN_REQUIRED',
          },
          request: (scene, as) =>
            ask(as, addComment, {
              body: { messageId: scene.hostPostId, parentId: scene.commentId, content: 'Yes' },
            }),
        },
      ],
      acrossBlocks: [
        {
          of: "a comment on Sol's post",
          expected: hiddenOnes('404 POST_NOT_FOUND', '200', '401 COMMENT_SIGN_IN_REQUIRED'),
          look: (scene, as) => ask(as, addComment, { body: { messageId: scene.post.id, content: 'Yes' } }),
        },
        {
          of: "an answer to Sol's comment",
          expected: hiddenOnes('404 COMMENT_NOT_FOUND', '200', '401 COMMENT_SIGN_IN_REQUIRED'),
          look: (scene, as) =>
            ask(as, addComment, {
              body: { messageId: scene.hostPost.id, parentId: scene.solsComment, content: 'Me too' },
            }),
        },
      ],
    },
    {
      endpoint: removeComment,
      // Its words are sealed.
      statements: atMost(6, async ({ ann, posts }) => {
        const messageId = posts[2]!.id;
        const { data } = await ann.get(addComment, { body: { messageId, content: 'A comment' } });
        await ann.get(addComment, { body: { messageId, parentId: data.id, content: 'An answer' } });
        return { as: ann, params: { commentId: data.id }, body: {} };
      }),
      sample: ({ userId }) => ({ params: { commentId: 'nothing' }, body: { userId } }),
      may: [
        {
          of: "the owner's comment on somebody else's post",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOUR_COMMENT', '404 COMMENT_NOT_FOUND'),
          request: (scene, as) =>
            ask(as, removeComment, { params: { commentId: scene.commentId }, body: {} }),
        },
        {
          of: "somebody else's comment on the owner's post",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOUR_COMMENT', '404 COMMENT_NOT_FOUND'),
          request: (scene, as) =>
            ask(as, removeComment, { params: { commentId: scene.hostCommentId }, body: {} }),
        },
      ],
      acrossBlocks: [
        {
          of: "taking Sol's comment away",
          expected: hiddenOnes('404 COMMENT_NOT_FOUND', '403 NOT_YOUR_COMMENT', noSession),
          look: (scene, as) => ask(as, removeComment, { params: { commentId: scene.solsComment }, body: {} }),
        },
      ],
    },
  ],
  events: [
    {
      type: 'comments_changed',
      acrossBlocks: [
        heard(
          "Sol's comment on the host's post",
          'comments_changed',
          hiddenOnes('silence', 'heard'),
          (scene) => scene.sol.get(addComment, { body: { messageId: scene.hostPost.id, content: 'Again' } }),
        ),
      ],
    },
  ],
  sizes: [
    sameForOneAndFifty('comments', listComments, (limit, { posts }) => ({
      query: { limit, messageId: posts[0]!.id },
    })),
  ],
  keeps: [
    {
      table: 'comments',
      async leave({ ann, bob }) {
        const messageId = (await bob.post()).id;
        const { data: root } = await ann.get(addComment, { body: { messageId, content: 'A root' } });
        const body = { messageId, parentId: root.id, content: 'An answer' };
        const { data: answer } = await bob.get(addComment, { body });
        await ann.get(addComment, { body: { messageId, parentId: answer.id, content: 'A leaf' } });
      },
    },
  ],
};
