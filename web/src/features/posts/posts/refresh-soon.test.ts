// @vitest-environment happy-dom
import type { Post } from '@dazi/contract/posts/posts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { refreshPostSoon, refreshPosts } from './posts.api.ts';

const answered = async () => Response.json({ success: true, data: [{ id: 'p1' } as Post] });
const ask = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', ask.mockReset().mockImplementation(answered));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a change made here that the stream tells of is asked for once', async () => {
  const client = createQueryClient();
  refreshPostSoon(client, 'p1');
  await vi.advanceTimersByTimeAsync(250);
  await refreshPosts(client, ['p1', 'p2']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('without the stream it is asked for all the same, for two changes once', async () => {
  const client = createQueryClient();
  refreshPostSoon(client, 'p1');
  await vi.advanceTimersByTimeAsync(100);
  refreshPostSoon(client, 'p1');
  await vi.advanceTimersByTimeAsync(5000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('an answer from before the change, or none, does not count', async () => {
  const client = createQueryClient();
  ask.mockImplementationOnce(() =>
    new Promise((resolve) => setTimeout(resolve, 100, undefined)).then(answered),
  );
  const early = refreshPosts(client, ['p1']);
  refreshPostSoon(client, 'p1');
  await vi.advanceTimersByTimeAsync(200);
  await early;
  ask.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  await refreshPosts(client, ['p1']).catch(() => {});
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ask).toHaveBeenCalledTimes(3);
});
