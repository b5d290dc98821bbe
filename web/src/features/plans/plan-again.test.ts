import { instantOf } from '@dazi/contract/plans/local-times.rules';
import type { Plan } from '@dazi/contract/plans/plans';
import { expect, test } from 'vitest';
import { whenAgain } from './plan-again.ts';

const plan = (local: string, timeZone: string) =>
  ({ local, timeZone, part: null, minutes: 120 }) as unknown as Plan;
const hour_ms = 60 * 60_000;

test.each([
  ['2027-03-07T19:00', 'America/Los_Angeles', 0, '2027-03-14T19:00', '2027-03-15T02:00:00.000Z'],
  ['2027-03-07T02:30', 'America/Los_Angeles', 0, '2027-03-14T03:00', '2027-03-14T10:00:00.000Z'],
  ['2026-12-03T19:00', 'Asia/Tokyo', 0, '2026-12-10T19:00', '2026-12-10T10:00:00.000Z'],
  ['2026-12-03T19:00', 'Asia/Tokyo', 167.4, '2026-12-10T19:00', '2026-12-10T10:00:00.000Z'],
  ['2026-12-03T19:00', 'Asia/Tokyo', 167.6, '2026-12-17T19:00', '2026-12-17T10:00:00.000Z'],
])('what was at %s in %s is again, %s hours later, at %s', (local, timeZone, hours, again, startsAt) => {
  const now = instantOf(local, timeZone)! + hours * hour_ms;
  expect(whenAgain(plan(local, timeZone), now)).toMatchObject({ local: again, startsAt });
});
