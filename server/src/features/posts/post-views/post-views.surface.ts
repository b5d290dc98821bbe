import { getPost, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import { atMost, sameForOneAndFifty } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { haight } from '../../../testing/test-person.ts';

export const postViewsSurface: Surface = {
  of: 'posts/post-views',
  calls: [
    {
      endpoint: listPosts,
      statements: atMost(3, ({ ann }) => ({
        as: ann,
        query: { ...haight, radiusKm: 50, keywords: 'post', gender: 'F' },
      })),
      sample: ({ userId, page }) => ({
        query: {
          ...page,
          userId,
          latitude: '37.77',
          longitude: '-122.44',
          radiusKm: '5',
          west: '-123',
          south: '37',
          east: '-122',
          north: '38',
          gender: 'F',
          view: 'all',
          keywords: 'chess',
          postedSince: '2020-01-01T00:00:00.000Z',
        },
      }),
    },
    {
      endpoint: getPost,
      statements: atMost(3, ({ ann, posts }) => ({ as: ann, params: { messageId: posts[2]!.id } })),
      sample: ({ messageId }) => ({ params: { messageId } }),
    },
    {
      endpoint: listBookmarks,
      statements: atMost(3, ({ ann }) => ({ as: ann })),
      sample: ({ userId, page }) => ({ query: { userId, ...page } }),
    },
  ],
  sizes: [
    sameForOneAndFifty('posts', listPosts, (limit) => ({ query: { limit } })),
    sameForOneAndFifty('posts nearby', listPosts, (limit) => ({ query: { limit, ...haight, radiusKm: 50 } })),
    sameForOneAndFifty('posts of one', listPosts, (limit, { bob }) => ({ query: { limit, userId: bob.id } })),
    sameForOneAndFifty('bookmarked posts', listPosts, (limit) => ({ query: { limit, view: 'bookmarked' } })),
    sameForOneAndFifty('posts by id', listPosts, (limit, { posts }) => ({
      query: {
        ids: posts
          .slice(0, limit)
          .map(({ id }) => id)
          .join(','),
      },
    })),
    sameForOneAndFifty('bookmarks', listBookmarks, (limit) => ({ query: { limit } })),
  ],
};
