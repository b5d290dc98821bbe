// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useUnreadCount } from '#features/chat/conversations/conversations.api.ts';
import { useUnread } from '#features/notifications/notifications.api.ts';
import { drawHook } from '#testing/draw.tsx';

let asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  const counts = { messages: 1, requests: 2, messageRequests: 0, motions: 0 };
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://dazi.example');
    asked.push(pathname);
    const isCount = pathname.endsWith('/unread');
    return Response.json(
      isCount ? { success: true, data: counts } : { success: true, data: [], unreadCount: 0 },
    );
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function render(use: () => unknown) {
  const { unmount: end } = await drawHook(use);
  const wait = (duration_ms: number) => act(() => vi.advanceTimersByTimeAsync(duration_ms));
  await wait(0);
  return { wait, end };
}

test.each([
  {
    what: 'NOTIF-030 messages and join requests that wait',
    use: () => useUnreadCount('mika'),
    path: '/api/conversations/unread',
  },
  { what: 'NOTIF-003 what the bell shows', use: () => useUnread('mika'), path: '/api/notifications' },
])('$what: asked for at once and every 120 seconds', async ({ use, path }) => {
  const { wait, end } = await render(use);
  expect(asked).toEqual([path]);
  await wait(119_000);
  expect(asked).toHaveLength(1);
  await wait(2000);
  expect(asked).toEqual([path, path]);
  await wait(120_000);
  expect(asked).toHaveLength(3);
  end();
  await wait(240_000);
  expect(asked).toHaveLength(3);
});
