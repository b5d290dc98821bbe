import { removeAccount } from '@dazi/contract/identity/identity';
import { joinPlan } from '@dazi/contract/plans/plan-people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { cookieHeader, rawRequest } from '../../testing/test-request.ts';
import { fingerprintOfTables } from '../../testing/test-tables.ts';
import { furtherPlan, hour_ms, joined, localIn, planBody, planner } from './plans.builder.ts';

/** What is refused beside the fields that `plans.test.ts` holds: with its code, and nothing is stored. */

let app: TestApp;
let host: TestPerson;
let ann: TestPerson;
let stranger: TestPerson;
let planId: string;
let fullId: string;
let unlistedId: string;
let calledOffId: string;
let fingerprint: () => Promise<string>;
let erasedId: string;
beforeAll(async () => {
  app = await startTestApp();
  host = await planner(app, 'Host');
  ann = await planner(app, 'Ann');
  stranger = await planner(app, 'Stranger');
  const local = localIn(app, 6 * hour_ms);
  planId = await furtherPlan(app, host, { local, least: 2 });
  fullId = await furtherPlan(app, host, { local, seats: 2, least: 2, entry: 'ask' });
  unlistedId = await furtherPlan(app, host, { local, listed: false });
  calledOffId = await furtherPlan(app, host, { local });
  await joined({ id: planId }, ann);
  await answered(host, `DELETE /api/plans/${calledOffId}`, { reason: 'ill' });
  const gone = await planner(app, 'Gone');
  await joined({ id: planId }, gone);
  erasedId = gone.id;
  await gone.get(removeAccount, { params: { userId: gone.id }, body: {} });
  fingerprint = await fingerprintOfTables(app.deps.db);
}, 240_000);
afterAll(() => app.close());

async function answered(as: TestPerson, call: string, body?: object | string) {
  const [method, path] = call.split(' ') as [string, string];
  const { status, text } = await rawRequest(app.url, {
    method,
    path,
    headers: {
      ...cookieHeader(as.cookies),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const said = JSON.parse(text) as { success: boolean; code?: string };
  return { status, code: said.code ?? 'none', success: said.success };
}

type Row = [what: string, call: () => string, body: () => object | string | undefined, code: string];

async function refused(as: TestPerson, call: string, body: object | string | undefined, code: string) {
  const before = await fingerprint();
  const answer = await answered(as, call, body);
  expect(answer).toMatchObject({ success: false, code });
  expect(answer.status).toBeLessThan(500);
  expect(await fingerprint()).toBe(before);
}

/** What makes a plan, with one field as it is written. */
const withRaw = (field: string, raw: string) =>
  JSON.stringify({ ...planBody(app), [field]: 'raw' }).replace('"raw"', raw);

describe('what a host says (PLAN-004)', () => {
  const spot = { ...haight, name: 'Fountain' };
  test.each([
    ['one minute more than twelve hours', { minutes: 721 }, 'PLAN_LENGTH_INVALID'],
    ['minus one minute', { minutes: -1 }, 'PLAN_LENGTH_INVALID'],
    ['minutes that are no number', { minutes: null }, 'INVALID_INPUT'],
    ['minutes as text', { minutes: '120' }, 'INVALID_INPUT'],
    ['in 29 minutes', { local: () => localIn(app, 25 * 60_000) }, 'PLAN_TIME_TOO_SOON'],
    ['in 61 days', { local: () => localIn(app, 61 * 24 * hour_ms) }, 'PLAN_TIME_TOO_FAR'],
    ['an unknown part of the day', { part: 'night' }, 'INVALID_INPUT'],
    ['an unknown hint', { spot: { ...spot, hint: 'roof' } }, 'INVALID_INPUT'],
    ['a spot without a name', { spot: { ...haight } }, 'PLAN_SPOT_NAME_MISSING'],
    ['a spot that is no number', { spot: { ...spot, latitude: null } }, 'INVALID_INPUT'],
    ['a spot beyond the date line', { spot: { ...spot, longitude: 180.0001 } }, 'INVALID_INPUT'],
    ['shown to somebody unknown', { spotShown: 'friends' }, 'INVALID_INPUT'],
    ['an unknown entry', { entry: 'closed' }, 'INVALID_INPUT'],
    ['an unknown level', { level: 'master' }, 'INVALID_INPUT'],
    ['an unknown cost', { cost: 'dear' }, 'INVALID_INPUT'],
    ['seats that are no number', { seats: null }, 'INVALID_INPUT'],
    ['as somebody else', { userId: 'somebody-else' }, 'NOT_YOURSELF'],
  ] as [string, object, string][])('%s', async (_what, changes, code) => {
    const said = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
    );
    await refused(stranger, 'POST /api/plans', { ...planBody(app), ...said }, code);
  });

  test.each([
    ['deep', () => `{"spot":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'INVALID_INPUT'],
    ['minutes that are not a number', () => withRaw('minutes', 'NaN'), 'INVALID_JSON'],
    ['minutes without an end', () => withRaw('minutes', '1e999'), 'INVALID_INPUT'],
    ['seats that are not a number', () => withRaw('seats', 'NaN'), 'INVALID_JSON'],
    [
      'a spot at no number',
      () => withRaw('spot', '{"latitude":NaN,"longitude":0,"name":"x"}'),
      'INVALID_JSON',
    ],
    [
      'a spot without an end',
      () => withRaw('spot', '{"latitude":0,"longitude":-1e999,"name":"x"}'),
      'INVALID_INPUT',
    ],
    ['a megabyte', () => JSON.stringify({ note: 'x'.repeat(1024 * 1024) }), 'TOO_LARGE'],
    [
      'with a key twice, the last of which is wrong',
      () => JSON.stringify(planBody(app)).replace('{', '{"seats":4,').replace(/}$/, ',"seats":99}'),
      'PLAN_SEATS_INVALID',
    ],
  ])('%s', async (_what, body, code) => {
    await refused(stranger, 'POST /api/plans', body(), code);
  });
});

describe('a change (PLAN-012)', () => {
  test.each([
    ['of the version before', { version: 0, title: 'New' }, 'PLAN_VERSION'],
    ['of a version to come', { version: 9999, title: 'New' }, 'PLAN_VERSION'],
    ['of no version', { title: 'New' }, 'INVALID_INPUT'],
    ['of half a version', { version: 1.5, title: 'New' }, 'INVALID_INPUT'],
  ] as [string, object, string][])('%s', async (_what, body, code) => {
    await refused(host, `PATCH /api/plans/${planId}`, body, code);
  });

  test.each([
    ['that shows the spot to everyone after all', { spotShown: 'everyone' }, 'INVALID_INPUT'],
    ['to fewer seats than a plan has', { seats: 1 }, 'PLAN_SEATS_INVALID'],
    ['to an empty spot', { spot: null }, 'PLAN_SPOT_MISSING'],
  ] as [string, object, string][])('%s', async (_what, changes, code) => {
    const { data } = JSON.parse(
      (await rawRequest(app.url, { path: `/api/plans/${planId}`, headers: cookieHeader(host.cookies) })).text,
    ) as { data: { version: number } };
    await refused(host, `PATCH /api/plans/${planId}`, { version: data.version, ...changes }, code);
  });
});

describe('people, reasons and words (PLAN-008, PLAN-015)', () => {
  const people = (id: string) => `/api/plans/${planId}/people/${id}`;
  const out = () => ({ reason: 'other' });
  const letIn = () => ({ action: 'let_in' });
  const rows: Row[] = [
    ['calls off without a reason', () => `DELETE /api/plans/${planId}`, () => ({}), 'INVALID_INPUT'],
    ['calls off bored', () => `DELETE /api/plans/${planId}`, () => ({ reason: 'bored' }), 'INVALID_INPUT'],
    [
      'calls off as the server',
      () => `DELETE /api/plans/${planId}`,
      () => ({ reason: 'too_few' }),
      'INVALID_INPUT',
    ],
    [
      'removes for a wrong reason',
      () => `DELETE ${people(ann.id)}`,
      () => ({ reason: 'ugly' }),
      'INVALID_INPUT',
    ],
    ['removes a stranger', () => `DELETE ${people(stranger.id)}`, out, 'PARTICIPANT_NOT_FOUND'],
    ['removes themselves', () => `DELETE ${people(host.id)}`, out, 'NOT_ONESELF'],
    ['removes somebody erased', () => `DELETE ${people(erasedId)}`, out, 'PARTICIPANT_NOT_FOUND'],
    ['removes nobody there is', () => `DELETE ${people('nobody')}`, out, 'PARTICIPANT_NOT_FOUND'],
    ['answers a stranger', () => `POST ${people(stranger.id)}`, letIn, 'REQUEST_NOT_FOUND'],
    ['answers themselves', () => `POST ${people(host.id)}`, letIn, 'REQUEST_ANSWERED'],
    ['answers somebody erased', () => `POST ${people(erasedId)}`, letIn, 'REQUEST_NOT_FOUND'],
    ['answers in between', () => `POST ${people(ann.id)}`, () => ({ action: 'perhaps' }), 'INVALID_INPUT'],
    [
      'asks for unknown standings',
      () => `GET /api/plans/${planId}/people?standing=removed`,
      () => undefined,
      'INVALID_INPUT',
    ],
  ];
  test.each(rows)('the host %s', async (_what, call, body, code) => {
    await refused(host, call(), body(), code);
  });
});

describe('joining (PLAN-008)', () => {
  const rows: Row[] = [
    ['what is called off', () => calledOffId, () => ({}), 'PLAN_OVER'],
    ['what is not listed', () => unlistedId, () => ({}), 'PLAN_NOT_FOUND'],
    [
      'with a link to another',
      () => unlistedId,
      () => ({ invite: 'invite-of-another-plan' }),
      'PLAN_NOT_FOUND',
    ],
    ['with a long message', () => fullId, () => ({ message: 'x'.repeat(201) }), 'INVALID_INPUT'],
    ['in a third way when full', () => planId, () => ({ ifFull: 'perhaps' }), 'INVALID_INPUT'],
    ['as somebody else', () => planId, () => ({ userId: ann.id }), 'NOT_YOURSELF'],
  ];
  test.each(rows)('%s', async (_what, id, body, code) => {
    await refused(stranger, `POST /api/plans/${id()}/people`, body(), code);
  });

  test('the own plan, and twice at once, answers the same and stores nothing', async () => {
    const before = await fingerprint();
    const join = () => host.call(joinPlan, { params: { planId }, body: {} });
    const again = () => ann.call(joinPlan, { params: { planId }, body: {} });
    const answers = await Promise.all([join(), join(), again(), again()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await fingerprint()).toBe(before);
  });
});

describe('ids that are words of paths (PLAN-006)', () => {
  test.each(['mine', 'settings', 'calendar'])('%s is no plan', async (word) => {
    await refused(host, `PATCH /api/plans/${word}`, { version: 1 }, 'PLAN_NOT_FOUND');
    await refused(host, `POST /api/plans/${word}/people`, {}, 'PLAN_NOT_FOUND');
    await refused(app.visitor(), `GET /api/plans/${word}`, undefined, 'SIGN_IN_REQUIRED');
  });

  test.each(['..%2f..%2fusers', '%00', '%ff', 'x'.repeat(300)])('nor is %s', async (id) => {
    const { status, success } = await answered(host, `GET /api/plans/${id}`);
    expect([success, status >= 400 && status < 500]).toEqual([false, true]);
  });
});

// Sessions note that they are used when time passes, so this comes last and looks at no table.
test('nobody joins what is over (PLAN-008)', async () => {
  const overId = await furtherPlan(app, host, { local: localIn(app, hour_ms), minutes: 30 });
  app.clock.advance(2 * hour_ms);
  const answer = await answered(stranger, `POST /api/plans/${overId}/people`, {});
  expect(answer).toMatchObject({ status: 409, code: 'PLAN_OVER' });
});
