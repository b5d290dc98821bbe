// @vitest-environment happy-dom
import type { Post } from '@dazi/contract/posts/posts';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropPost } from '#features/posts/posts/posts.api.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { drawHook } from '#testing/draw.tsx';
import { useAuthorPosts, useBookmarkedPosts } from './post-views.api.ts';

let listed: Post[];

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => {
    const data = path.includes('/api/bookmarks') ? listed.map((message) => ({ message })) : listed;
    return Response.json({ success: true, data, nextCursor: 'further' });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const posts = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `p${index}` }) as Post);

test.each([
  ['of an author', () => useAuthorPosts('u1')],
  ['that were kept', () => useBookmarkedPosts('u1')],
])('PROF-099: posts %s go on after a full page, also once one of it is gone', async (_whose, useList) => {
  for (const [count, goesOn] of [
    [6, true],
    [5, false],
  ] as const) {
    listed = posts(count);
    const client = createQueryClient();
    const { result } = await drawHook(useList, client);
    await act(() => vi.waitFor(() => expect(result.current.data).toBeDefined()));
    expect(result.current.hasNextPage).toBe(goesOn);
    await act(async () => dropPost(client, 'p0'));
    await act(() => vi.waitFor(() => expect(result.current.data?.pages[0]?.posts).toHaveLength(count - 1)));
    expect(result.current.hasNextPage).toBe(goesOn);
  }
});
