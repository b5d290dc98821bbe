import { answerPlanRequest, joinPlan, leavePlan, removeFromPlan } from '@dazi/contract/plans/plan-people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import { emailOf, type TestPerson } from '../../testing/test-person.ts';
import { furtherPlan, hour_ms, localIn, planner } from './plans.builder.ts';

/** Every call about a plan of women that is full, by everybody to whom it makes a difference. */

const roles = [
  ...(['visitor', 'stranger', 'administrator', 'otherGender', 'blocked', 'removed'] as const),
  ...(['asked', 'waiting', 'going', 'left', 'host'] as const),
] as const;
type Role = (typeof roles)[number];

let app: TestApp;
let people: Record<Role, TestPerson>;
let planId: string;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: emailOf('administrator') });
  people = { visitor: app.visitor() } as Record<Role, TestPerson>;
  for (const role of roles) if (role !== 'visitor') people[role] = await planner(app, role);
  await people.otherGender.saveProfile({ gender: 'M' });
  const local = localIn(app, 6 * hour_ms);
  const changes = { local, seats: 3, least: 2, entry: 'ask', who: 'same_gender' } as const;
  planId = await furtherPlan(app, people.host, changes);
  const params = { planId };
  const letIn = async (person: TestPerson) => {
    await person.get(joinPlan, { params, body: {} });
    const of = { planId, personId: person.id };
    await people.host.get(answerPlanRequest, { params: of, body: { action: 'let_in' } });
  };
  for (const role of ['removed', 'left', 'going'] as const) await letIn(people[role]);
  await people.left.get(leavePlan, { params, body: {} });
  const out = { planId, personId: people.removed.id };
  await people.host.get(removeFromPlan, { params: out, body: { reason: 'other' } });
  await letIn(await planner(app, 'Filler'));
  await letIn(people.waiting);
  await people.asked.get(joinPlan, { params, body: {} });
  await block(app.deps, people.host, people.blocked);
}, 240_000);
afterAll(() => app.close());

const isNothing: readonly Role[] = ['otherGender', 'blocked', 'removed'];
const hostAlone = (host: string) => ({ host, others: 'NOT_THE_HOST' });
const inAlone = (said: Partial<Record<Role, string>>) => ({ ...said, others: 'NOT_IN_PLAN' });

type Expected = Partial<Record<Role | 'others', string>>;
/** What is answered to whom; what nobody is named for is answered to the others. */
const calls: [string, (role: Role) => [string, object?], Expected][] = [
  ['detail', () => [`GET /api/plans/${planId}`], { visitor: 'PLAN_NOT_FOUND', others: '200' }],
  ['who is in', () => [`GET /api/plans/${planId}/people?standing=going`], { others: '200' }],
  ['who waits', () => [`GET /api/plans/${planId}/people?standing=waiting`], hostAlone('200')],
  ['who asks', () => [`GET /api/plans/${planId}/people?standing=asked`], hostAlone('200')],
  [
    'change',
    () => [`PATCH /api/plans/${planId}`, { version: 9999, title: 'Mine' }],
    hostAlone('PLAN_VERSION'),
  ],
  [
    'answer a request',
    () => [`POST /api/plans/${planId}/people/${people.waiting.id}`, { action: 'let_in' }],
    hostAlone('REQUEST_ANSWERED'),
  ],
  [
    'remove',
    () => [`DELETE /api/plans/${planId}/people/${people.host.id}`, { reason: 'other' }],
    hostAlone('NOT_ONESELF'),
  ],
  ['make a link', () => [`POST /api/plans/${planId}/invite`, {}], hostAlone('200')],
  ['take the link back', () => [`DELETE /api/plans/${planId}/invite`, {}], hostAlone('200')],
  [
    'repeat',
    () => [`POST /api/plans/${planId}/again`, { clientId: 'repeated-by-me' }],
    hostAlone('PLAN_AGAIN_CLOSED'),
  ],
  ['take over', () => [`POST /api/plans/${planId}/host`, {}], inAlone({ host: '200', going: 'HOST_TAKEN' })],
  [
    'confirm',
    () => [`POST /api/plans/${planId}/confirm`, { version: 9999 }],
    inAlone({ host: 'PLAN_VERSION', going: 'PLAN_VERSION' }),
  ],
  [
    'mark who came',
    () => [`PUT /api/plans/${planId}/marks`, { marks: [] }],
    inAlone({ host: 'PLAN_MARKS_CLOSED', going: 'PLAN_MARKS_CLOSED' }),
  ],
  ['read the marks', () => [`GET /api/plans/${planId}/marks`], inAlone({ host: '200', going: '200' })],
  [
    'the file for calendars',
    () => [`GET /api/plans/${planId}/calendar?place=true`],
    inAlone({ host: '200', going: '200', waiting: '200' }),
  ],
  [
    'act as the host',
    () => [`DELETE /api/plans/${planId}`, { reason: 'ill', userId: people.host.id }],
    { host: '', others: 'NOT_YOURSELF', blocked: 'NOT_YOURSELF', removed: 'NOT_YOURSELF' },
  ],
  // From here on standings change.
  [
    'join',
    () => [`POST /api/plans/${planId}/people`, { ifFull: 'no' }],
    { visitor: 'PLAN_JOIN_SIGN_IN_REQUIRED', others: '200' },
  ],
  ['leave', () => [`DELETE /api/plans/${planId}/people`, {}], { host: '', others: '200' }],
  ['leave again', () => [`DELETE /api/plans/${planId}/people`, {}], { host: '', others: 'NOT_IN_PLAN' }],
  ['call off', () => [`DELETE /api/plans/${planId}`, { reason: 'ill' }], hostAlone('200')],
  ['call off again', () => [`DELETE /api/plans/${planId}`, { reason: 'ill' }], hostAlone('PLAN_OVER')],
];

async function answered(as: TestPerson, [call, body]: [string, object?]): Promise<string> {
  const [method, path] = call.split(' ') as [string, string];
  const answer = await as.fetch(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (answer.status < 400) return String(answer.status);
  return ((await answer.json()) as { code: string }).code;
}

describe('who may do what with a plan (PLAN-006)', () => {
  test.each(calls)('%s', async (name, callOf, expected) => {
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const role of roles) {
      const nothing = name === 'act as the host' ? 'NOT_YOURSELF' : 'PLAN_NOT_FOUND';
      const usual = role === 'visitor' ? 'SIGN_IN_REQUIRED' : isNothing.includes(role) ? nothing : undefined;
      wanted[role] = expected[role] ?? usual ?? expected.others!;
      if (wanted[role] === '') continue;
      found[role] = await answered(people[role], callOf(role));
    }
    for (const role of roles) if (wanted[role] === '') delete wanted[role];
    expect(found).toEqual(wanted);
  });
});
