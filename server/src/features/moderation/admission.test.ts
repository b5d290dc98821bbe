import { exportAccount, getSession, removeAccount } from '@dazi/contract/identity/identity';
import { restorable_ms } from '@dazi/contract/identity/identity.rules';
import { identityBlocks } from '@dazi/contract/identity/registration.rules';
import {
  type BlockedIdentity,
  listBlockedIdentities,
  setRegistration,
  unblockIdentity,
} from '@dazi/contract/moderation/admission';
import {
  appeal,
  type Decision,
  decide,
  decideAppeal,
  liftMeasure,
  listOwnDecisions,
} from '@dazi/contract/moderation/decisions';
import { listModerationLog } from '@dazi/contract/moderation/moderated-people';
import { appealLimits } from '@dazi/contract/moderation/moderation.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { comeIn, digestOf, runIdentityJobs } from '#features/identity/registration.builder.ts';
import { accountParts, reportTargets } from '#src/areas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { filesOfArchive } from '../../testing/test-archive.ts';
import { emailOf, type TestPerson } from '../../testing/test-person.ts';
import { everyRow } from '../../testing/test-tables.ts';
import { aCase, reasonGiven } from './moderation.builder.ts';
import { moderationJobs } from './moderation.jobs.ts';
import { verifyLog } from './moderation-log.service.ts';

const day_ms = 24 * 60 * 60 * 1000;

let app: TestApp;
let dario: TestPerson;
let judge: TestPerson;
let round = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example,rosa@people.example' });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(60_000);
  await app.deps.db.execute(sql`DELETE FROM blocked_identities`);
  dario = await app.person(`Dario ${round++}`);
  judge = await app.person('Judge');
});

const nameOf = (person: TestPerson) => person.user!.name;
/** Sessions last a day: whoever waits longer signs in again. */
async function wait(ms: number) {
  app.clock.advance(ms);
  for (const job of moderationJobs(accountParts, reportTargets)) await job.run(app.deps);
  await runIdentityJobs(app);
  judge = await app.person('Judge');
}
const about = (action: string, rest: object = {}) => ({
  body: { personId: dario.id, action, ...reasonGiven, ...rest } as never,
});
const inDays = (days: number) => new Date(app.clock.read().getTime() + days * day_ms).toISOString();
const close = (rest: object = {}) => judge.get(decide, about('close', rest));
/** Where signing in ends, and as whom. */
async function signIn(name = nameOf(dario)) {
  const visitor = app.visitor();
  const ended = await comeIn(visitor, name);
  return { ended, id: (await visitor.get(getSession, {})).data?.id ?? null };
}
/** What is kept of the sign-in, whoever it names. */
const kept = async () => {
  const digest = digestOf(app, nameOf(dario));
  return (await everyRow(app.deps.db)).filter((row) => row.includes(digest));
};
const blocks = async () => (await judge.get(listBlockedIdentities, {})).data as BlockedIdentity[];
const leave = () => dario.get(removeAccount, { params: { userId: dario.id }, body: {} });
const blockedUntil = (until: Date | string) =>
  `/?signInError=IDENTITY_BLOCKED&until=${encodeURIComponent(new Date(until).toISOString())}`;

describe('after a close', () => {
  test('the account is read until it is erased; then the sign-in opens none for 12 months', async () => {
    const closedAt = app.clock.read();
    const { number } = (await close()).data;
    const until = new Date(closedAt.getTime() + identityBlocks.usual_ms);
    expect((await blocks())[0]).toMatchObject({
      person: { id: dario.id },
      rule: reasonGiven.rule,
      decisionNumber: number,
      until: until.toISOString(),
    });
    expect(await signIn()).toEqual({ ended: '/', id: dario.id });
    // They read why, take along what is theirs, and appeal, which ends as it was.
    const [{ id: decisionId }] = (await dario.get(listOwnDecisions, {})).data as [Decision];
    expect((await dario.fetch('/api/account/export')).status).toBe(200);
    const params = { decisionId };
    await dario.get(appeal, { params, body: { text: 'Please' } });
    const rosa = await app.person('Rosa');
    await rosa.get(decideAppeal, { params, body: { outcome: 'upheld', reason: 'No' } });
    await wait(appealLimits.within_ms - 1);
    expect(await signIn()).toEqual({ ended: '/', id: dario.id });
    await wait(1);
    const email = emailOf(nameOf(dario));
    const naming = async () =>
      (await everyRow(app.deps.db)).filter((row) => row.includes(dario.id) || row.includes(email));
    expect((await naming()).filter((row) => !/^(outbox|sessions) /.test(row))).toEqual([]);
    expect((await blocks())[0]).toMatchObject({
      person: null,
      rule: reasonGiven.rule,
      decisionNumber: number,
    });
    const before = await everyRow(app.deps.db);
    expect(await signIn()).toEqual({ ended: blockedUntil(until), id: null });
    expect(await everyRow(app.deps.db)).toEqual(before);
    // By no mode of registration, and by no invitation either.
    await judge.get(setRegistration, { body: { mode: 'closed' } });
    expect(await signIn()).toEqual({ ended: blockedUntil(until), id: null });
    await judge.get(setRegistration, { body: { mode: 'open' } });
    await wait(until.getTime() - app.clock.read().getTime() - 1);
    expect(await signIn()).toEqual({ ended: blockedUntil(until), id: null });
    await wait(1);
    expect(await blocks()).toEqual([]);
    expect((await everyRow(app.deps.db)).filter((row) => row.startsWith('blocked_identities '))).toEqual([]);
    const again = await signIn();
    expect(again.ended).toBe('/');
    expect([null, dario.id]).not.toContain(again.id);
  });

  test.each([2, 7])('of rule %s it is 36 months', async (rule) => {
    const closedAt = app.clock.read();
    await close({ rule });
    await wait(appealLimits.within_ms);
    const until = new Date(closedAt.getTime() + identityBlocks.grave_ms);
    expect((await signIn()).ended).toBe(blockedUntil(until));
    await wait(identityBlocks.usual_ms);
    expect((await signIn()).ended).toBe(blockedUntil(until));
  });

  test('nothing of it tells who it was, but to whoever has the secret', async () => {
    await close();
    await wait(appealLimits.within_ms);
    expect(await kept()).toHaveLength(1);
    const other = 'another secret, as long as the one before it';
    expect(digestOf(app, nameOf(dario), other)).not.toBe(digestOf(app, nameOf(dario)));
  });

  test('the own archive says so', async () => {
    await close();
    const archive = await dario.fetch(exportAccount.path);
    const files = filesOfArchive(Buffer.from(await archive.arrayBuffer()));
    expect(JSON.parse(files.get('blockedSignIn.json')!.toString())).toEqual([
      {
        createdAt: expect.any(String),
        until: expect.any(String),
        rule: reasonGiven.rule,
        decisionNumber: expect.any(Number),
        liftedAt: null,
      },
    ]);
  });

  test('the erasure makes one where the close has made none', async () => {
    const until = new Date(app.clock.read().getTime() + identityBlocks.usual_ms);
    await close();
    await app.deps.db.execute(sql`DELETE FROM blocked_identities`);
    await wait(appealLimits.within_ms);
    expect((await signIn()).ended).toBe(blockedUntil(until));
  });
});

describe('a block is taken back', () => {
  test('by a lift, and by an appeal that is granted or makes it milder', async () => {
    await close();
    await judge.get(liftMeasure, { params: { personId: dario.id }, body: { reason: 'A mistake' } });
    expect(await blocks()).toEqual([]);
    for (const outcome of [
      { outcome: 'lifted' as const, reason: 'Right' },
      { outcome: 'changed' as const, action: 'suspend' as const, until: inDays(7), reason: 'Milder' },
    ]) {
      await close();
      expect(await blocks()).toHaveLength(1);
      const decisionId = (await dario.get(listOwnDecisions, {})).data[0]!.id;
      await dario.get(appeal, { params: { decisionId }, body: { text: 'Not me' } });
      const rosa = await app.person('Rosa');
      await rosa.get(decideAppeal, { params: { decisionId }, body: outcome });
      expect(await blocks()).toEqual([]);
    }
    // Another measure in its place takes it back as well.
    await close();
    await judge.get(decide, about('suspend', { until: inDays(1) }));
    expect(await blocks()).toEqual([]);
  });

  test('an appeal that is upheld leaves it', async () => {
    await close();
    const decisionId = (await dario.get(listOwnDecisions, {})).data[0]!.id;
    await dario.get(appeal, { params: { decisionId }, body: { text: 'Not me' } });
    const rosa = await app.person('Rosa');
    await rosa.get(decideAppeal, { params: { decisionId }, body: { outcome: 'upheld', reason: 'No' } });
    expect(await blocks()).toHaveLength(1);
    await judge.get(liftMeasure, { params: { personId: dario.id }, body: { reason: 'x' } });
  });

  test('by an administrator, once, with a link in the log, before or after the erasure', async () => {
    for (const isErased of [false, true]) {
      dario = await app.person(`Dario ${round++}`);
      await close();
      if (isErased) await wait(appealLimits.within_ms);
      const [block] = await blocks();
      const lift = () => judge.call(unblockIdentity, { params: { blockId: block!.id }, body: {} });
      expect((await Promise.all([lift(), lift()])).map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(await lift()).toMatchObject({ status: 404, code: 'BLOCK_NOT_FOUND' });
      const [link] = (await judge.get(listModerationLog, {})).data as object[];
      expect(link).toMatchObject({
        action: 'identity_unblocked',
        rule: reasonGiven.rule,
        person: isErased ? null : { id: dario.id },
      });
      expect(await blocks()).toEqual([]);
      if (!isErased) await wait(appealLimits.within_ms);
      expect(await kept()).toEqual([]);
      const again = await signIn();
      expect([null, dario.id]).not.toContain(again.id);
    }
    expect((await verifyLog(app.deps)).problem).toBeNull();
  });
});

describe('who deletes their account', () => {
  test('leaves nothing when it is clean, also after a measure that is over', async () => {
    await judge.get(decide, about('suspend', { until: inDays(20) }));
    await leave();
    await wait(restorable_ms);
    const again = await signIn();
    expect(again.ended).toBe('/');
    expect([null, dario.id]).not.toContain(again.id);
  });

  test('while suspended cannot come back before the measure would end', async () => {
    const until = inDays(90);
    const { number } = (await judge.get(decide, about('suspend', { until }))).data;
    await leave();
    await wait(restorable_ms);
    expect((await blocks())[0]).toMatchObject({ until, rule: 1, decisionNumber: number, person: null });
    expect((await signIn()).ended).toBe(blockedUntil(until));
    await wait(Date.parse(until) - app.clock.read().getTime());
    expect((await signIn()).ended).toBe('/');
  });

  test('with an open case, closed later, is kept out for 12 months from then', async () => {
    await aCase(judge, await app.person('Rosa'), 'post', (await dario.post()).id);
    await leave();
    await wait(20 * day_ms);
    const closedAt = app.clock.read();
    await close();
    await wait(restorable_ms - 20 * day_ms);
    const until = new Date(closedAt.getTime() + identityBlocks.usual_ms);
    expect((await signIn()).ended).toBe(blockedUntil(until));
  });

  test('with an open case that nobody decided is kept out for 30 days, without a rule', async () => {
    await aCase(judge, await app.person('Rosa'), 'post', (await dario.post()).id);
    await leave();
    await wait(restorable_ms);
    const until = new Date(app.clock.read().getTime() + identityBlocks.undecided_ms);
    expect((await blocks())[0]).toMatchObject({
      rule: null,
      decisionNumber: null,
      until: until.toISOString(),
    });
    expect((await signIn()).ended).toBe(blockedUntil(until));
    // Over is over, also before the job has erased it.
    app.clock.advance(identityBlocks.undecided_ms);
    expect((await signIn()).ended).toBe('/');
  });
});

describe('bad input', () => {
  test.each(['x'.repeat(65), 'unknown', '%20'])('the id %s', async (blockId) => {
    const before = (await everyRow(app.deps.db)).filter((row) => !/^(users|sessions) /.test(row));
    const answer = await judge.call(unblockIdentity, { params: { blockId }, body: {} });
    expect([400, 404]).toContain(answer.status);
    expect((await everyRow(app.deps.db)).filter((row) => !/^(users|sessions) /.test(row))).toEqual(before);
  });
});
