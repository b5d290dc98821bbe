// @vitest-environment happy-dom
import type { Post } from '@dazi/contract/posts/posts';
import { act, cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postKeys, usePost } from '#features/posts/posts/posts.api.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { drawHook } from '#testing/draw.tsx';
import { useToggleBookmark } from './bookmarks.api.ts';

/** What the server has, and the answers that it has begun and not sent yet. */
let isKept: boolean;
let slow: (() => void)[];
let isLost: boolean;
const post = () => ({ id: 'p1', content: 'A bench', bookmarked: isKept }) as Post;

beforeEach(() => {
  [isKept, slow, isLost] = [false, [], false];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', (path: string, { method = 'GET', signal }: RequestInit = {}) => {
    if (method === 'GET') {
      const data = path.includes('ids=') ? [post()] : post();
      const answer = Response.json({ success: true, data, nextCursor: null });
      if (path.includes('ids=')) return Promise.resolve(answer);
      return new Promise<Response>((resolve, reject) => {
        slow.push(() => resolve(answer));
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    }
    isKept = method === 'POST';
    if (isLost) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(Response.json({ success: true, data: { messageId: 'p1' } }));
  });
});
// A post is asked for half a second after a change: that is not to happen in the tests of another file.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 700)));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens a post that a list knows, which is asked for anew. */
const open = async () => {
  const client = createQueryClient();
  client.setQueryData(postKeys.list('map'), { posts: [post()], nextCursor: null });
  const { result } = await drawHook(
    () => ({ shown: usePost('p1').data!, toggle: useToggleBookmark('u1', 'p1') }),
    client,
  );
  return result;
};
const answered = () =>
  act(async () => {
    for (const answer of slow.splice(0)) answer();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

test('an answer that was under way does not say that nothing was kept', async () => {
  const result = await open();
  expect(slow).toHaveLength(1);
  await act(() => result.current.toggle.mutateAsync(result.current.shown));
  await answered();
  expect(result.current.shown.bookmarked).toBe(true);
});

test('what was kept though the answer was lost is shown as kept', async () => {
  const result = await open();
  await answered();
  isLost = true;
  await act(() => result.current.toggle.mutateAsync(result.current.shown).catch(() => {}));
  expect(result.current.shown.bookmarked).toBe(false);
  await act(() => vi.waitFor(() => expect(result.current.shown.bookmarked).toBe(true)));
});
