// @vitest-environment happy-dom
import type { Plan } from '@dazi/contract/plans/plans';
import { cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { ToastRegion } from '#ui/Toast.tsx';
import { PlanManagement } from './PlanManagement.tsx';

const plan = {
  ...{ id: 'p1', activity: 'badminton', title: null, state: 'open', entry: 'open', listed: true },
  ...{ local: '2026-11-26T19:00', timeZone: 'Asia/Tokyo', part: null, minutes: 120 },
  ...{ startsAt: '2026-11-26T10:00:00.000Z', decidesAt: '2026-11-26T08:00:00.000Z' },
  ...{ goingCount: 1, waitingCount: 0, can: { change: true, callOff: true } },
} as Plan;

beforeEach(() => allTextsReady);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('who asked before everybody could join is answered still, and told when it is called off', async () => {
  const asking = [{ person: { id: 'u2', name: 'Aoi', avatarUrl: null }, message: 'May I?' }];
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ success: true, data: url.includes('standing=asked') ? asking : [] }),
  );
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <PlanManagement plan={plan} userId="u1" onChange={() => {}} />
      </MemoryRouter>
    </Asking>,
  );
  await screen.findByText('1 person asks to join');
  screen.getByRole('button', { name: 'Let in' });
  await press(screen.getByRole('button', { name: 'Call off' }));
  await screen.findByText('1 person is told at once.');
});

test('whoever is out already when the host removes them was not removed, which is said', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const going = [{ person: { id: 'u2', name: 'Aoi', avatarUrl: null }, unsure: false }];
  const missing = { success: false, code: 'PARTICIPANT_NOT_FOUND', error: '' };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET'
      ? Response.json({ success: true, data: url.includes('standing=going') ? going : [] })
      : Response.json(missing, { status: 404 }),
  );
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <PlanManagement plan={{ ...plan, goingCount: 2 }} userId="u1" onChange={() => {}} />
        <ToastRegion />
      </MemoryRouter>
    </Asking>,
  );
  await press(await screen.findByRole('button', { name: 'Remove: Aoi' }));
  await press(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Aoi is not in this plan any more');
  await vi.waitFor(() => expect(screen.queryByText('Remove Aoi from this plan?')).toBeNull());
});
