// @vitest-environment happy-dom
import type { Plan } from '@dazi/contract/plans/plans';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { LeaveCommonPlans } from './LeaveCommonPlans.tsx';
import { patchPlan, usePlan } from './plans.api.ts';

const planCalled = (id: string) =>
  ({
    ...{
      id,
      activity: 'badminton',
      title: id,
      local: '2030-01-01T19:00',
      timeZone: 'Asia/Tokyo',
      part: null,
    },
    ...{ minutes: 120, startsAt: '2030-01-01T10:00:00.000Z', endsAt: '2030-01-01T12:00:00.000Z' },
    ...{ host: { id: 'u9', name: 'Host', avatarUrl: null }, mine: { isHost: false, standing: 'going' } },
  }) as unknown as Plan;

beforeEach(() => allTextsReady);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['PLAN_OVER', null],
  ['UNAVAILABLE', 'UNAVAILABLE'],
])('plans with somebody blocked are left although one is answered with %s', async (code, failure) => {
  const left: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ success: true, data: ['p1', 'p2', 'p3'].map(planCalled) });
    const id = url.split('/')[3]!;
    if (id === 'p2') return Response.json({ success: false, code, error: code }, { status: 409 });
    left.push(id);
    return Response.json({ success: true, data: planCalled(id) });
  });
  let leave: (() => Promise<void>) | null = null;
  await draw(
    <Asking client={createQueryClient()}>
      <LeaveCommonPlans
        person={{ id: 'u2', name: 'Bob' }}
        userId="u1"
        onChoose={(chosen) => {
          leave = chosen;
        }}
      />
    </Asking>,
  );
  await press(await screen.findByRole('switch'));
  const said = await leave!().then(
    () => null,
    (error: { code: string }) => error.code,
  );
  expect([left, said]).toEqual([['p1', 'p3'], failure]);
});

test('plans of both are a list like any other: they follow changes, and another plan can be opened beside them', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ success: true, data: url.includes('/blocks/') ? [planCalled('p1')] : planCalled('p9') }),
  );
  const Opened = () => <h1>{usePlan('p9').data?.title}</h1>;
  const client = createQueryClient();
  const common = <LeaveCommonPlans person={{ id: 'u2', name: 'Bob' }} userId="u1" onChoose={() => {}} />;
  const { rerender } = await draw(<Asking client={client}>{common}</Asking>);
  await screen.findByText(/^p1/);
  await act(async () => patchPlan(client, { ...planCalled('p1'), title: 'Doubles' }));
  await screen.findByText(/^Doubles/);
  rerender(
    <Asking client={client}>
      {common}
      <Opened />
    </Asking>,
  );
  await screen.findByRole('heading', { name: 'p9' });
});
