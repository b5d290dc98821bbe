// @vitest-environment happy-dom
import type { Post } from '@dazi/contract/posts/posts';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { drawHook } from '#testing/draw.tsx';
import { isGone, postKeys, usePost } from './posts.api.ts';

const listed = { id: 'p1', content: 'as the list has it' } as Post;
const answers = {
  lost: () => Promise.reject(new TypeError('Failed to fetch')),
  gone: async () =>
    Response.json({ success: false, code: 'POST_NOT_FOUND', error: 'Message not found' }, { status: 404 }),
  there: async () => Response.json({ success: true, data: { ...listed, content: 'as it is now' } }),
};
let answer: () => Promise<Response>;
let shown: Pick<ReturnType<typeof usePost>, 'data' | 'error'>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => answer());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(isListed: boolean) {
  const client = createQueryClient();
  if (isListed) client.setQueryData(postKeys.list('map'), { posts: [listed], nextCursor: null });
  await drawHook(() => {
    const { data, error } = usePost('p1');
    shown = { data, error };
  }, client);
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('a post that the list knows stays when it cannot be asked for, until it can again', async () => {
  answer = answers.lost;
  await open(true);
  expect(shown.data).toEqual(listed);
  await pass(4000);
  expect(shown.error).not.toBeNull();
  expect(shown.data).toEqual(listed);
  answer = answers.there;
  await pass(6000);
  expect(shown.error).toBeNull();
  expect(shown.data?.content).toBe('as it is now');
});

test('a post that nothing is known of comes by itself when it can be had', async () => {
  answer = answers.lost;
  await open(false);
  await pass(4000);
  expect(shown.error).not.toBeNull();
  expect(shown.data).toBeUndefined();
  answer = answers.there;
  await pass(6000);
  expect(shown.data?.content).toBe('as it is now');
});

test('a post that is gone is not asked for again', async () => {
  answer = answers.gone;
  await open(true);
  await pass(1000);
  expect(isGone(shown.error)).toBe(true);
  const asked = vi.fn(answers.gone);
  answer = asked;
  await pass(20_000);
  expect(asked).not.toHaveBeenCalled();
});
