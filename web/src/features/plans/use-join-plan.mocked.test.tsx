// @vitest-environment happy-dom

import type { User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking } from '#testing/draw.tsx';
import { shownToasts } from '#testing/shown-toasts.ts';
import { toasts } from '#ui/toast-store.ts';
import { useJoining } from './use-join-plan.ts';

const startSignIn = vi.hoisted(() => vi.fn());
vi.mock('#features/identity/identity.api.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user: null }),
  startSignIn,
}));

const wrapper = ({ children }: { children: ReactNode }) => (
  <Asking client={createQueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </Asking>
);
beforeEach(() => {
  startSignIn.mockClear();
  return allTextsReady;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const { id } of toasts.snapshot()) toasts.close(id);
});

test.each([
  [null, '/plan/p1'],
  ['the-secret', '/plan/p1?invite=the-secret'],
])('who signs in to join comes back by the invitation %s', (invite, path) => {
  const plan = { id: 'p1', mine: { standing: 'none' } } as Plan;
  const { result } = renderHook(() => useJoining(null, plan, { invite }), { wrapper });
  result.current.join();
  expect(startSignIn).toHaveBeenCalledExactlyOnceWith(path);
});

const stated = { adultAt: '2026-01-01', safetyCard: 1, gender: null, languages: [] };
const said = () => JSON.stringify(shownToasts());

test.each([
  ['was heard', 'going', "You're in"],
  ['was not heard', 'none', 'Joining failed. Please try again.'],
])('a join whose answer was lost and that %s says so', async (_what, standing, text) => {
  const plan = { id: 'p1', mine: { standing: 'none' }, decidesAt: '', goingCount: 2, seats: 4 };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') throw new TypeError('Failed to fetch');
    const data = url.includes('settings') ? stated : { ...plan, mine: { standing } };
    return Response.json({ success: true, data });
  });
  const user = { id: 'u1' } as User;
  const { result } = renderHook(() => useJoining(user, plan as Plan, {}), { wrapper });
  await act(async () => {});
  await act(async () => result.current.goOn());
  expect(said()).toContain(text);
});

test.each([
  [true, 'Joining failed. Please try again. Network error'],
  [false, "You're offline. Joining needs the network."],
])('a server that is away is not a device without a network: %s', async (onLine, text) => {
  const plan = { id: 'p1', mine: { standing: 'none' }, decidesAt: '', goingCount: 2, seats: 4 };
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('settings')) throw new TypeError('Failed to fetch');
    return Response.json({ success: true, data: stated });
  });
  const { result } = renderHook(() => useJoining({ id: 'u1' } as User, plan as Plan, {}), { wrapper });
  await act(async () => {});
  await act(async () => result.current.goOn());
  expect(said()).toContain(text);
});

test('who states none of the languages that a plan needs is told so, and not only asked once more', async () => {
  const plan = {
    ...{ id: 'p1', mine: { standing: 'none' }, decidesAt: '', goingCount: 2, seats: 4 },
    ...{ languageNeeded: true, languages: ['ko'] },
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (url.includes('settings')) return Response.json({ success: true, data: stated });
    if (method === 'GET') return Response.json({ success: true, data: plan });
    const refusal = {
      success: false,
      code: 'LANGUAGE_NEEDED',
      error: 'This plan needs one of its languages',
    };
    return Response.json(refusal, { status: 403 });
  });
  const { result } = renderHook(() => useJoining({ id: 'u1' } as User, plan as unknown as Plan, {}), {
    wrapper,
  });
  await act(async () => {});
  await act(async () => result.current.join());
  expect(result.current.asks).toBe('safety');
  await act(async () => result.current.goOn());
  expect(said()).toContain('This plan needs one of its languages');
  expect(result.current.asks).toBeNull();
  await act(async () => result.current.join());
  expect(result.current.asks).toBe('safety');
});
