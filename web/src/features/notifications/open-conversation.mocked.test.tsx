// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PersonalHandlers } from '#platform/stream.ts';
import { drawHook } from '#testing/draw.tsx';

const heard = vi.hoisted(() => ({ by: undefined as unknown }));
const { refreshUnread } = vi.hoisted(() => ({ refreshUnread: vi.fn() }));
vi.mock('#platform/stream.ts', () => ({
  subscribeToPersonal: (handlers: unknown) => {
    heard.by = handlers;
    return { hold: () => {}, close: () => {} };
  },
}));
vi.mock('./notifications.api.ts', () => ({ refreshUnread, refreshSettings: () => {} }));
const { useNotificationNews } = await import('./notifications.live.ts');

beforeEach(() => {
  vi.useFakeTimers();
  refreshUnread.mockReset();
  window.history.replaceState(null, '', '/messages/c1');
});
afterEach(() => vi.useRealTimers());

/** How often the bell has been asked for anew, a while after it was told of a notification. */
async function askedAfter(id: string, wait_ms: number): Promise<number> {
  await drawHook(() => useNotificationNews('aiko'));
  (heard.by as PersonalHandlers).takes.notification?.({ type: 'notification', id });
  vi.advanceTimersByTime(wait_ms);
  return refreshUnread.mock.calls.length;
}

test.each(['conversation-c1', 'mentions-c1', 'answers-c1'])(
  'what is read where it was said in a moment is new to nobody: %s',
  async (id) => {
    expect(await askedAfter(id, 1500)).toBe(0);
    vi.advanceTimersByTime(1500);
    expect(refreshUnread).toHaveBeenCalledOnce();
  },
);

test.each(['conversation-c2', 'mentions-c2', 'answers-c2', 'reacted-c1-7', 'event-5'])(
  'what is not read there is shown at once: %s',
  async (id) => {
    expect(await askedAfter(id, 100)).toBe(1);
  },
);

test.each(['conversation-c1', 'event-5'])('nor anything where no conversation is open: %s', async (id) => {
  window.history.replaceState(null, '', '/');
  expect(await askedAfter(id, 100)).toBe(1);
});
