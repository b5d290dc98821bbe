import type { Plan } from '@dazi/contract/plans/plans';
import { describe, expect, it } from 'vitest';
import {
  asksAgain,
  changedFields,
  dayOf,
  draftOfPlan,
  emptyPlanDraft,
  fieldsOf,
  mayBeHome,
  type PlanDraft,
  partsAhead,
  problemsOfPlan,
} from './plan-draft.ts';

const zone = 'Asia/Tokyo';
/** Noon of 25 November in Tokyo. */
const noon = Date.parse('2026-11-25T03:00:00.000Z');
const cafe = { latitude: 35.66, longitude: 139.7 };
const draft: PlanDraft = { ...emptyPlanDraft, activity: 'badminton', place: cafe, spotName: ' Court 3 ' };

const plan = {
  activity: 'badminton',
  title: null,
  note: null,
  local: '2026-11-26T19:00',
  timeZone: zone,
  part: null,
  minutes: 120,
  startsAt: '2026-11-26T10:00:00.000Z',
  spot: { ...cafe, name: 'Court 3', hint: null },
  spotShown: 'let_in',
  seats: 4,
  least: 3,
  entry: 'open',
  who: 'everyone',
  languages: ['en'],
  languageNeeded: false,
  level: null,
  cost: 'own',
  costText: null,
  mine: { agreed: null },
  listed: true,
} as unknown as Plan;

describe('a plan that is being written', () => {
  it('is for today as long as its start is an hour ahead, and for tomorrow after', () => {
    expect(dayOf(draft, noon, zone)).toBe('2026-11-25');
    expect(dayOf(draft, Date.parse('2026-11-25T09:00:00.000Z'), zone)).toBe('2026-11-25');
    expect(dayOf(draft, Date.parse('2026-11-25T09:01:00.000Z'), zone)).toBe('2026-11-26');
    expect(dayOf({ ...draft, part: 'morning' }, noon, zone)).toBe('2026-11-26');
    expect(dayOf({ ...draft, day: '2026-12-01' }, noon, zone)).toBe('2026-12-01');
  });

  it('tells three answers and the usual of everything else', () => {
    expect(fieldsOf(draft, noon, zone, 'ja')).toEqual({
      activity: 'badminton',
      title: null,
      note: null,
      local: '2026-11-25T19:00',
      timeZone: zone,
      part: null,
      minutes: 120,
      spot: { ...cafe, name: 'Court 3', hint: null },
      spotShown: 'let_in',
      seats: 4,
      least: 3,
      entry: 'open',
      who: 'everyone',
      languages: ['ja'],
      languageNeeded: false,
      level: null,
      cost: 'own',
      costText: null,
      listed: true,
    });
  });

  it('has no length of its own with a part of the day, and for two the host answers', () => {
    const fields = fieldsOf({ ...draft, part: 'evening', seats: 2, least: 2 }, noon, zone, 'en');
    expect(fields).toMatchObject({ local: '2026-11-25T18:00', part: 'evening', entry: 'ask' });
    expect(fields).not.toHaveProperty('minutes');
  });

  it('starts at whole five minutes, whatever a device lets somebody choose', () => {
    for (const [time, starts] of [
      ['19:03', '19:00'],
      ['17:59', '17:55'],
      ['20:35', '20:35'],
    ])
      expect(fieldsOf({ ...draft, time: time! }, noon, zone, 'en').local).toBe(`2026-11-25T${starts}`);
  });

  it('says what is missing, field by field', () => {
    expect(Object.values(problemsOfPlan(draft, noon, zone))).toEqual(Array(7).fill(null));
    expect(problemsOfPlan(emptyPlanDraft, noon, zone)).toMatchObject({
      activity: 'PLAN_ACTIVITY_UNKNOWN',
      place: 'PLAN_SPOT_MISSING',
      spotName: 'PLAN_SPOT_NAME_MISSING',
    });
    const other = problemsOfPlan({ ...draft, activity: 'other', cost: 'amount' }, noon, zone);
    expect(other).toMatchObject({ title: 'PLAN_TITLE_MISSING', cost: 'PLAN_COST_MISSING' });
    const day = (changes: Partial<PlanDraft>) => problemsOfPlan({ ...draft, ...changes }, noon, zone).time;
    expect(day({ day: '2026-11-25', time: '12:25' })).toBe('PLAN_TIME_TOO_SOON');
    expect(day({ day: '2026-11-25', time: '12:30' })).toBeNull();
    expect(day({ day: '2027-01-25' })).toBe('PLAN_TIME_TOO_FAR');
    // As fields give it whose year is typed half, or one digit too far.
    for (const year of ['0002', '0020', '0202'])
      expect(day({ day: `${year}-12-05` })).toBe('PLAN_TIME_TOO_SOON');
    expect(day({ day: '12026-12-05' })).toBe('PLAN_TIME_TOO_FAR');
    const spring = { ...draft, day: '2026-03-29', time: '01:30' };
    expect(problemsOfPlan(spring, Date.parse('2026-03-28T12:00:00.000Z'), 'Europe/London').time).toBe(
      'PLAN_TIME_NOT_THERE',
    );
  });

  it('may be at home within 200 metres of where somebody is', () => {
    expect(mayBeHome(cafe, { latitude: 35.6615, longitude: 139.7 })).toBe(true);
    expect(mayBeHome(cafe, { latitude: 35.662, longitude: 139.7 })).toBe(false);
    expect(mayBeHome(cafe, null)).toBe(false);
  });
});

describe('a plan that is being changed', () => {
  const before = draftOfPlan(plan);
  const told = (changes: Partial<PlanDraft>) =>
    changedFields(fieldsOf(before, 0, zone, 'en'), fieldsOf({ ...before, ...changes }, 0, zone, 'en'));

  it('tells what is different alone', () => {
    expect(told({})).toEqual({});
    expect(told({ note: 'Bring water', seats: 6 })).toEqual({ note: 'Bring water', seats: 6 });
    expect(told({ time: '19:30' })).toEqual({ local: '2026-11-26T19:30' });
  });

  it('may keep a time that a new plan could not have', () => {
    const near = { ...plan, decidesAt: '2026-11-26T09:45:00.000Z' };
    const now = Date.parse('2026-11-26T09:40:00.000Z');
    expect(problemsOfPlan({ ...before, note: 'x' }, now, zone, near).time).toBeNull();
    expect(problemsOfPlan({ ...before, time: '18:45' }, now, zone, near).time).toBe('PLAN_TIME_TOO_SOON');
    const there = { ...before, timeZone: 'Asia/Seoul' };
    expect(problemsOfPlan(there, now, 'Asia/Seoul', near).time).toBe('PLAN_TIME_TOO_SOON');
    const late = { ...near, decidesAt: '2026-11-26T09:30:00.000Z' };
    expect(problemsOfPlan({ ...before, time: '19:05' }, now, zone, late).time).toBeNull();
  });

  it('asks those who are in again where time, place or activity are different', () => {
    expect(asksAgain(plan, { ...before, time: '19:15', note: 'x', seats: 6 })).toBe(false);
    expect(asksAgain(plan, { ...before, time: '19:20' })).toBe(true);
    expect(asksAgain(plan, { ...before, activity: 'tennis' })).toBe(true);
    expect(asksAgain(plan, { ...before, minutes: 180 })).toBe(false);
    expect(asksAgain(plan, { ...before, minutes: 195 })).toBe(true);
    expect(asksAgain(plan, { ...before, place: { ...cafe, latitude: 35.663 } })).toBe(true);
    expect(asksAgain(plan, { ...before, timeZone: 'Asia/Seoul' })).toBe(true);
    expect(asksAgain(plan, { ...before, cost: 'free' })).toBe(false);
    expect(asksAgain(plan, { ...before, cost: 'amount', costText: '500' })).toBe(true);
  });

  it('asks them again where small changes have added up', () => {
    const { timeZone, part, minutes } = plan;
    const agreed = { ...cafe, local: '2026-11-26T18:45', timeZone, part, minutes };
    const moved = { ...plan, mine: { agreed } } as Plan;
    expect(asksAgain(moved, { ...before, note: 'x' })).toBe(false);
    expect(asksAgain(moved, { ...before, time: '18:50' })).toBe(false);
    expect(asksAgain(moved, { ...before, time: '19:15' })).toBe(true);
    const nearBy = { ...moved, mine: { agreed: { ...agreed, latitude: 35.6585 } } } as Plan;
    expect(asksAgain(nearBy, before)).toBe(false);
    expect(asksAgain(nearBy, { ...before, place: { ...cafe, latitude: 35.661 } })).toBe(true);
  });

  it('asks nobody where an exact time lies within the part of the day', () => {
    const evening = { ...plan, local: '2026-11-26T18:00', part: 'evening', minutes: 240 } as Plan;
    const exact = { ...draftOfPlan(evening), part: null, minutes: 120 };
    const asked = (time: string, minutes: number) => asksAgain(evening, { ...exact, time, minutes });
    // The same four as the server has, and what is too short.
    expect(asked('19:30', 120)).toBe(false);
    expect(asked('21:55', 720)).toBe(true);
    expect(asked('20:00', 180)).toBe(false);
    expect(asked('18:30', 60)).toBe(false);
    expect(asked('17:30', 240)).toBe(true);
    expect(asked('21:30', 60)).toBe(true);
  });
});

describe('parts of a day', () => {
  it('of today are those that can still be meant', () => {
    expect(partsAhead('2026-11-25', noon, zone)).toEqual(['afternoon', 'evening']);
    expect(partsAhead('2026-11-25', noon + 31 * 60_000, zone)).toEqual(['evening']);
  });

  it('are all of them on another day, and where none is left', () => {
    const all = ['morning', 'noon', 'afternoon', 'evening', 'day'];
    expect(partsAhead('2026-11-26', noon, zone)).toEqual(all);
    expect(partsAhead('2026-11-25', noon + 6 * 3_600_000, zone)).toEqual(all);
  });
});
