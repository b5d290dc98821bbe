// @vitest-environment happy-dom
import { distanceKm } from '@dazi/contract/places/places.rules';
import type { Plan } from '@dazi/contract/plans/plans';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw } from '#testing/draw.tsx';
import { PlanPopover } from './PlanPopover.tsx';

const district = { latitude: 40.51, longitude: 141.48, halfLatitude: 0.01, halfLongitude: 0.01 };
const plan = {
  ...{ id: 'p1', activity: 'badminton', title: null, note: null, state: 'open', isOn: false },
  ...{ local: '2026-11-26T19:00', timeZone: 'Asia/Tokyo', part: null, minutes: 120 },
  ...{ startsAt: '2026-11-26T10:00:00.000Z', endsAt: '2026-11-26T12:00:00.000Z' },
  ...{ seats: 4, least: 3, goingCount: 2, waitingCount: 0, people: [], languages: ['en'] },
  ...{ who: 'everyone', gender: null, level: null, cost: 'free', costText: null },
  ...{ district: { ...district, address: 'Hachinohe' }, spot: null, distanceKm: null },
} as unknown as Plan;
const here = { latitude: 40.53, longitude: 141.5 };
const popover = (from: typeof here | null) => (
  <PlanPopover plan={plan} user={null} from={from} preview onOpenPlan={() => {}} onDismiss={() => {}} />
);

beforeEach(() => allTextsReady);
afterEach(cleanup);

test('says how far it is, though what the map asked says nothing of it', async () => {
  await draw(popover(here));
  expect(screen.getByText('Hachinohe')).toBeTruthy();
  const km = Math.round(distanceKm(here, district) * 10) / 10;
  expect(screen.getByText(`about ${km} km away`)).toBeTruthy();
  expect(screen.getByText('Those who are in see the exact place.')).toBeTruthy();
});

test('but not to whom nobody knows where they are', async () => {
  const { container } = await draw(popover(null));
  expect(container.textContent).not.toContain('away');
});
