// @vitest-environment happy-dom
import type { Gender, User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking } from '#testing/draw.tsx';
import { emptyPlanDraft, type PlanProblems } from './plan-draft.ts';
import { useSubmitPlan } from './use-submit-plan.ts';

vi.mock('#features/people/profiles/profiles.api.ts', async (original) => ({
  ...(await original<object>()),
  useOwnProfile: () => ({ profile: { isConfirmed: true, gender: 'F' }, isLoaded: true }),
}));

const wrapper = ({ children }: { children: ReactNode }) => (
  <Asking client={createQueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </Asking>
);
const user = { id: 'u1' } as User;
const draft = { ...emptyPlanDraft, activity: 'badminton', who: 'same_gender' } as const;
const changed = (who: Plan['who']) =>
  ({ id: 'p1', version: 1, languages: ['en'], local: '2030-01-01T19:00', who }) as unknown as Plan;

let sent: string[];
const stating = (gender: Gender | null) =>
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (!url.includes('settings')) sent.push(method);
    const data = { adultAt: '2026-01-01', safetyCard: 1, gender, languages: [] };
    return Response.json({ success: true, data });
  });
beforeEach(() => {
  sent = [];
  return allTextsReady;
});
afterEach(() => vi.unstubAllGlobals());

async function submitted(plan: Plan | null) {
  const { result } = renderHook(
    () =>
      useSubmitPlan({
        ...{ user, plan, draft, timeZone: 'Asia/Tokyo', problems: {} as PlanProblems },
        onDraft: () => {},
        onDone: () => {},
        onOvertaken: () => {},
        onDismiss: () => {},
        onProblem: () => {},
      }),
    { wrapper },
  );
  await act(async () => {});
  await act(async () => result.current.submit());
  return result.current;
}

test.each([
  ['a new one, of whoever has stated none', null, null],
  ['a new one, of whoever stated another before their profile changed', 'M', null],
  ['one that becomes so, of whoever has stated none', null, changed('everyone')],
  ['one that becomes so, of whoever stated another', 'M', changed('everyone')],
] as const)('for a plan for one gender the own is asked first: %s', async (_whose, stated, plan) => {
  stating(stated);
  const { asksSafety, wanted } = await submitted(plan);
  expect({ asksSafety, wanted, sent }).toEqual({
    ...{ asksSafety: true, sent: [] },
    wanted: { gender: true, languages: false },
  });
});

test.each([
  ['a new one, of whoever has stated theirs', 'F', null],
  ['one that becomes so, of whoever has stated theirs', 'F', changed('everyone')],
  ['one that is so already, whatever was stated', 'M', changed('same_gender')],
] as const)('nobody is asked twice: %s', async (_whose, stated, plan) => {
  stating(stated);
  expect(await submitted(plan)).toMatchObject({ asksSafety: false, wanted: { gender: false } });
  expect(sent).toEqual([plan ? 'PATCH' : 'POST']);
});
