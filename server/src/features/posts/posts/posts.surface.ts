import { listMapCounts } from '@dazi/contract/posts/map-counts';
import { createPost, editPost, removePost } from '@dazi/contract/posts/posts';
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
    },
    {
      endpoint: editPost,
      // The session, the post, whether it has media, the change, its event, and the post as its author sees it.
      statements: atMost(7, async ({ bob }) => ({
        as: bob,
        params: { messageId: (await bob.post()).id },
        body: { content: 'Other words' },
      })),
    },
    {
      endpoint: removePost,
      statements: atMost(4, async ({ bob, drawn }) => {
        const post = await bob.post({ imageUrls: [drawn, drawn] });
        return { as: bob, params: { messageId: post.id }, body: {} };
      }),
    },
    {
      endpoint: listMapCounts,
      statements: atMost(2, ({ ann }) => ({
        as: ann,
        query: { west: -123, east: -122, south: 37, north: 38, zoom: 9 },
      })),
    },
  ],
};
