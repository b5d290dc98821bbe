import { removeAccount } from '@dazi/contract/identity/identity';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import {
  type Notification,
  readNotifications,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { localLater } from '@dazi/contract/plans/local-times.rules';
import { confirmPlan, leavePlan, removeFromPlan } from '@dazi/contract/plans/plan-people';
import { savePlanSettings } from '@dazi/contract/plans/plan-settings';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { callOffPlan, changePlan, type createPlan, type Plan } from '@dazi/contract/plans/plans';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { quietHoursOf, removeOldNotifications } from '#features/notifications/notifications.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { giveReminders } from './plan-reminders.service.ts';
import { day_ms, furtherPlan, hour_ms, joined, localIn, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let number = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => {
  number++;
});

const minute_ms = 60_000;
const goTo = (instant: number) => app.clock.advance(instant - app.clock.read().getTime());
const jobs = async () => {
  await advancePlans(app.deps);
  await giveReminders(app.deps, quietHoursOf);
  await allNotified(app.deps);
};
const until = async (instant: number) => {
  goTo(instant);
  await jobs();
};
const people = (...names: string[]) => Promise.all(names.map((name) => planner(app, `${name} ${number}`)));

/** Somebody who looks now: sessions do not last as long as plans lie ahead. */
const again = (person: TestPerson) => app.person(person.user!.name);

async function told(person: TestPerson): Promise<Notification[]> {
  await allNotified(app.deps);
  return (await notificationsOf(await again(person))).list;
}
const reminders = async (person: TestPerson) =>
  (await told(person)).map(({ code }) => code).filter((code) => code.startsWith('plan_reminder'));
const both = ['plan_reminder_hours', 'plan_reminder_day'];

/** In two days unless said otherwise, with these in it. */
async function planWith(
  host: TestPerson,
  others: readonly TestPerson[],
  changes: Partial<BodyOf<typeof createPlan>> = {},
): Promise<Plan> {
  const local = localIn(app, 2 * day_ms);
  const id = await furtherPlan(app, host, { local, least: 2, ...changes });
  await joined({ id }, ...others);
  return (await host.get(getPlan, { params: { planId: id } })).data;
}

describe('by the clock of the world (PLAN-020)', () => {
  // Each two hours or less after the clocks change, and with what the start is in UTC.
  test.each([
    ['America/Los_Angeles', '2026-03-08T03:30', '2026-03-08T10:30Z'],
    ['Asia/Tokyo', '2026-03-08T03:30', '2026-03-07T18:30Z'],
    ['Europe/London', '2026-03-29T02:30', '2026-03-29T01:30Z'],
    ['Australia/Lord_Howe', '2026-04-05T03:00', '2026-04-04T16:30Z'],
    ['Australia/Lord_Howe', '2026-10-04T03:00', '2026-10-03T16:00Z'],
    ['Europe/London', '2026-10-25T02:30', '2026-10-25T02:30Z'],
    ['America/Los_Angeles', '2026-11-01T03:30', '2026-11-01T11:30Z'],
    ['America/Los_Angeles', '2027-03-14T03:30', '2027-03-14T10:30Z'],
    ['Europe/London', '2027-03-28T02:30', '2027-03-28T01:30Z'],
    ['Australia/Lord_Howe', '2027-04-04T03:00', '2027-04-03T16:30Z'],
    ['Australia/Lord_Howe', '2027-10-03T03:00', '2027-10-02T16:00Z'],
    ['Europe/London', '2027-10-31T02:30', '2027-10-31T02:30Z'],
    ['America/Los_Angeles', '2027-11-07T03:30', '2027-11-07T11:30Z'],
    ['Asia/Tokyo', '2027-11-07T03:30', '2027-11-06T18:30Z'],
  ])('a day and two hours before %s %s', async (timeZone, local, start) => {
    const startsAt = Date.parse(start);
    goTo(startsAt - 3 * day_ms);
    const [host, ann] = await people('Host', 'Ann');
    await planWith(host!, [ann!], { local, timeZone });
    for (const [before_ms, expected] of [
      [day_ms + 1, []],
      [day_ms, ['plan_reminder_day']],
      [2 * hour_ms + 1, ['plan_reminder_day']],
      [2 * hour_ms, both],
      [0, both],
    ] as const) {
      await until(startsAt - before_ms);
      for (const one of [host!, ann!]) expect(await reminders(one), `${before_ms}`).toEqual(expected);
    }
    const [hours, day] = (await told(ann!)).filter(({ code }) => code.startsWith('plan_reminder'));
    // By the calendar of the place a day before is the day before, or where a day has 23 hours the one before that.
    expect([day!.title, hours!.title]).toEqual(['Tomorrow: Badminton', 'In 2 hours: Badminton']);
    expect(hours!.data.planId).toBe(day!.data.planId);
  });
});

describe('who is reminded, and of what (PLAN-020)', () => {
  test('whoever joins later is not reminded of what is past', async () => {
    const [host, ann, bob] = await people('Host', 'Ann', 'Bob');
    const plan = await planWith(host!, [ann!]);
    const startsAt = Date.parse(plan.startsAt);
    await until(startsAt - day_ms);
    await joined(plan, await again(bob!));
    await until(startsAt - 2 * hour_ms);
    expect(await reminders(ann!)).toEqual(both);
    expect(await reminders(bob!)).toEqual(['plan_reminder_hours']);
  });

  test('nobody who left, was removed, deleted the account, waits or asks', async () => {
    const names = ['Host', 'Left', 'Removed', 'Gone', 'Ann', 'Waits'];
    const [host, left, removed, gone, ann, waits] = await people(...names);
    const plan = await planWith(host!, [left!, removed!, gone!, ann!, waits!], { seats: 5 });
    const params = { planId: plan.id };
    await host!.get(changePlan, { params, body: { version: plan.version, entry: 'ask' } });
    await host!.get(removeFromPlan, {
      params: { ...params, personId: removed!.id },
      body: { reason: 'other' },
    });
    await left!.get(leavePlan, { params, body: {} });
    await gone!.get(removeAccount, { params: { userId: gone!.id }, body: {} });
    const [late, asks] = await people('Late', 'Asks');
    await host!.get(changePlan, {
      params,
      body: { version: (await host!.get(getPlan, { params })).data.version, seats: 3 },
    });
    await joined(plan, late!, asks!);
    await until(Date.parse(plan.startsAt) - day_ms);
    const rows = await rowsOf<{ user_id: string }>(
      app.deps.db,
      sql`SELECT w.user_id FROM plan_reminders r JOIN plan_people w ON w.id = r.plan_person_id WHERE r.sent_at IS NOT NULL`,
    );
    const sent = new Set(rows.map(({ user_id }) => user_id));
    const those = { host, left, removed, gone, ann, waits, late, asks };
    expect(Object.entries(those).flatMap(([name, one]) => (sent.has(one!.id) ? [name] : []))).toEqual([
      'host',
      'ann',
      'waits',
    ]);
    for (const one of [left!, removed!, late!]) expect(await reminders(one)).toEqual([]);
  });

  test('of a plan that is called off, also at that very moment, nobody', async () => {
    const [host, ann] = await people('Host', 'Ann');
    const early = await planWith(host!, [ann!]);
    const few = await planWith(host!, [ann!], { least: 3 });
    await host!.get(callOffPlan, { params: { planId: early.id }, body: { reason: 'ill' } });
    await allNotified(app.deps);
    // Too few is found at the decision, when the reminder would be due.
    await giveRemindersFirst(Date.parse(few.startsAt) - 2 * hour_ms);
    await jobs();
    const codes = (await told(ann!)).filter(({ data }) => data.planId === few.id).map(({ code }) => code);
    expect(codes.sort()).toEqual(['plan_called_off', 'plan_reminder_day']);
    expect((await told(ann!)).filter(({ data }) => data.planId === early.id).map(({ code }) => code)).toEqual(
      ['plan_called_off', 'plan_on'],
    );
  });
  const giveRemindersFirst = async (instant: number) => {
    await until(instant - 22 * hour_ms);
    goTo(instant);
    await giveReminders(app.deps, quietHoursOf);
  };

  test('when the time changes they are counted anew', async () => {
    const [host, ann] = await people('Host', 'Ann');
    const plan = await planWith(host!, [ann!]);
    const startsAt = Date.parse(plan.startsAt);
    const move = async (minutes: number) => {
      const { version } = (await host!.get(getPlan, { params: { planId: plan.id } })).data;
      const local = localLater(plan.local, minutes);
      await (await again(host!)).get(changePlan, { params: { planId: plan.id }, body: { version, local } });
    };
    await allNotified(app.deps);
    await move(12 * 60);
    const { version } = (await ann!.get(getPlan, { params: { planId: plan.id } })).data;
    await ann!.get(confirmPlan, { params: { planId: plan.id }, body: { version } });
    await until(startsAt - day_ms);
    expect(await reminders(ann!)).toEqual([]);
    await until(startsAt - day_ms + 12 * hour_ms);
    expect(await reminders(ann!)).toEqual(['plan_reminder_day']);
    // By ten minutes and back: what was said of the same time is not said again.
    await move(12 * 60 + 10);
    await move(12 * 60);
    await until(startsAt - day_ms + 12 * hour_ms + 15 * minute_ms);
    expect(await reminders(ann!)).toEqual(['plan_reminder_day']);
    await until(startsAt + 10 * hour_ms);
    expect(await reminders(ann!)).toEqual(both);
  });

  test.each([
    ['later', 22],
    ['earlier', -22],
  ])('moved %s by what lies between them, neither comes when the other is due', async (_where, hours) => {
    const [host, ann] = await people('Host', 'Ann');
    const plan = await planWith(host!, [ann!], { local: localIn(app, 3 * day_ms) });
    const startsAt = Date.parse(plan.startsAt) + hours * hour_ms;
    const local = localLater(plan.local, hours * 60);
    const { version } = (await host!.get(getPlan, { params: { planId: plan.id } })).data;
    await host!.get(changePlan, { params: { planId: plan.id }, body: { version, local } });
    await ann!.get(confirmPlan, { params: { planId: plan.id }, body: { version: version + 1 } });
    await until(startsAt - day_ms);
    expect(await reminders(ann!)).toEqual(['plan_reminder_day']);
    await until(startsAt - 2 * hour_ms);
    expect(await reminders(ann!)).toEqual(both);
  });

  test('each as one wants, both at first', async () => {
    const [host, ann, bob] = await people('Host', 'Ann', 'Bob');
    const settings = async (as: TestPerson, reminders: object) =>
      (await as.get(savePlanSettings, { body: { reminders } })).data.reminders;
    expect(await settings(host!, {})).toEqual({ day: true, hours: true });
    expect(await settings(ann!, { day: false })).toEqual({ day: false, hours: true });
    const plan = await planWith(host!, [ann!, bob!]);
    expect(await settings(bob!, { hours: false })).toEqual({ day: true, hours: false });
    await until(Date.parse(plan.startsAt) - day_ms);
    await until(Date.parse(plan.startsAt) - 2 * hour_ms);
    expect(await reminders(host!)).toEqual(both);
    expect(await reminders(ann!)).toEqual(['plan_reminder_hours']);
    expect(await reminders(bob!)).toEqual(['plan_reminder_day']);
  });
});

describe('once, and not late (PLAN-020)', () => {
  test('half an hour late they come, later not', async () => {
    const [host, ann] = await people('Host', 'Ann');
    const startsAt = Date.parse((await planWith(host!, [ann!])).startsAt);
    await until(startsAt - day_ms + 30 * minute_ms);
    expect(await reminders(ann!)).toEqual(['plan_reminder_day']);
    await until(startsAt - 2 * hour_ms + 30 * minute_ms + 1);
    expect(await reminders(ann!)).toEqual(['plan_reminder_day']);
  });

  test('several nodes at once, and one that fails on the way, give one each', async () => {
    const [host, ann, bob, cat] = await people('Host', 'Ann', 'Bob', 'Cat');
    const plan = await planWith(host!, [ann!, bob!, cat!]);
    goTo(Date.parse(plan.startsAt) - day_ms);
    const broken = () => Promise.reject(new Error('the node went down'));
    await expect(giveReminders(app.deps, broken)).rejects.toThrow('the node went down');
    expect(await reminders(ann!)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, jobs));
    await jobs();
    for (const one of [host!, ann!, bob!, cat!]) expect(await reminders(one)).toEqual(['plan_reminder_day']);
  });
});

describe('and quiet hours (PLAN-021)', () => {
  const timeZone = 'America/Los_Angeles';
  const night = { from: '22:00', to: '07:00', timeZone };
  const dateIn = (days: number) => localIn(app, days * day_ms, timeZone).slice(0, 10);
  const quiet = async (as: TestPerson, quietHours: typeof night | null) =>
    (await again(as)).get(saveNotificationSettings, { body: { quietHours } });

  // The hours by the clocks there, on the day of the plan unless said otherwise.
  test.each([
    ['waits for their end', '07:30', night, 'hours', '0T07:00'],
    [
      'comes before them where too little is left then',
      '07:30',
      { ...night, to: '07:01' },
      'hours',
      '-1T21:55',
    ],
    ['a day before waits, too', '23:30', night, 'day', '0T07:00'],
    ['by day', '14:00', { from: '11:00', to: '13:30', timeZone }, 'hours', '0T13:30'],
    ['by day, before', '14:00', { from: '11:00', to: '13:31', timeZone }, 'hours', '0T10:55'],
    ['in none', '12:00', night, 'hours', '0T10:00'],
    ['all day long comes as always', '12:00', { from: '08:00', to: '08:00', timeZone }, 'hours', '0T10:00'],
  ] as const)('a reminder %s', async (_of, time, hours, code, comes) => {
    const [host, ann] = await people('Host', 'Ann');
    await quiet(ann!, hours);
    const plan = await planWith(host!, [ann!], { local: `${dateIn(4)}T${time}`, timeZone });
    const startsAt = Date.parse(plan.startsAt);
    await jobs();
    const days = Number(comes.split('T')[0]);
    const rest = comes.split('T')[1]!;
    const at = startsAt + days * day_ms + minutesOf(rest) - minutesOf(time);
    const isOff = time !== '12:00';
    await until(at - 1);
    expect(await reminders(ann!)).not.toContain(`plan_reminder_${code}`);
    await until(at);
    const [first] = await told(ann!);
    expect(first).toMatchObject({
      code: `plan_reminder_${code}`,
      title: isOff ? 'Badminton' : 'In 2 hours: Badminton',
    });
    await until(startsAt);
    expect((await reminders(ann!)).filter((one) => one === `plan_reminder_${code}`)).toHaveLength(1);
  });
  const minutesOf = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minute_ms;

  test('that are changed count for what has not come yet', async () => {
    const [host, ann, bob] = await people('Host', 'Ann', 'Bob');
    const local = `${dateIn(4)}T08:00`;
    const plan = await planWith(host!, [ann!, bob!], { local, timeZone });
    const startsAt = Date.parse(plan.startsAt);
    await jobs();
    await quiet(ann!, night);
    await quiet(bob!, night);
    await until(startsAt - day_ms);
    await until(startsAt - 2 * hour_ms);
    expect(await reminders(ann!)).toEqual(['plan_reminder_day']);
    await quiet(bob!, null);
    await jobs();
    expect(await reminders(bob!)).toEqual(both);
    expect(await reminders(ann!)).toEqual(['plan_reminder_day']);
    await until(startsAt - hour_ms);
    expect(await reminders(ann!)).toEqual(both);
  });

  test('whoever joins in them, too late to be told before, finds it in the list', async () => {
    const [host, ann] = await people('Host', 'Ann');
    const local = `${dateIn(4)}T07:15`;
    const plan = await planWith(host!, [], { local, timeZone });
    const startsAt = Date.parse(plan.startsAt);
    goTo(startsAt - 8 * hour_ms);
    await quiet(ann!, night);
    await joined(plan, await again(ann!));
    await jobs();
    await until(startsAt - 2 * hour_ms);
    expect(await reminders(ann!)).toEqual(['plan_reminder_hours']);
  });
});

describe('what was told of a plan (PLAN-022)', () => {
  test('is kept until it is over, read or not, and asks how it was', async () => {
    const [host, ann] = await people('Host', 'Ann');
    const plan = await planWith(host!, [ann!], { local: localIn(app, 45 * day_ms) });
    const codes = async (person: TestPerson) => {
      await removeOldNotifications(app.deps);
      return (await told(person)).map(({ code }) => code);
    };
    expect(await codes(host!)).toEqual(['plan_joined', 'plan_on']);
    await host!.get(readNotifications, { body: {} });
    await until(Date.parse(plan.startsAt) - 2 * day_ms);
    expect(await codes(host!)).toEqual(['plan_joined', 'plan_on']);
    expect(await codes(ann!)).toEqual(['plan_on']);
    await until(Date.parse(plan.endsAt) - 1);
    expect(await codes(ann!)).toEqual(['plan_on']);
    await until(Date.parse(plan.endsAt));
    expect(await codes(host!)).toEqual(['plan_how']);
    const [how] = await told(ann!);
    expect(how).toMatchObject({
      type: 'PLAN',
      code: 'plan_how',
      title: 'How was it?',
      data: { planId: plan.id },
    });
    await until(Date.parse(plan.endsAt) + day_ms);
    expect(await codes(ann!)).toEqual(['plan_how']);
  });

  test('nobody is asked how it was who left, and nobody where it was called off', async () => {
    const [host, ann, bob] = await people('Host', 'Ann', 'Bob');
    const plan = await planWith(host!, [ann!, bob!]);
    const off = await planWith(host!, [ann!]);
    await until(Date.parse(plan.startsAt) + minute_ms);
    await (await again(bob!)).get(leavePlan, { params: { planId: plan.id }, body: {} });
    await (await again(host!)).get(callOffPlan, { params: { planId: off.id }, body: { reason: 'other' } });
    await until(Date.parse(plan.endsAt));
    const asked = async (one: TestPerson) =>
      (await told(one)).filter(({ code }) => code === 'plan_how').map(({ data }) => data.planId);
    expect([await asked(host!), await asked(ann!), await asked(bob!)]).toEqual([[plan.id], [plan.id], []]);
  });
});
