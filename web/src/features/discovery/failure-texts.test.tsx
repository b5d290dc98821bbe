// @vitest-environment happy-dom
import type { Post } from '@dazi/contract/posts/posts';
import { useEffect } from 'react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSessionRefresh } from '#features/identity/identity.api.ts';
import { useProfile, useSaveAvatar } from '#features/people/profiles/profiles.api.ts';
import { useToggleBookmark } from '#features/posts/bookmarks/bookmarks.api.ts';
import { useAddComment, useComments } from '#features/posts/comments/comments.api.ts';
import { useAuthorPosts, useMapPosts } from '#features/posts/post-views/post-views.api.ts';
import { useCreatePost, useRemovePost } from '#features/posts/posts/posts.api.ts';
import { useToggleReaction } from '#features/posts/reactions/reactions.api.ts';
import { drawHook } from '#testing/draw.tsx';
import { useMatches, usePeopleSearch } from './people.api.ts';

/** What the log says when the server refuses; people are told in their own language, by the screens. */

const warn = vi.spyOn(console, 'warn');
beforeEach(() => {
  warn.mockReset().mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => {
    const body = { success: false, code: 'FORBIDDEN', error: 'You are not allowed to do this' };
    return Response.json(body, { status: 403, statusText: 'Forbidden' });
  });
});
// A post is asked for half a second after a change: that is not to happen in the tests of another file.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 700)));
afterEach(() => vi.unstubAllGlobals());

/** Runs a hook in a page of its own, and what it gives once. */
async function run<Given>(hook: () => Given, once: (given: Given) => void = () => {}) {
  const { unmount } = await drawHook(() => {
    const given = hook();
    // biome-ignore lint/correctness/useExhaustiveDependencies: once
    useEffect(() => once(given), []);
  });
  // What was lost on the way is asked for three times more, a second apart.
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  unmount();
}

const post = {
  id: 'p1',
  userId: 'u1',
  bookmarked: false,
  myReaction: null,
  reactions: {},
} as unknown as Post;
post._count = { comments: 0, reactions: 0 };
const marked: Post = { ...post, bookmarked: true, myReaction: 'HEART', reactions: { HEART: 1 } };
const box = { west: 1, south: 1, east: 2, north: 2 };

const cases: [string, string, () => Promise<void>][] = [
  ['POST-077', 'Failed to fetch messages: 403 Forbidden', () => run(() => useAuthorPosts('u1'))],
  ['POST-077 map', 'Failed to fetch messages: 403 Forbidden', () => run(() => useMapPosts(box, {}, true))],
  ['BOOK', 'Failed to fetch bookmarks', () => run(() => useMapPosts(box, { view: 'bookmarked' }, true))],
  [
    'POST-078',
    'Failed to delete message: 403',
    () =>
      run(
        () => useRemovePost('u1'),
        (remove) => remove.mutate(post),
      ),
  ],
  [
    'BOOK add',
    'Failed to add bookmark',
    () =>
      run(
        () => useToggleBookmark('u2', 'p1'),
        (toggle) => toggle.mutate(post),
      ),
  ],
  [
    'BOOK remove',
    'Failed to remove bookmark',
    () =>
      run(
        () => useToggleBookmark('u2', 'p1'),
        (toggle) => toggle.mutate(marked),
      ),
  ],
  [
    'REACT add',
    'Failed to add reaction',
    () =>
      run(
        () => useToggleReaction('u2', 'Uma', 'p1'),
        (toggle) => toggle.mutate({ post, type: 'HEART' }),
      ),
  ],
  [
    'REACT remove',
    'Failed to remove reaction',
    () =>
      run(
        () => useToggleReaction('u2', 'Uma', 'p1'),
        (toggle) => toggle.mutate({ post: marked, type: 'HEART' }),
      ),
  ],
  [
    'ERR-007',
    'Failed to post message',
    () =>
      run(
        () => useCreatePost('u1'),
        (create) => create.mutate({ content: 'x', location: { latitude: 1, longitude: 1 } }),
      ),
  ],
  ['AUTH-048', 'Authentication error', () => run(() => useSessionRefresh())],
  ['PROF-089', 'Failed to load profile', () => run(() => useProfile('u1', null))],
  ['PROF-091', 'Failed to find matches', () => run(() => useMatches())],
  ['PROF-092', 'Failed to search profiles', () => run(() => usePeopleSearch('Ann'))],
  [
    'PROF-095',
    'Failed to update avatar',
    () =>
      run(
        () => useSaveAvatar('u1'),
        (save) => save.mutate(null),
      ),
  ],
  ['CMNT fetch', 'Failed to fetch comments: 403', () => run(() => useComments('p1'))],
  [
    'CMNT create',
    'Failed to create comment: 403',
    () =>
      run(
        () => useAddComment('p1', 'u1'),
        (add) => add.mutate({ content: 'x', parentId: null }),
      ),
  ],
];

test.each(cases)('%s: %s', async (_id, text, fail) => {
  await fail();
  expect(warn.mock.calls.map(([message]) => message)).toContain(text);
});
