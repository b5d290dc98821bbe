import { listMapCounts } from '@dazi/contract/posts/map-counts';
import { createPost, editPost, removePost } from '@dazi/contract/posts/posts';
import { decade } from '../../../testing/bad-input-scene.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { haight } from '../../../testing/test-person.ts';

export const postsSurface: Surface = {
  of: 'posts/posts',
  calls: [
    {
      endpoint: createPost,
      statements: atMost(10, ({ bob, drawn }) => ({
        as: bob,
        body: { content: 'Four pictures', location: haight, imageUrls: [drawn, drawn, drawn] },
      })),
      sample: ({ userId, image }) => ({
        body: {
          userId,
          content: 'Hello',
          location: { ...haight, address: 'Haight Street' },
          locationDisplay: 'approximate',
          gender: 'F',
          isActive: true,
          imageUrl: image,
          imageUrls: [image],
          posters: [image],
          expiresAt: decade,
        },
      }),
    },
    {
      endpoint: editPost,
      // The session, the post, whether it has media, the change, its event, and the post as its author sees it.
      statements: atMost(7, async ({ bob }) => ({
        as: bob,
        params: { messageId: (await bob.post()).id },
        body: { content: 'Other words' },
      })),
      sample: ({ userId, messageId }) => ({
        params: { messageId },
        body: { userId, content: 'Hello again', gender: 'M' },
      }),
    },
    {
      endpoint: removePost,
      statements: atMost(4, async ({ bob, drawn }) => {
        const post = await bob.post({ imageUrls: [drawn, drawn] });
        return { as: bob, params: { messageId: post.id }, body: {} };
      }),
      sample: ({ userId, messageId }) => ({ params: { messageId }, body: { userId } }),
    },
    {
      endpoint: listMapCounts,
      statements: atMost(2, ({ ann }) => ({
        as: ann,
        query: { west: -123, east: -122, south: 37, north: 38, zoom: 9 },
      })),
      sample: { query: { west: '-123', south: '37', east: '-122', north: '38', zoom: '9' } },
    },
  ],
};
