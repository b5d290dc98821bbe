// @vitest-environment happy-dom
import type { Plan } from '@dazi/contract/plans/plans';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking } from '#testing/draw.tsx';
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
beforeEach(() => startSignIn.mockClear());

test.each([
  [null, '/plan/p1'],
  ['the-secret', '/plan/p1?invite=the-secret'],
])('who signs in to join comes back by the invitation %s', (invite, path) => {
  const plan = { id: 'p1', mine: { standing: 'none' } } as Plan;
  const { result } = renderHook(() => useJoining(null, plan, { invite }), { wrapper });
  result.current.join();
  expect(startSignIn).toHaveBeenCalledExactlyOnceWith(path);
});
