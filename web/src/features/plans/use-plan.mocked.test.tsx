// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking } from '#testing/draw.tsx';
import { usePlan } from './plans.api.ts';

vi.mock('#platform/stream.ts', async (original) => ({
  ...(await original<object>()),
  useStreamStatus: () => 'connected',
}));

const wrapper = ({ children }: { children: ReactNode }) => (
  <Asking client={createQueryClient()}>{children}</Asking>
);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['of whose changes the stream tells', { listed: true, who: 'everyone', state: 'on' }, 1],
  ['for one gender', { listed: true, who: 'same_gender', state: 'on' }, 3],
  ['that is not listed', { listed: false, who: 'everyone', state: 'happening' }, 3],
  ['that is not listed and over', { listed: false, who: 'everyone', state: 'over' }, 1],
] as const)('while it is looked at a plan %s is asked for', async (_which, plan, times) => {
  vi.useFakeTimers();
  const fetched = vi.fn(async () => Response.json({ success: true, data: { id: 'p1', ...plan } }));
  vi.stubGlobal('fetch', fetched);
  const { unmount } = renderHook(() => usePlan('p1'), { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(150_000));
  unmount();
  expect(fetched).toHaveBeenCalledTimes(times);
});
