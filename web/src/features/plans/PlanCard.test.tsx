// @vitest-environment happy-dom
import type { Plan } from '@dazi/contract/plans/plans';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw } from '#testing/draw.tsx';
import { PlanCard } from './PlanCard.tsx';

const plan = (id: string) =>
  ({
    ...{ id, activity: 'badminton', title: null, note: null, state: 'open', isOn: false },
    ...{ local: '2026-11-26T19:00', timeZone: 'Asia/Tokyo', part: null, minutes: 120 },
    ...{ startsAt: '2026-11-26T10:00:00.000Z', endsAt: '2026-11-26T12:00:00.000Z' },
    ...{ seats: 4, least: 3, goingCount: 2, waitingCount: 0, people: [], languages: ['en'] },
    ...{ who: 'everyone', gender: null, level: null, cost: 'free', costText: null, entry: 'open' },
    ...{ spot: null, distanceKm: null, mine: { standing: 'none', isHost: false } },
    district: { latitude: 40.51, longitude: 141.48, address: 'Hachinohe' },
  }) as unknown as Plan;
const plans = ['p1', 'p2', 'p3'].map(plan);

beforeEach(() => allTextsReady);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a list follows to the card of the plan that was chosen on the map, once', async () => {
  const scrolled: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this);
  });
  const list = (selectedId: string | null, located = false) =>
    plans.map((each) => (
      <PlanCard
        key={each.id}
        plan={each}
        located={located}
        selected={each.id === selectedId}
        onOpen={() => {}}
      />
    ));
  const { container } = await draw(list(null));
  const cards = container.querySelectorAll('.plans-card');
  expect(scrolled).toEqual([]);
  await draw(list('p3'), container as HTMLElement);
  // What else changes moves nothing.
  await draw(list('p3', true), container as HTMLElement);
  expect(scrolled).toEqual([cards[2]]);
});

test('what a plan costs is left open where its words are gone', async () => {
  const priced = { ...plan('p1'), cost: 'amount', costText: null } as Plan;
  const { getByText } = await draw(
    <PlanCard plan={priced} located={false} selected={false} onOpen={() => {}} />,
  );
  getByText('… each');
});

test('under its day, too, a plan in another zone says when it is for the reader', async () => {
  const far = { ...plan('p1'), local: '2026-11-27T00:00', timeZone: 'Pacific/Kiritimati' } as Plan;
  const { getByText } = await draw(
    <PlanCard plan={far} located={false} selected={false} underDay onOpen={() => {}} />,
  );
  getByText(/^00:00–02:00 \(.+ your time\)$/);
});
