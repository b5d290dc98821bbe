// @vitest-environment happy-dom
import type { Plan } from '@dazi/contract/plans/plans';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { emptyPlanDraft } from '#features/plans/plan-draft.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking } from '#testing/draw.tsx';
import { usePlanForm } from './use-plan-form.ts';

vi.mock('#features/identity/identity.api.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user: { id: 'u1' } }),
  useRequireSignIn: () => () => true,
}));

const wrapper = ({ children }: { children: ReactNode }) => (
  <Asking client={createQueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </Asking>
);

test('a form that was kept before plans had a time zone of their own is there again, in that of the device', () => {
  const { timeZone: _, sent: _sent, begun: _begun, ...before } = emptyPlanDraft;
  const kept = { new: { ...before, activity: 'badminton', note: 'East gate' } };
  localStorage.setItem('dazi.words.plan.u1', JSON.stringify(kept));
  const { result } = renderHook(usePlanForm, { wrapper });
  expect(result.current.draft).toEqual({ ...emptyPlanDraft, activity: 'badminton', note: 'East gate' });
});

test('a change that was begun lies over what the plan says by now', () => {
  const plan = {
    ...{ id: 'p1', activity: 'badminton', title: null, note: null, local: '2030-01-01T19:00', part: null },
    ...{
      spot: null,
      spotShown: 'let_in',
      seats: 4,
      least: 3,
      languages: ['en'],
      cost: 'own',
      costText: null,
    },
  } as unknown as Plan;
  const { result } = renderHook(usePlanForm, { wrapper });
  act(() => result.current.edit(plan));
  act(() => result.current.change({ note: 'East gate' }));
  act(() => result.current.setState('closed'));
  act(() => result.current.edit({ ...plan, title: 'Doubles', seats: 6 }));
  expect(result.current.draft).toMatchObject({ title: 'Doubles', seats: 6, note: 'East gate' });
  act(() => result.current.change({ seats: 5 }));
  expect(result.current.draft).toMatchObject({ title: 'Doubles', seats: 5, note: 'East gate' });
});
