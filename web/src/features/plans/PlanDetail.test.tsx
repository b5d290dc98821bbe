// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';
import { PlanDetail } from './PlanDetail.tsx';
import type { usePlan } from './plans.api.ts';

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
const plan = {
  ...{
    id: 'p1',
    version: 4,
    activity: 'badminton',
    title: null,
    note: null,
    calledOff: null,
    fromPostId: null,
  },
  ...{ local: '2030-01-01T19:00', timeZone: 'Asia/Tokyo', part: null, minutes: 120, spot: null },
  ...{ district: { latitude: 40.51, longitude: 141.48, address: 'Hachinohe' }, distanceKm: null },
  ...{ seats: 4, least: 3, goingCount: 4, waitingCount: 1, isOn: true, people: [], entry: 'open' },
  ...{ who: 'everyone', gender: null, languages: ['en'], languageNeeded: false, level: null, cost: 'own' },
  ...{
    host: { id: 'u2', name: 'Mika', avatarUrl: null },
    hostWantedUntil: null,
    listed: true,
    obstacle: null,
  },
  ...{ copiedToId: null, can: { leave: true } },
  mine: { standing: 'waiting', place: 1, isHost: false, unsure: false, conversationId: null },
} as unknown as Plan;

beforeEach(() => {
  // The page has none; with these the stream waits for another tab.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: () => new Promise(() => {}) },
  });
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  return allTextsReady;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // Files that run after it share the page.
  Reflect.deleteProperty(navigator, 'locks');
});

test.each([
  ['before the decision', 'full', 180, /yours at once/],
  ['after it', 'full', 60, /the first to tap has it/],
  ['once it has started', 'happening', -10, /^This plan has started already$/],
])('whoever waits is told what comes next: %s', async (_when, state, starts, told) => {
  const times = {
    startsAt: minutes(starts),
    endsAt: minutes(starts + 120),
    decidesAt: minutes(starts - 120),
  };
  const shown = { ...plan, state, ...times } as Plan;
  await draw(
    <MemoryRouter>
      <Asking client={createQueryClient()}>
        <PlanDetail
          isOpen
          query={{ data: shown, error: null } as unknown as ReturnType<typeof usePlan>}
          invite={null}
          user={{ id: 'u1' } as User}
          located={false}
          map={() => null}
          report={() => null}
          chat={() => null}
          whenGone={null}
          onChange={() => {}}
          onClose={() => {}}
        />
      </Asking>
    </MemoryRouter>,
  );
  const statuses = (await screen.findAllByRole('status')).map(({ textContent }) => textContent ?? '');
  expect(statuses.filter((text) => text !== '')).toEqual([expect.stringMatching(told)]);
});
