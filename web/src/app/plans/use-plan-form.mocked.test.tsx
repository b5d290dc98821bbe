// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
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
  const { timeZone: _, sent: _sent, ...before } = emptyPlanDraft;
  const kept = { new: { ...before, activity: 'badminton', note: 'East gate' } };
  localStorage.setItem('dazi.words.plan.u1', JSON.stringify(kept));
  const { result } = renderHook(usePlanForm, { wrapper });
  expect(result.current.draft).toEqual({ ...emptyPlanDraft, activity: 'badminton', note: 'East gate' });
});
