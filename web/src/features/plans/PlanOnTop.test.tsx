// @vitest-environment happy-dom
import type { Plan } from '@dazi/contract/plans/plans';
import { cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { PlanOnTop } from './PlanOnTop.tsx';

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const spot = { latitude: 40.512234, longitude: 141.488412, name: 'Hall by the river', hint: 'courts' };
const plan = {
  ...{ id: 'p1', activity: 'badminton', title: null, state: 'open', isOn: false, seats: 4, least: 3 },
  ...{ local: '2026-11-26T19:00', timeZone: 'Asia/Tokyo', part: null, minutes: 120 },
  ...{ startsAt: hours(1), endsAt: hours(3), people: [], goingCount: 2, waitingCount: 0 },
  district: { latitude: 40.51, longitude: 141.48, halfLatitude: 0.01, halfLongitude: 0.01, address: 'Town' },
  ...{ spot, spotShown: 'going', calledOff: null, mine: { standing: 'going', isHost: false } },
};

async function drawn(changes: object) {
  const shown = { ...plan, ...changes } as unknown as Plan;
  vi.stubGlobal('fetch', async (url: string | URL | Request) =>
    String(url).includes('/api/plans/p1')
      ? new Response(JSON.stringify({ success: true, data: shown }), {
          headers: { 'content-type': 'application/json' },
        })
      : new Promise(() => {}),
  );
  await draw(
    <MemoryRouter>
      <Asking client={createQueryClient()}>
        <PlanOnTop planId="p1" />
      </Asking>
    </MemoryRouter>,
  );
  return screen.findByRole('region', { name: 'Badminton' }, { timeout: 20_000 });
}

beforeEach(() => {
  // The page has none; with these the stream waits for another tab.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: () => new Promise(() => {}) },
  });
  return allTextsReady;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // Files that run after it share the page.
  Reflect.deleteProperty(navigator, 'locks');
});

test('leads to the plan, into a calendar and to the place, and says who sees that', async () => {
  const card = await drawn({});
  expect(card.textContent).toContain('Hall by the river, at the courts');
  expect(card.textContent).toContain('Only you who are in see this place');
  expect(screen.getByRole('link', { name: /^Plan: Badminton, .*19:00/ }).getAttribute('href')).toBe(
    '/plan/p1',
  );
  const route = screen.getByRole('link', { name: 'Route' });
  expect(route.getAttribute('href')).toBe(
    'https://www.openstreetmap.org/directions?to=40.51223%2C141.48841#map=16/40.51223/141.48841',
  );
  expect(route.getAttribute('target')).toBe('_blank');
  expect(route.getAttribute('rel')).toBe('noopener noreferrer');
  expect(route.getAttribute('referrerpolicy')).toBe('no-referrer');
  await press(screen.getByRole('button', { name: 'Add to calendar' }));
  await screen.findByRole('dialog', { name: 'Add to calendar' }, { timeout: 20_000 });
});

test('of a place that everybody sees it says that', async () => {
  const card = await drawn({ spotShown: 'everyone' });
  expect(card.textContent).toContain('A public place that everyone sees');
  expect(card.textContent).not.toContain('Only you');
});

test('of one that is over it says how long the conversation stays, and offers no way any more', async () => {
  const over = { state: 'over', startsAt: hours(-30), endsAt: hours(-28), spot: null };
  const card = await drawn(over);
  expect(card.textContent).toMatch(/This chat closes on \w+ \d+\. It can be read for 90 days\./);
  expect(card.textContent).not.toContain('Only you');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Route' })).toBeNull();
  cleanup();
  expect((await drawn({ ...over, endsAt: hours(-24 * 8) })).textContent).not.toContain('This chat closes');
});
