import { saveProfile } from '@dazi/contract/people/profiles';
import { blurPosts, countExactPosts } from '@dazi/contract/posts/blurring';
import { listMapCounts } from '@dazi/contract/posts/map-counts';
import { createPost, editPost, removePost } from '@dazi/contract/posts/posts';
import { decade } from '../../../testing/bad-input-scene.ts';
import { forAll, heard, hiddenOnes } from '../../../testing/blocks-looks.ts';
import { ask, everyone, limited, ownerOnly } from '../../../testing/may.ts';
import type { MayScene } from '../../../testing/may-scene.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';

const exactly = {
  privacy: { showLocation: 'exact', locationSharing: { enabled: true, precision: 'exact' } },
} as const;

async function ownPost({ people, postOfLimited }: MayScene, as: TestPerson): Promise<string> {
  if (!as.user) return 'nothing';
  return as === people.limited ? postOfLimited : (await as.post({ gender: 'F' })).id;
}

export const postsSurface: Surface = {
  of: 'posts/posts',
  calls: [
    {
      endpoint: createPost,
      // Two of them for how much is stored of the author.
      statements: atMost(12, ({ bob, drawn }) => ({
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
      may: [
        {
          of: 'an own post',
          expected: {
            ...everyone('200'),
            ...limited,
            visitor: '401 POST_SIGN_IN_REQUIRED',
            unconfirmed: '400 POST_GENDER_MISSING',
          },
          request: (_scene, as) => ask(as, createPost, { body: { content: 'x', location: haight } }),
        },
        {
          of: 'one with a link, whose author says a gender',
          expected: {
            ...everyone('200'),
            ...limited,
            visitor: '401 POST_SIGN_IN_REQUIRED',
            newcomer: '403 NEWCOMER_LINKS',
          },
          request: (_scene, as) =>
            ask(as, createPost, {
              body: { content: 'https://chess.example', location: haight, gender: 'F' },
            }),
        },
      ],
      acrossBlocks: 'the own post; who hears of it stands with its event',
    },
    {
      endpoint: countExactPosts,
      statements: atMost(3, ({ bob }) => ({ as: bob, query: {} })),
      sample: ({ userId }) => ({ query: { userId, upTo: decade } }),
      may: [
        {
          of: 'the own exact posts',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, countExactPosts, { query: {} }),
        },
      ],
      acrossBlocks: 'the own posts and rooms',
    },
    {
      endpoint: blurPosts,
      // Of one post: it is held, where they were shown before, the move, its events, the rooms, and what is left.
      statements: atMost(13, async ({ bob }) => {
        await bob.get(saveProfile, { params: { userId: bob.id }, body: exactly });
        await bob.post({ locationDisplay: 'exact' });
        return { as: bob, body: {} };
      }),
      sample: ({ userId }) => ({ body: { userId, upTo: decade } }),
      may: [
        {
          of: 'the own exact posts',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, blurPosts, { body: {} }),
        },
      ],
      acrossBlocks: 'the own posts; who hears of it stands with their events',
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
      may: [
        {
          of: "the owner's post",
          expected: ownerOnly('401 EDIT_SIGN_IN_REQUIRED', '403 NOT_YOUR_POST_TO_EDIT', '404 POST_NOT_FOUND'),
          request: (scene, as) =>
            ask(as, editPost, { params: { messageId: scene.postId }, body: { content: 'Go?' } }),
        },
        {
          of: 'the own post',
          expected: { ...everyone('200'), ...limited, visitor: '401 EDIT_SIGN_IN_REQUIRED' },
          request: async (scene, as) =>
            ask(as, editPost, {
              params: { messageId: await ownPost(scene, as) },
              body: { content: 'Go?' },
            }),
        },
        {
          of: 'the own post, which gets a link',
          expected: {
            ...everyone('200'),
            ...limited,
            visitor: '401 EDIT_SIGN_IN_REQUIRED',
            newcomer: '403 NEWCOMER_LINKS',
          },
          request: async (scene, as) =>
            ask(as, editPost, {
              params: { messageId: await ownPost(scene, as) },
              body: { content: 'https://go.example' },
            }),
        },
      ],
      acrossBlocks: 'the own post alone',
    },
    {
      endpoint: removePost,
      statements: atMost(4, async ({ bob, drawn }) => {
        const post = await bob.post({ imageUrls: [drawn, drawn] });
        return { as: bob, params: { messageId: post.id }, body: {} };
      }),
      sample: ({ userId, messageId }) => ({ params: { messageId }, body: { userId } }),
      may: [
        {
          of: "the owner's post",
          expected: ownerOnly('401 DELETE_SIGN_IN_REQUIRED', '403 NOT_YOUR_POST', '404 POST_NOT_FOUND'),
          request: (scene, as) => ask(as, removePost, { params: { messageId: scene.postId }, body: {} }),
        },
      ],
      acrossBlocks: 'the own post alone',
    },
    {
      endpoint: listMapCounts,
      statements: atMost(2, ({ ann }) => ({
        as: ann,
        query: { west: -123, east: -122, south: 37, north: 38, zoom: 9 },
      })),
      sample: { query: { west: '-123', south: '37', east: '-122', north: '38', zoom: '9' } },
      may: [
        {
          of: 'a box, the same for all',
          expected: everyone('200'),
          request: (_scene, as) =>
            ask(as, listMapCounts, { query: { west: -123, south: 37, east: -122, north: 38, zoom: 9 } }),
        },
      ],
      acrossBlocks: [
        {
          of: 'counters of the map, the same for all',
          expected: forAll('200'),
          look: (_scene, as) =>
            ask(as, listMapCounts, { query: { west: -123, south: 37, east: -122, north: 38, zoom: 9 } }),
        },
      ],
    },
  ],
  events: [
    {
      type: 'post_created',
      acrossBlocks: [
        heard('a post', 'post_created', hiddenOnes('silence', 'heard'), ({ sol }) =>
          sol.post({ content: 'New' }),
        ),
      ],
    },
    {
      type: 'post_edited',
      acrossBlocks: [
        heard('other words in a post', 'post_edited', hiddenOnes('silence', 'heard'), async ({ sol }) => {
          const messageId = (await sol.post({ content: 'New' })).id;
          await sol.get(editPost, { params: { messageId }, body: { content: 'Newer' } });
        }),
      ],
    },
    {
      type: 'post_deleted',
      acrossBlocks: [
        heard('that a post is gone', 'post_deleted', hiddenOnes('silence', 'heard'), async ({ sol }) => {
          const messageId = (await sol.post({ content: 'New' })).id;
          await sol.get(removePost, { params: { messageId }, body: {} });
        }),
      ],
    },
  ],
  keeps: [{ table: 'posts', leave: ({ ann }) => ann.post() }],
};
