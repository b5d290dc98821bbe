// @vitest-environment happy-dom
import type { Post } from '@dazi/contract/posts/posts';
import { act } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRemovePost } from '#features/posts/posts/posts.api.ts';
import { drawHook } from '#testing/draw.tsx';
import { useRemoveComment } from './comments.api.ts';

const answers = {
  done: () => Response.json({ success: true, data: { id: 'x' } }),
  gone: () => Response.json({ success: false, code: 'POST_NOT_FOUND', error: '' }, { status: 404 }),
  refused: () => Response.json({ success: false, code: 'FORBIDDEN', error: '' }, { status: 403 }),
  lost: () => Promise.reject(new TypeError('Failed to fetch')),
};
let toCome: (keyof typeof answers)[];

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'DELETE') return Response.json({ success: true, data: [], nextCursor: null });
    return answers[toCome.shift()!]();
  });
});
// A post is asked for half a second after a change: that is not to happen in the tests of another file.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 700)));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function outcomeOf(useWork: () => { mutateAsync(given: never): Promise<unknown> }, given: unknown) {
  const { result } = await drawHook(useWork);
  return act(() =>
    result.current.mutateAsync(given as never).then(
      () => 'done',
      () => 'failed',
    ),
  );
}

test.each([
  ['a post', () => useRemovePost('u1'), { id: 'p1' } as Post],
  ['a comment', () => useRemoveComment('p1', 'u1'), 'c1'],
])(
  '%s that was taken away elsewhere, or before an answer that was lost, is gone',
  async (_what, useWork, given) => {
    for (const [outcome, ...answered] of [
      ['done', 'done'],
      ['done', 'gone'],
      ['done', 'lost', 'gone'],
      ['done', 'lost', 'done'],
      ['failed', 'refused'],
      ['failed', 'lost', 'lost'],
    ] as const) {
      toCome = [...answered];
      expect([answered, await outcomeOf(useWork, given), toCome]).toEqual([answered, outcome, []]);
    }
  },
);
