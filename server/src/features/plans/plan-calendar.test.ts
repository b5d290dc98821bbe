import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import { localLater } from '@dazi/contract/plans/local-times.rules';
import { getCalendar, getPlanFile, makeCalendar, removeCalendar } from '@dazi/contract/plans/plan-calendar';
import { joinPlan, leavePlan, removeFromPlan } from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { callOffPlan, changePlan, type Plan } from '@dazi/contract/plans/plans';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import { sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { rawRequest } from '../../testing/test-request.ts';
import { addressOf, aParty, furtherPlan, hour_ms, joined, localIn, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let number = 0;
let host: TestPerson;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  number++;
  [host, ann, bob] = await aParty(app, 'Hoshi', 'Annika', 'Bobbie');
});

const seen = async (as: TestPerson, planId: string): Promise<Plan> =>
  (await as.get(getPlan, { params: { planId } })).data;
const planWith = async (others: readonly TestPerson[], changes = {}): Promise<string> => {
  const id = await furtherPlan(app, host, { local: localIn(app, 6 * hour_ms), least: 2, ...changes });
  await joined({ id }, ...others);
  return id;
};
const pass = async (ms: number) => {
  app.clock.advance(ms);
  await advancePlans(app.deps);
};

/** What an independent reader makes of it; the lines are as long as they may be at most. */
function parsed(text: string) {
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((event) => ({
    event,
    alarms: event.getAllSubcomponents('valarm').map((one) => String(one.getFirstPropertyValue('trigger'))),
    ...Object.fromEntries(
      event.getAllProperties().map((one) => [one.name, one.getValues().map(String).join(',')]),
    ),
  })) as ({ event: ICAL.Component; alarms: string[] } & Record<string, string>)[];
  return { text, calendar, events };
}
const fileOf = async (as: TestPerson, planId: string, query = '') => {
  const answer = await as.fetch(`/api/plans/${planId}/calendar${query}`);
  return { answer, ...parsed(await answer.text()) };
};
const feedOf = async (path: string) => {
  const answer = await app.visitor().fetch(path);
  return { answer, ...parsed(await answer.text()) };
};
/** The one event of a calendar. */
const only = async (path: string) => {
  const { events } = await feedOf(path);
  expect(events).toHaveLength(1);
  return events[0]!;
};

describe('a plan as a file (PLAN-023)', () => {
  test('says what calendars need, and neither names nor note nor spot', async () => {
    const planId = await planWith([], { title: 'Doubles; bring, water', note: 'East gate', level: 'some' });
    const { answer, calendar, events, text } = await fileOf(host, planId);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="plan-${planId}.ics"`);
    const top = (name: string) => calendar.getFirstPropertyValue(name);
    expect([top('version'), top('calscale'), top('method')]).toEqual(['2.0', 'GREGORIAN', 'PUBLISH']);
    expect(top('prodid')).toBeTruthy();
    const plan = await seen(host, planId);
    const [event] = events;
    const utc = (instant: string) => `${instant.slice(0, 19)}Z`;
    expect(event).toMatchObject({
      uid: `plan-${planId}@${new URL(app.url).hostname}`,
      dtstamp: utc(plan.updatedAt),
      'last-modified': utc(plan.updatedAt),
      sequence: `${plan.version}`,
      dtstart: utc(plan.startsAt),
      dtend: utc(plan.endsAt),
      summary: 'Doubles; bring, water',
      description: `Everyone. Some experience. Everyone pays their own. 1 of 4 in\nPlace and chat: ${app.url}/plan/${planId}`,
      url: `${app.url}/plan/${planId}`,
      categories: 'Sport',
      class: 'PRIVATE',
      status: 'TENTATIVE',
      location: 'San Francisco',
      alarms: ['-P1D', '-PT2H'],
    });
    expect(event!.geo).toBeUndefined();
    for (const secret of ['East gate', 'Fountain', host.user!.name]) expect(text).not.toContain(secret);
    await joined({ id: planId }, ann);
    expect((await fileOf(ann, planId)).events[0]).toMatchObject({ status: 'CONFIRMED' });
  });

  test('with the place only for who knows it, when it is wanted', async () => {
    const planId = await planWith([ann, bob], { seats: 2, entry: 'ask' });
    const asked = await ann.fetch(`/api/plans/${planId}/calendar`);
    expect([asked.status, ((await asked.json()) as { code: string }).code]).toEqual([403, 'NOT_IN_PLAN']);
    const known = (await fileOf(host, planId, '?place=true')).events[0]!;
    expect(known.location).toBe('Fountain, San Francisco');
    expect(known.geo!.split(',').map(Number)).toEqual([haight.latitude, haight.longitude]);
    const none = await ann.fetch(`/api/plans/nothing/calendar`);
    expect([none.status, ((await none.json()) as { code: string }).code]).toEqual([404, 'PLAN_NOT_FOUND']);
    expect(
      await host.call(getPlanFile, { params: { planId }, query: { language: 'tlh' as 'en' } }),
    ).toMatchObject({
      status: 400,
    });
  });

  test.each([
    ['en', 'Badminton', 'Women only. Any level. 5 dollars each. 1 of 4 in', 'Place and chat: ', 'Sport'],
    ['ja', 'バドミントン', '女性のみ、レベル不問、1人5 dollars、4人中1人参加', '場所と会話：', 'スポーツ'],
    ['zh', '羽毛球', '仅限女生，水平不限，每人5 dollars，1/4人', '地点和群聊：', '运动'],
  ])('in %s', async (language, summary, described, open, categories) => {
    const planId = await planWith([], { who: 'same_gender', cost: 'amount', costText: '5 dollars' });
    const { events } = await fileOf(host, planId, `?language=${language}`);
    expect(events[0]).toMatchObject({ summary, categories });
    expect(events[0]!.description).toBe(`${described}\n${open}${app.url}/plan/${planId}`);
  });

  test.each([
    'a\\b;c,d',
    'END:VEVENT\r\nBEGIN:VEVENT',
    'two\nlines',
    '搭子'.repeat(20),
    '👩‍👩‍👧‍👦 with 🏸🏸',
    '"quoted": \\n and \\,',
  ])('with a title, a place and a cost that stay text: %j', async (said) => {
    const title = said.slice(0, planLimits.title);
    const costText = said.slice(0, 18);
    const spot = { ...haight, name: said };
    const planId = await planWith([], { title, cost: 'amount', costText, spot });
    const { title: stored, costText: cost, spot: place } = await seen(host, planId);
    const { events } = await fileOf(host, planId, '?place=true');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      summary: stored,
      location: `${place!.name}, San Francisco`,
      description: expect.stringContaining(`${cost} each`),
    });
  });
});

describe("all of one's plans at one address (PLAN-023)", () => {
  test('are those one is in or waits for, without alarms', async () => {
    const planId = await planWith([ann, bob], { seats: 2 + 1 });
    const cat = await planner(app, `Cat ${number}`);
    const [waits] = await joined({ id: planId }, cat);
    expect(waits!.mine.standing).toBe('waiting');
    const { answer, calendar, events } = await feedOf(await addressOf(ann));
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Dazi plans');
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ status: 'CONFIRMED', summary: 'Badminton', alarms: [] });
    const path = await addressOf(cat, { language: 'zh', place: true });
    expect((await feedOf(path)).calendar.getFirstPropertyValue('x-wr-calname')).toBe('Dazi 约局');
    const waiting = await only(path);
    expect(waiting).toMatchObject({ status: 'TENTATIVE', summary: '羽毛球（候补）', location: '旧金山' });
    expect(waiting.geo).toBeUndefined();
    await ann.get(leavePlan, { params: { planId }, body: {} });
    const promoted = await only(path);
    expect(promoted).toMatchObject({ status: 'CONFIRMED', summary: '羽毛球', location: 'Fountain, 旧金山' });
    expect(Number(promoted.sequence)).toBeGreaterThanOrEqual(Number(waiting.sequence));
    expect((await feedOf(await addressOf(await planner(app, `Nobody ${number}`)))).events).toEqual([]);
  });

  test('whoever waits when it starts has no part in it', async () => {
    const planId = await planWith([ann, bob], { seats: 2 + 1, least: 2 });
    const cat = await planner(app, `Cat ${number}`);
    await joined({ id: planId }, cat);
    const path = await addressOf(cat);
    await pass(Date.parse((await seen(cat, planId)).startsAt) - app.clock.read().getTime());
    expect(await only(path)).toMatchObject({ status: 'CANCELLED' });
  });

  test('a change is there with the next reading, and numbers only grow', async () => {
    const planId = await planWith([ann]);
    const path = await addressOf(ann);
    const numbers: number[] = [];
    const look = async () => {
      const event = await only(path);
      numbers.push(Number(event.sequence));
      return event;
    };
    await look();
    const { version, local } = await seen(host, planId);
    const later = localLater(local, 60);
    await host.get(changePlan, { params: { planId }, body: { version, local: later, activity: 'tennis' } });
    const plan = await seen(ann, planId);
    expect(await look()).toMatchObject({ dtstart: `${plan.startsAt.slice(0, 19)}Z`, summary: 'Tennis' });
    await host.get(callOffPlan, { params: { planId }, body: { reason: 'weather' } });
    const off = await look();
    expect(off).toMatchObject({ status: 'CANCELLED', description: 'Called off: Weather' });
    expect([...numbers].sort((one, other) => one - other)).toEqual(numbers);
    expect(new Set(numbers).size).toBe(3);
    await pass(planLimits.calendarBack_ms - 1);
    expect((await only(path)).status).toBe('CANCELLED');
    await pass(1);
    expect((await feedOf(path)).events).toEqual([]);
  });

  test.each(['left', 'removed'] as const)('who %s is told that once more, and nothing after', async (how) => {
    const planId = await planWith([ann, bob]);
    const path = await addressOf(ann, { place: true });
    const before = await only(path);
    app.clock.advance(1000);
    if (how === 'left') await ann.get(leavePlan, { params: { planId }, body: {} });
    else {
      const params = { planId, personId: ann.id };
      await host.get(removeFromPlan, { params, body: { reason: 'other' } });
    }
    const { text } = await feedOf(path);
    const parted = await only(path);
    expect(parted).toMatchObject({ uid: before.uid, status: 'CANCELLED', dtstart: before.dtstart });
    expect(Number(parted.sequence)).toBeGreaterThanOrEqual(Number(before.sequence));
    expect(parted.dtstamp! > before.dtstamp!).toBe(true);
    for (const name of ['location', 'geo', 'url', 'description']) expect(parted[name], name).toBeUndefined();
    app.clock.advance(60_000);
    const { version, local } = await seen(host, planId);
    const changes = { version, local: localLater(local, 60), activity: 'tennis', title: 'Without her' };
    await host.get(changePlan, { params: { planId }, body: changes });
    expect((await feedOf(path)).text).toBe(text);
    if (how === 'left') {
      await ann.get(joinPlan, { params: { planId }, body: {} });
      const back = await only(path);
      expect(back).toMatchObject({ status: 'CONFIRMED', summary: 'Without her' });
      expect(Number(back.sequence)).toBeGreaterThan(Number(parted.sequence));
      expect(back.dtstamp! > parted.dtstamp!).toBe(true);
      await ann.get(leavePlan, { params: { planId }, body: {} });
    }
    await pass(planLimits.calendarBack_ms - (how === 'left' ? 1 : 60_001));
    expect((await only(path)).status).toBe('CANCELLED');
    await pass(1);
    expect((await feedOf(path)).events).toEqual([]);
  });

  test('the place is in it only where it is wanted, and as long as one may know', async () => {
    const planId = await planWith([ann]);
    const path = await addressOf(ann);
    expect((await feedOf(path)).text).not.toMatch(/Fountain|GEO/);
    expect(await ann.get(makeCalendar, { body: { place: true } })).toMatchObject({
      data: { exists: true, place: true, address: null },
    });
    expect(await only(path)).toMatchObject({ location: 'Fountain, San Francisco', geo: expect.any(String) });
    const { endsAt } = await seen(ann, planId);
    await pass(Date.parse(endsAt) + planLimits.spotAfterEnd_ms - 1 - app.clock.read().getTime());
    expect((await only(path)).location).toBe('Fountain, San Francisco');
    await pass(1);
    expect((await feedOf(path)).text).not.toMatch(/Fountain|GEO/);
    expect(await only(path)).toMatchObject({ location: 'San Francisco', status: 'CONFIRMED' });
  });

  test('it holds the 200 that are latest', async () => {
    const first = await planWith([]);
    await app.deps.db.execute(
      sql`INSERT INTO plans SELECT (jsonb_populate_record(p, jsonb_build_object('id', 'copy-' || ${number}::text || '-' || n,
          'client_id', 'copy-' || n, 'starts_at', p.starts_at + n * interval '1 minute', 'ends_at', p.ends_at + n * interval '1 minute',
          'due_at', null))).* FROM plans p, generate_series(1, 200) n WHERE p.id = ${first}`,
    );
    await app.deps.db.execute(
      sql`INSERT INTO plan_people SELECT (jsonb_populate_record(w, jsonb_build_object('id', 'copy-' || n,
          'plan_id', 'copy-' || ${number}::text || '-' || n))).* FROM plan_people w, generate_series(1, 200) n WHERE w.plan_id = ${first}`,
    );
    const { events } = await feedOf(await addressOf(host));
    expect(events).toHaveLength(planLimits.calendarEvents);
    expect(events.map(({ uid }) => uid)).not.toContain(`plan-${first}@${new URL(app.url).hostname}`);
  });
});

describe('the address (PLAN-025)', () => {
  test('is told once, ends with another one and when it is removed, and is stored as a digest', async () => {
    expect((await ann.get(getCalendar)).data).toEqual({
      ...{ exists: false, place: false, language: 'en', madeAt: null },
    });
    const made = (await ann.get(makeCalendar, { body: { language: 'ja' } })).data;
    expect(made).toEqual({
      ...{ exists: true, place: false, language: 'ja', madeAt: app.clock.read().toISOString() },
      address: expect.stringMatching(/^http:\/\/[\w.:]+\/calendar\/[\w-]{43}\.ics$/),
    });
    const first = new URL(made.address!).pathname;
    const token = first.slice('/calendar/'.length, -'.ics'.length);
    const stored = await rowsOf(app.deps.db, sql`SELECT * FROM plan_calendars WHERE user_id = ${ann.id}`);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await ann.get(makeCalendar, { body: {} })).data).toMatchObject({ address: null, language: 'ja' });
    expect(JSON.stringify(await ann.get(getCalendar))).not.toContain(token);
    expect((await feedOf(first)).answer.status).toBe(200);
    const second = await addressOf(ann);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    expect((await ann.get(removeCalendar, { body: {} })).data).toMatchObject({ exists: false });
    expect(await statusOf(second)).toBe(404);
    expect((await ann.get(removeCalendar, { body: {} })).data).toMatchObject({ exists: false });
  });
  const statusOf = async (path: string) => (await app.visitor().fetch(path)).status;

  test.each([
    ['unknown', 'A'.repeat(43)],
    ['short', 'A'],
    ['long', 'A'.repeat(400)],
    ['longer than anything', 'A'.repeat(4000)],
    ['empty', ''],
    ['with a way out', '../calendar/x'],
    ['with an escaped way out', '..%2f..%2fapi%2fplans'],
    ['no letters', '%00%ff'],
    ['in other letters', '搭子'],
    ['a condition', "' OR 1=1 --"],
  ])('that is %s is answered like any that is not there', async (_of, token) => {
    const { status, text } = await rawRequest(app.url, {
      path: `/calendar/${encodeURI(token).replaceAll('%25', '%')}.ics`,
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(JSON.parse(text)).toMatchObject({ success: false });
    // What is longer than any address of the product goes nowhere.
    if (/^\w+$/.test(token) && token.length < 1000)
      expect(JSON.parse(text)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('sends nothing again that has not changed', async () => {
    const planId = await planWith([ann]);
    const path = await addressOf(ann);
    const { answer } = await feedOf(path);
    const tag = answer.headers.get('etag')!;
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const asked = async (known: string) => app.visitor().fetch(path, { headers: { 'if-none-match': known } });
    for (const known of ['*', tag, tag.slice(2), `"other", ${tag}`]) {
      const same = await asked(known);
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await asked('"other"')).status).toBe(200);
    await host.get(callOffPlan, { params: { planId }, body: { reason: 'ill' } });
    const changed = await asked(tag);
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
  });

  test('is nothing while the account of its owner does not stand', async () => {
    const path = await addressOf(ann);
    await ann.get(removeAccount, { params: { userId: ann.id }, body: {} });
    expect(await statusOf(path)).toBe(404);
    await (await app.person(ann.user!.name, { profile: false })).get(restoreAccount);
    expect(await statusOf(path)).toBe(200);
  });

  test('is read 60 times an hour, whoever reads others meanwhile, and is in no line of the log', async () => {
    const lines: string[] = [];
    const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' }, { logLevel: 'debug' }, undefined, {
      logTo: { write: (line) => void lines.push(line) },
    });
    try {
      const [one, other] = [await strict.person('One'), await strict.person('Other')];
      const path = await addressOf(one);
      const read = async (from: string) => (await strict.visitor().fetch(from)).status;
      const statuses: number[] = [];
      for (let time = 0; time < planLimits.calendarReadsAnHour; time++) statuses.push(await read(path));
      expect(new Set(statuses)).toEqual(new Set([200]));
      const refused = await strict.visitor().fetch(path);
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect(await refused.json()).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
      expect(await read(await addressOf(other))).toBe(200);
      expect(await read('/calendar/unknown.ics')).toBe(404);
      const token = path.slice('/calendar/'.length, -'.ics'.length);
      expect(lines.some((line) => line.includes('/calendar/:token.ics'))).toBe(true);
      expect(lines.filter((line) => line.includes(token))).toEqual([]);
    } finally {
      await strict.close();
    }
  });
});
