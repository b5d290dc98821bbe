import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuietAt } from '../kernel/quiet-hours.ts';
import { instantOf, isTimeZone, localLater, localOf, nextLocal, readLocal } from './local-times.rules.ts';
import { activities, activityCodes } from './plan-activities.ts';
import { activityNames } from './plan-activity-names.ts';
import { planWhen } from './plan-when.ts';
import {
  decisionOf,
  offersQuickAnswers,
  type PlanFacts,
  planLimits,
  planState,
  planStates,
} from './plans.rules.ts';

const at = (text: string) => Date.parse(text);
const shown = (instant: number | null) => instant !== null && new Date(instant).toISOString();

describe('local times (PLAN-003)', () => {
  test.each([
    ['America/Los_Angeles', '2026-03-08T02:30', '2026-03-08T03:00'],
    ['America/Los_Angeles', '2027-03-14T02:00', '2027-03-14T03:00'],
    ['Europe/London', '2026-03-29T01:15', '2026-03-29T02:00'],
    ['Europe/London', '2027-03-28T01:55', '2027-03-28T02:00'],
    ['Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-04T02:30'],
  ])('in %s there is no %s, and the next is %s', (zone, local, next) => {
    expect(instantOf(local, zone)).toBeNull();
    expect(nextLocal(local, zone)).toBe(next);
  });

  test.each([
    ['America/Los_Angeles', '2026-11-01T01:30', '2026-11-01T08:30:00.000Z'],
    ['Europe/London', '2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/London', '2027-10-31T01:00', '2027-10-31T00:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
    ['Asia/Tokyo', '2026-11-01T01:30', '2026-10-31T16:30:00.000Z'],
  ])('in %s %s is %s, the first where there are two', (zone, local, instant) => {
    expect(shown(instantOf(local, zone))).toBe(instant);
  });

  test.each(['America/Los_Angeles', 'Asia/Tokyo', 'Europe/London', 'Australia/Lord_Howe'])(
    'in %s the clocks show at the instant what was asked for, through both years',
    (zone) => {
      const local = fc
        .integer({ min: at('2026-01-01T00:00Z'), max: at('2028-01-01T00:00Z') })
        .map((ms) => new Date(Math.floor(ms / 300_000) * 300_000).toISOString().slice(0, 16));
      fc.assert(
        fc.property(local, (text) => {
          const instant = instantOf(text, zone);
          if (instant === null) {
            const next = nextLocal(text, zone)!;
            expect(next > text && readLocal(next)! - readLocal(text)! <= 60 * 60_000).toBe(true);
            expect(instantOf(next, zone)).not.toBeNull();
          } else {
            expect(localOf(instant, zone)).toBe(text);
            // Nothing earlier shows the same.
            for (const back of [30, 60]) expect(localOf(instant - back * 60_000, zone) === text).toBe(false);
          }
        }),
        { numRuns: 2000 },
      );
    },
  );

  test('a week later by the clock on the wall is the same local time', () => {
    const before = instantOf('2026-10-22T19:00', 'Europe/London')!;
    const after = instantOf(localLater('2026-10-22T19:00', 7 * 24 * 60), 'Europe/London')!;
    expect(after - before).toBe(7 * 24 * 3_600_000 + 3_600_000);
  });

  test.each(['2026-02-31T10:00', '2026-13-01T10:00', '2026-02-01T25:00', '2026-02-01T10:00:00', ''])(
    'no calendar has %s',
    (local) => expect(readLocal(local)).toBeNull(),
  );

  test.each([
    ['Mars/Base', false],
    ['', false],
    ['+09:00', false],
    [`A${'a'.repeat(64)}`, false],
    ['UTC', true],
    ['Asia/Tokyo', true],
  ])('%s is a zone: %s', (zone, known) => expect(isTimeZone(zone)).toBe(known));

  test('a zone is kept once, however its letters are written', () => {
    const usual = Intl.DateTimeFormat;
    let made = 0;
    Intl.DateTimeFormat = new Proxy(usual, {
      construct(target, given, by) {
        made++;
        return Reflect.construct(target, given, by);
      },
    });
    const quiet = { from: '04:00', to: '05:00' };
    try {
      for (const timeZone of ['Asia/Kabul', 'asia/kabul', 'ASIA/KABUL', 'aSiA/kAbUl']) {
        expect(isTimeZone(timeZone) && localOf(0, timeZone)).toBe('1970-01-01T04:30');
        expect(isQuietAt({ ...quiet, timeZone }, 0)).toBe(true);
      }
    } finally {
      Intl.DateTimeFormat = usual;
    }
    expect(made).toBe(2);
  });
});

describe('the state of a plan (PLAN-002)', () => {
  const facts: fc.Arbitrary<PlanFacts> = fc
    .record({
      startsAt: fc.integer({ min: 0, max: 10_000 }),
      length: fc.integer({ min: 1, max: 1000 }),
      seats: fc.integer({ min: 2, max: 20 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      least: fc.integer({ min: 2, max: 20 }),
      calledOffAt: fc.option(fc.integer({ min: 0, max: 10_000 })),
    })
    .map(({ startsAt, length, seats, share, least, calledOffAt }) => ({
      ...{ startsAt, seats, calledOffAt },
      endsAt: startsAt + length,
      goingCount: Math.round(share * seats),
      least: Math.min(least, seats),
    }));

  test('is one of six, whatever the plan and the moment', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: -1000, max: 20_000 }), (plan, now) => {
        expect(planStates).toContain(planState(plan, now));
      }),
    );
  });

  test('never goes back as time passes', () => {
    const rank = { open: 0, on: 0, full: 0, happening: 1, over: 2, called_off: 3 };
    fc.assert(
      fc.property(facts, fc.nat(20_000), fc.nat(20_000), (plan, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        expect(rank[planState(plan, late)]).toBeGreaterThanOrEqual(rank[planState(plan, early)]);
      }),
    );
  });

  test.each([
    [{ goingCount: 1 }, 5, 'open'],
    [{ goingCount: 3 }, 5, 'on'],
    [{ goingCount: 4 }, 5, 'full'],
    [{ goingCount: 4 }, 10, 'happening'],
    [{ goingCount: 4 }, 20, 'over'],
    [{ goingCount: 4, calledOffAt: 7 }, 20, 'called_off'],
  ] as const)('with %o at %i it is %s', (changes, now, state) => {
    const plan = { calledOffAt: null, startsAt: 10, endsAt: 20, seats: 4, least: 3, ...changes };
    expect(planState(plan, now)).toBe(state);
  });

  test.each([
    [60 * 24, 120],
    [240, 120],
    [120, 60],
    [40, 20],
    [30, 15],
  ])('%i min ahead the decision is %i min before the start', (ahead, before) => {
    expect(decisionOf(ahead * 60_000, 0)).toBe((ahead - before) * 60_000);
  });
});

describe('the catalogue (PLAN-001)', () => {
  test('holds 88 activities, each called something in every language and as long as a plan may be', () => {
    expect(activityCodes).toHaveLength(88);
    for (const names of Object.values(activityNames)) {
      expect(Object.keys(names)).toEqual(activityCodes);
      expect(new Set(Object.values(names)).size).toBe(activityCodes.length);
    }
    const { least, most, step } = planLimits.minutes;
    for (const { minutes } of Object.values(activities)) {
      expect(minutes >= least && minutes <= most && minutes % step === 0).toBe(true);
    }
  });

  test('a plan says when in the language of whoever reads it', () => {
    const evening = { local: '2026-11-26T18:00', part: 'evening' } as const;
    expect(planWhen('ja', evening)).toBe('11月26日(木)の夜');
    expect(planWhen('zh', evening)).toBe('11月26日周四晚上');
    expect(planWhen('en', { ...evening, part: null })).toBe('Thu, Nov 26, 18:00');
  });
});

test('quick answers are offered from three hours before the start to the end', () => {
  const plan = { startsAt: 20_000_000, endsAt: 30_000_000, isCalledOff: false };
  const before = plan.startsAt - 3 * 3_600_000;
  const offered = (now: number, changes = {}) => offersQuickAnswers({ ...plan, ...changes }, now);
  expect([before - 1, before, plan.endsAt - 1, plan.endsAt].map((now) => offered(now))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(offered(plan.startsAt, { isCalledOff: true })).toBe(false);
});
