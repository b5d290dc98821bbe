// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { act, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { RepeatPlan } from './PlanAgain.tsx';

const plan = {
  id: 'p1',
  local: '2026-01-01T19:00',
  timeZone: 'Asia/Tokyo',
  part: null,
  minutes: 120,
} as Plan;
beforeEach(() => allTextsReady);
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['stays', '/plan/p1', '/plan/p2'],
  ['went on', '/messages', '/messages'],
])('whoever %s while the plan is repeated is where they are to be', async (_what, meanwhile, end) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async () => {
    await answered;
    return Response.json({ success: true, data: { ...plan, id: 'p2' } });
  });
  window.history.replaceState(null, '', '/plan/p1');
  await draw(
    <Asking client={createQueryClient()}>
      <BrowserRouter>
        <RepeatPlan plan={plan} user={{ id: 'u1' } as User} />
      </BrowserRouter>
    </Asking>,
  );
  await press(screen.getByRole('button', { name: 'Again next week' }));
  window.history.replaceState(null, '', meanwhile);
  await act(async () => answer());
  await vi.waitFor(() => expect(window.location.pathname).toBe(end));
});
