import { getPost, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import { askForPage, forAll, hiddenOnes, noSession } from '../../../testing/blocks-looks.ts';
import type { BlockCase, BlocksScene } from '../../../testing/blocks-scene.ts';
import { ask, type Case, everyone, hidden, ownerOnly, seenByAllBut } from '../../../testing/may.ts';
import type { MayScene } from '../../../testing/may-scene.ts';
import { atMost, sameForOneAndFifty } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { haight } from '../../../testing/test-person.ts';

const holdsPost = (scene: MayScene) => (data: { id: string }[]) => data.some(({ id }) => id === scene.postId);

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
      may: [
        ...(
          [
            ['everything', () => ({})],
            ['by author', (scene) => ({ userId: scene.people.owner.id })],
            ['by ids', (scene) => ({ ids: scene.postId })],
            ['by place', () => ({ ...haight, radiusKm: 5 })],
            ['by map view', () => ({ west: -123, south: 37, east: -122, north: 38 })],
            ['by keyword', () => ({ keywords: 'chess' })],
          ] as [string, (scene: MayScene) => object][]
        ).map(
          ([of, query]): Case => ({
            of,
            expected: seenByAllBut('200 without'),
            request: (scene, as) => ask(as, listPosts, { query: query(scene) }, holdsPost(scene)),
          }),
        ),
        {
          of: 'the own posts',
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
          request: (scene, as) => ask(as, listPosts, { query: { view: 'mine' } }, holdsPost(scene)),
        },
        {
          of: 'the bookmarked posts',
          expected: {
            ...seenByAllBut('200 without'),
            visitor: '401 SIGN_IN_REQUIRED',
            owner: '200 without',
          },
          request: (scene, as) => ask(as, listPosts, { query: { view: 'bookmarked' } }, holdsPost(scene)),
        },
      ],
      acrossBlocks: [
        ...(
          [
            ['all', () => ({})],
            ['by author', ({ sol }) => ({ userId: sol.id })],
            ['by id', ({ post }) => ({ ids: post.id })],
            ['by radius', () => ({ ...haight, radiusKm: 5 })],
            ['by box', () => ({ west: -123, south: 37, east: -122, north: 38 })],
            ['by keyword', () => ({ keywords: 'petanque' })],
          ] as [string, (scene: BlocksScene) => object][]
        ).map(
          ([of, query]): BlockCase => ({
            of: `posts, ${of}`,
            expected: hiddenOnes('200 without', '200 sees'),
            look: (scene, as) => ask(as, listPosts, { query: query(scene) }, scene.mentionsSol),
          }),
        ),
      ],
    },
    {
      endpoint: getPost,
      // The session, whether it is there, what it says, and the plan that was made of it.
      statements: atMost(4, ({ ann, posts }) => ({ as: ann, params: { messageId: posts[2]!.id } })),
      sample: ({ messageId }) => ({ params: { messageId } }),
      may: [
        {
          of: "the owner's post",
          expected: { ...everyone('200'), ...hidden('404 POST_NOT_FOUND') },
          request: (scene, as) => ask(as, getPost, { params: { messageId: scene.postId } }),
        },
      ],
      acrossBlocks: [
        {
          of: 'a post by its address',
          expected: hiddenOnes('404 POST_NOT_FOUND', '200'),
          look: (scene, as) => ask(as, getPost, { params: { messageId: scene.post.id } }),
        },
        {
          of: 'what a link to a post says to who has no session',
          expected: forAll('200 without', '200 sees'),
          look: (scene, as) => askForPage(as, `/post/${scene.post.id}`, 'Petanque?'),
        },
      ],
    },
    {
      endpoint: listBookmarks,
      statements: atMost(3, ({ ann }) => ({ as: ann })),
      sample: ({ userId, page }) => ({ query: { userId, ...page } }),
      may: [
        {
          of: 'the own bookmarks',
          expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
          request: (scene, as) =>
            ask(as, listBookmarks, {}, (data: { messageId: string }[]) =>
              data.some(({ messageId }) => messageId === scene.postId),
            ),
        },
        {
          of: "the owner's bookmarks",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
          request: (scene, as) => ask(as, listBookmarks, { query: { userId: scene.people.owner.id } }),
        },
      ],
      acrossBlocks: [
        {
          of: 'bookmarks',
          expected: hiddenOnes('200 without', '200 sees', noSession),
          look: (scene, as) => ask(as, listBookmarks, {}, scene.mentionsSol),
        },
      ],
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
