// @vitest-environment happy-dom
import type { Notification } from '@dazi/contract/notifications/notifications';
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawHook } from '#testing/draw.tsx';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('#platform/api.ts', async (original) => ({ ...(await original<object>()), call }));
const { keepNotifications } = await import('./notification-storage.ts');
const { useMarkRead, useRemove, useUnread } = await import('./notifications.api.ts');

const told = (id: string, sequence: number) =>
  ({
    ...{ id, sequence, type: 'SYSTEM', code: 'became_owner', createdAt: '2026-11-21T12:00:00.000Z' },
    ...{ params: {}, data: {} },
  }) as Notification;

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(
    'dazi.user',
    JSON.stringify({ id: 'aiko', name: 'Aiko', email: null, avatarUrl: null }),
  );
  call.mockReset();
  call.mockReturnValue(new Promise(() => {}));
});

test.each([
  ['one that is opened', 'n1', ['n2'], { ids: ['n1'] }],
  ['all that are marked as read', null, [], {}],
] as const)(
  'what this device has kept is taken out before the server has answered: %s',
  async (_what, id, left, ids) => {
    keepNotifications('aiko', [told('n2', 9), told('n1', 4)]);
    const { result } = await drawHook(() => ({
      unread: useUnread('aiko'),
      markRead: useMarkRead('aiko'),
      remove: useRemove('aiko'),
    }));
    const shown = () => result.current.unread.data?.list.map((one) => one.id);
    expect(shown()).toEqual(['n2', 'n1']);
    await act(async () => {
      result.current.markRead.mutate(id);
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(shown()).toEqual(left);
    const [, , { body }] = call.mock.calls.find(([method]) => method === 'POST')!;
    expect(body).toEqual({ userId: 'aiko', upTo: 9, ...ids });
  },
);
