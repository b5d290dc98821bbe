// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking } from '#testing/draw.tsx';
import { useCreatePost } from './posts.api.ts';

let sent: { clientId: string; expiresAt: string | null }[];
beforeEach(() => {
  localStorage.clear();
  sent = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ success: true, data: { messageCount: 3 } });
    sent.push(JSON.parse(String(body)));
    throw new TypeError('Failed to fetch');
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Sends a post whose answers are lost, as the button does. */
async function send(at: string, lifetime: 1 | 7 | null) {
  vi.setSystemTime(new Date(at));
  const client = createQueryClient();
  const { result } = renderHook(() => useCreatePost('u1'), {
    wrapper: ({ children }) => <Asking client={client}>{children}</Asking>,
  });
  const post = { content: 'Chess?', location: { latitude: 1, longitude: 1 }, lifetime };
  await act(async () => {
    const sending = result.current.mutateAsync(post).catch(() => {});
    await vi.advanceTimersByTimeAsync(10_000);
    await sending;
  });
}

test('a post that disappears is the same one when it is sent once more on the next day', async () => {
  await send('2026-03-01T23:59:00.000Z', 1);
  await send('2026-03-02T00:05:00.000Z', 1);
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(1);
  expect(sent.at(-1)?.expiresAt).toMatch(/^2026-03-03T00:05/);
  await send('2026-03-02T00:06:00.000Z', 7);
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(2);
});
