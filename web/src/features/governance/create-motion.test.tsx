// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories } from '#platform/storage.ts';
import { drawHook } from '#testing/draw.tsx';
import { refreshParts, useCreateMotion, useMotions } from './governance.api.ts';

const [older, created] = ['m1', 'm2'].map((id) => ({ id, title: id, status: 'PENDING', votes: [] }));

let listed: object[];
let answerPost: () => void;

beforeEach(() => {
  localStorage.clear();
  forgetMemories();
  listed = [older!];
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json({ success: true, data: listed, nextCursor: null });
    await new Promise<void>((resolve) => {
      answerPost = resolve;
    });
    // From now on lists do not come.
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    return Response.json({ success: true, data: created });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

test.each([
  ['before its answer', true],
  ['after it', false],
])('a motion stands in the list once, also where the stream tells of it %s', async (_, isTold) => {
  const client = createQueryClient();
  const { result } = await drawHook(() => ({ list: useMotions(), create: useCreateMotion('mika') }), client);
  await pause();
  act(() => result.current.create.mutate({ title: 'm2', content: 'More benches' }));
  await pause();
  if (isTold) {
    listed = [created!, older!];
    await act(() => refreshParts(client, ['motions']));
  }
  await act(async () => answerPost());
  await pause();
  const shown = result.current.list.data!.pages.flatMap(({ data }) => data.map(({ id }) => id));
  expect(shown).toEqual(['m2', 'm1']);
});
