import { loadDemoTown } from '@dazi/contract/demo-town/demo-town';
import { getSession, removeAccount } from '@dazi/contract/identity/identity';
import { listInvitations, makeInvitation, removeInvitation } from '@dazi/contract/identity/registration';
import { invitationLimits } from '@dazi/contract/identity/registration.rules';
import { getRegistration, setRegistration } from '@dazi/contract/moderation/admission';
import { decide } from '@dazi/contract/moderation/decisions';
import { getModeratedPerson, listModerationLog } from '@dazi/contract/moderation/moderated-people';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hiddenFrom } from '#features/people/blocks/blocks.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import { cameBy, hereForLong } from '../../testing/test-invitations.ts';
import { emailOf, type TestPerson } from '../../testing/test-person.ts';
import { TestProvider } from '../../testing/test-provider.ts';
import { everyRow } from '../../testing/test-tables.ts';
import { identityJobs } from './identity.jobs.ts';
import { accountOf } from './identity.service.ts';
import { comeIn } from './registration.builder.ts';

const day_ms = 24 * 60 * 60 * 1000;
const reasonGiven = { rule: 1, reason: 'It is not kind.' };

let app: TestApp;
let rosa: TestPerson;
let ines: TestPerson;
let round = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'rosa@people.example' });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(60_000);
  rosa = await app.person('Rosa');
  ines = await app.person(`Ines ${round++}`);
  await hereForLong(app, ines);
});
afterEach(() => set('open'));

async function set(mode: 'open' | 'invitation' | 'closed') {
  rosa = await app.person('Rosa');
  await rosa.get(setRegistration, { body: { mode } });
}

const newName = () => `Newcomer ${round++}`;
const invitation = async (by: TestPerson, people?: number) =>
  (await by.get(makeInvitation, { body: { people } })).data;
/** Where a sign-in with a new name ends, and whether it opened an account. */
async function arrive(more?: Readonly<Record<string, string>>, name = newName()) {
  const visitor = app.visitor();
  const ended = await comeIn(visitor, name, more);
  const { data } = await visitor.get(getSession, {});
  return { ended, isIn: data !== null, id: data?.id };
}
const doors = async () => (await app.visitor().get(getRegistration, {})).data.mode;
/** All that is stored, but when people were last active and what their sessions were used. */
const stored = async () => (await everyRow(app.deps.db)).filter((row) => !/^(users|sessions) /.test(row));
const accounts = async () => (await rowsOf(app.deps.db, sql`SELECT id FROM users`)).length;

describe('who may come in', () => {
  test('everybody, those who are invited, or nobody new; whoever has an account always', async () => {
    const name = newName();
    expect(await arrive({}, name)).toMatchObject({ ended: '/', isIn: true });
    await set('invitation');
    expect(await doors()).toBe('invitation');
    const before = await accounts();
    expect(await arrive()).toMatchObject({ ended: '/?signInError=INVITATION_NEEDED', isIn: false });
    expect(await arrive({ invitation: 'unknown' })).toMatchObject({
      ended: '/?signInError=INVITATION_GONE',
      isIn: false,
    });
    const { id } = await invitation(ines);
    await set('closed');
    expect(await arrive({ invitation: id })).toMatchObject({
      ended: '/?signInError=REGISTRATION_CLOSED',
      isIn: false,
    });
    expect(await accounts()).toBe(before);
    expect(await arrive({}, name)).toMatchObject({ ended: '/', isIn: true });
    await set('open');
    expect(await arrive({ invitation: 'unknown' })).toMatchObject({ ended: '/', isIn: true });
  });

  test('keeps the way back, and says what was wrong', async () => {
    await set('closed');
    const visitor = app.visitor();
    const page = await visitor.browse('/api/auth/sign-in?returnTo=%2Fpost%2F7%3Fx%3D1%23y');
    const body = new URLSearchParams({ email: emailOf(newName()), name: 'N' });
    const { url } = await visitor.browse(page.url, { method: 'POST', body });
    expect(url).toMatch(/\/post\/7\?x=1&signInError=REGISTRATION_CLOSED#y$/);
  });

  test('is changed by administrators alone, and stands in the log once', async () => {
    const numbers = async () => (await rosa.get(listModerationLog, {})).head.number;
    const before = await numbers();
    expect(await ines.call(setRegistration, { body: { mode: 'closed' } })).toMatchObject({
      status: 403,
      code: 'ADMINISTRATORS_ONLY',
    });
    expect(await rosa.call(setRegistration, { body: { mode: 'half' as never } })).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    });
    expect(await numbers()).toBe(before);
    await Promise.all([1, 2, 3].map(() => rosa.get(setRegistration, { body: { mode: 'closed' } })));
    expect(await numbers()).toBe(before + 1);
    const [link] = (await rosa.get(listModerationLog, {})).data as object[];
    expect(link).toMatchObject({ action: 'registration_changed', code: 'closed', by: { id: rosa.id } });
  });

  test('lets in whom the settings name as administrator, by any mode', async () => {
    const other = await startTestApp({ ADMIN_EMAILS: 'rosa@people.example', REGISTRATION: 'invitation' });
    try {
      expect((await other.visitor().get(getRegistration, {})).data.mode).toBe('invitation');
      const [nobody, first] = [other.visitor(), other.visitor()];
      expect(await comeIn(nobody, 'Bernd')).toBe('/?signInError=INVITATION_NEEDED');
      expect(await comeIn(first, 'Rosa')).toBe('/');
      const { id } = (await first.get(makeInvitation, { body: {} })).data;
      expect(await comeIn(nobody, 'Bernd', { invitation: id })).toBe('/');
      await first.get(setRegistration, { body: { mode: 'closed' } });
      expect(await comeIn(other.visitor(), 'Rosa')).toBe('/');
      // The people of the demo town come with it.
      await first.get(loadDemoTown, { body: {} });
    } finally {
      await other.close();
    }
  });

  test('is the same at a provider of its own', async () => {
    const provider = await new TestProvider().start();
    const other = await startTestApp({ ...provider.environment, REGISTRATION: 'closed' });
    try {
      const visitor = other.visitor();
      const begun = await visitor.fetch('/api/auth/sign-in?returnTo=/');
      const there = await fetch(begun.headers.get('location')!, { redirect: 'manual' });
      const back = await visitor.fetch(there.headers.get('location')!);
      expect(back.headers.get('location')).toBe('/?signInError=REGISTRATION_CLOSED');
      expect(await rowsOf(other.deps.db, sql`SELECT id FROM users`)).toEqual([]);
    } finally {
      await other.close();
      await provider.stop();
    }
  });
});

describe('an invitation', () => {
  beforeEach(() => set('invitation'));

  test('lets in as many as it is for, however many come at once', async () => {
    const { id, left, path } = await invitation(ines);
    expect([left, path]).toEqual([5, `/invitation/${id}`]);
    const all = await Promise.all(Array.from({ length: 6 }, () => arrive({ invitation: id })));
    expect(all.filter(({ isIn }) => isIn)).toHaveLength(5);
    expect(all.filter(({ ended }) => ended === '/?signInError=INVITATION_GONE')).toHaveLength(1);
    const [listed] = (await ines.get(listInvitations, {})).data;
    expect(listed).toMatchObject({ id, left: 0 });
    const cameIds = all.flatMap(({ isIn, id: cameId }) => (isIn ? [cameId!] : []));
    expect(listed!.came.map((one) => one.id).sort()).toEqual(cameIds.sort());
  });

  test.each(['who came has blocked', 'who invited has blocked', 'who came has deleted the account'])(
    'reads and is at its door as if nobody had come where %s',
    async (what) => {
      await set('open');
      const guest = await app.person(newName());
      await set('invitation');
      const made = (await ines.get(makeInvitation, { body: { people: 1 } })).data;
      const listed = async () => (await ines.get(listInvitations, {})).data.find(({ id }) => id === made.id);
      const door = async () =>
        (await app.visitor().get(getRegistration, { query: { invitation: made.id } })).data;
      const unused = [await listed(), await door()];
      const hide = async (guestNow: TestPerson) => {
        if (what === 'who came has blocked') await block(app.deps, guestNow, ines);
        else if (what === 'who invited has blocked') await block(app.deps, ines, guestNow);
        else await guestNow.get(removeAccount, { params: { userId: guestNow.id }, body: {} });
      };
      await cameBy(app, guest, made.id);
      expect(await listed()).toMatchObject({ left: 0, came: [{ id: guest.id }] });
      expect(await door()).toMatchObject({ isInvitationValid: false });
      await hide(guest);
      expect([await listed(), await door()]).toEqual(unused);
      const name = newName();
      const next = await arrive({ invitation: made.id }, name);
      expect(next).toMatchObject({ isIn: true });
      expect(await listed()).toMatchObject({ left: 0, came: [{ id: next.id }] });
      expect(await arrive({ invitation: made.id })).toMatchObject({ ended: '/?signInError=INVITATION_GONE' });
      // Twice as many as it is for come at most, however many go.
      await hide(await app.person(name));
      expect([await listed(), await door()]).toMatchObject([undefined, { isInvitationValid: false }]);
      expect(await arrive({ invitation: made.id })).toMatchObject({ ended: '/?signInError=INVITATION_GONE' });
    },
  );

  test('counts an account once, in however many tabs it is opened', async () => {
    const { id } = await invitation(ines);
    const name = newName();
    const tabs = await Promise.all(Array.from({ length: 4 }, () => arrive({ invitation: id }, name)));
    expect(new Set(tabs.map((tab) => tab.id)).size).toBe(1);
    expect((await ines.get(listInvitations, {})).data[0]).toMatchObject({ left: 4 });
    const email = emailOf(newName());
    const proven = { issuer: 'https://provider.example', subject: email, email, emailVerified: true, name };
    const opened = await Promise.all(
      Array.from({ length: 4 }, () =>
        accountOf(app.deps, proven, { invitationId: id, blockedWith: hiddenFrom }),
      ),
    );
    expect(new Set(opened.map((account) => account.id)).size).toBe(1);
    expect((await ines.get(listInvitations, {})).data[0]).toMatchObject({ left: 3 });
  });

  test('that is closed during the sign-in lets nobody in', async () => {
    const { id } = await invitation(ines);
    const visitor = app.visitor();
    const page = await visitor.browse(`/api/auth/sign-in?returnTo=/&invitation=${id}`);
    await ines.get(removeInvitation, { params: { invitationId: id }, body: {} });
    const body = new URLSearchParams({ email: emailOf(newName()), name: 'N' });
    const { url } = await visitor.browse(page.url, { method: 'POST', body });
    expect(url).toMatch(/\/\?signInError=INVITATION_GONE$/);
    expect(await ines.call(removeInvitation, { params: { invitationId: id }, body: {} })).toMatchObject({
      status: 404,
      code: 'INVITATION_GONE',
    });
    expect((await ines.get(listInvitations, {})).data).toEqual([]);
  });

  test('says whose it is while it is valid, for 14 days', async () => {
    const { id } = await invitation(ines);
    const asked = async (invitation: string) =>
      (await app.visitor().get(getRegistration, { query: { invitation } })).data;
    expect(await asked(id)).toMatchObject({ invitedBy: ines.user!.name, isInvitationValid: true });
    expect(await asked('unknown')).toMatchObject({ invitedBy: null, isInvitationValid: false });
    app.clock.advance(invitationLimits.lifetime_ms);
    expect(await asked(id)).toMatchObject({ invitedBy: null, isInvitationValid: false });
    expect(await arrive({ invitation: id })).toMatchObject({ ended: '/?signInError=INVITATION_GONE' });
  });

  test('of somebody who is limited or out is not valid at the moment, and they make none', async () => {
    const { id } = await invitation(ines);
    const until = new Date(app.clock.read().getTime() + day_ms).toISOString();
    const limit = { personId: ines.id, action: 'limit' as const, until, ...reasonGiven };
    await rosa.get(decide, { body: limit });
    expect(await ines.call(makeInvitation, { body: {} })).toMatchObject({
      status: 403,
      code: 'ACCOUNT_LIMITED',
    });
    expect(await arrive({ invitation: id })).toMatchObject({ ended: '/?signInError=INVITATION_GONE' });
    await rosa.get(decide, { body: { ...limit, action: 'suspend' } });
    expect(await arrive({ invitation: id })).toMatchObject({ ended: '/?signInError=INVITATION_GONE' });
  });

  test('is made by people who have been here for 14 days, five in 30 days, also when fifty are asked for at once', async () => {
    await set('open');
    const bernd = await app.person(newName());
    const refused = { status: 403, code: 'TOO_NEW_TO_INVITE' };
    expect(await bernd.call(makeInvitation, { body: {} })).toMatchObject(refused);
    await hereForLong(app, bernd);
    for (const people of [0, 6, 1.5, -1]) {
      expect(await bernd.call(makeInvitation, { body: { people } })).toMatchObject({ status: 400 });
    }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bernd.call(makeInvitation, { body: { people: 1 } })),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(5);
    const before = await stored();
    expect(await bernd.call(makeInvitation, { body: {} })).toMatchObject({
      status: 429,
      code: 'INVITATIONS_USED_UP',
    });
    expect(await stored()).toEqual(before);
    // Closing one makes no room for another.
    const [first] = (await bernd.get(listInvitations, {})).data;
    await bernd.get(removeInvitation, { params: { invitationId: first!.id }, body: {} });
    expect(await bernd.call(makeInvitation, { body: {} })).toMatchObject({ code: 'INVITATIONS_USED_UP' });
    for (let count = 0; count < 7; count++) await invitation(rosa);
    app.clock.advance(invitationLimits.within_ms);
    await set('invitation');
    const again = await app.person(bernd.user!.name);
    expect(await again.call(makeInvitation, { body: {} })).toMatchObject({ status: 200 });
  });

  test('is made once, however often it is asked for under one id: an answer may be lost', async () => {
    const ask = (clientId: string, people?: number) =>
      ines.get(makeInvitation, { body: { clientId, people } });
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => ask('lost-answer', 1)));
    expect(first!.data).toMatchObject({ left: 1, came: [] });
    for (const other of others) expect(other.data).toEqual(first!.data);
    expect((await ines.get(listInvitations, {})).data).toEqual([first!.data]);
    const second = await ask('another-one');
    expect(second.data.id).not.toBe(first!.data.id);
    await ines.get(removeInvitation, { params: { invitationId: second.data.id }, body: {} });
    expect((await ask('another-one')).data.id).not.toBe(second.data.id);
    for (const count of [4, 5]) await ask(`number-${count}`);
    expect(await ines.call(makeInvitation, { body: { clientId: 'number-6' } })).toMatchObject({
      code: 'INVITATIONS_USED_UP',
    });
    expect((await ask('lost-answer')).data).toEqual(first!.data);
  });

  test('of somebody else is as if it were not there', async () => {
    await set('open');
    const { id } = await invitation(ines);
    const other = await app.person(newName());
    await set('invitation');
    expect(await other.call(removeInvitation, { params: { invitationId: id }, body: {} })).toMatchObject({
      status: 404,
      code: 'INVITATION_GONE',
    });
    expect(await arrive({ invitation: id })).toMatchObject({ isIn: true });
  });

  test.each([
    ['of another form', '%'.repeat(3)],
    ['of 65 letters', 'x'.repeat(65)],
    ['that is nothing', ''],
  ])('%s is gone', async (_what, id) => {
    expect(await arrive({ invitation: id })).toMatchObject({ ended: '/?signInError=INVITATION_GONE' });
  });

  test('tells moderators who invited whom, also after the one who invited has gone', async () => {
    const { id } = await invitation(ines);
    const came = await arrive({ invitation: id });
    const known = async (personId: string) =>
      (await rosa.get(getModeratedPerson, { params: { personId } })).data;
    expect(await known(came.id!)).toMatchObject({ cameByInvitation: true, invitedBy: { id: ines.id } });
    expect(await known(ines.id)).toMatchObject({ cameByInvitation: false, invitedBy: null });
    expect((await known(ines.id)).invited).toEqual({ people: 1, withDecisions: 0 });
    await rosa.get(decide, { body: { personId: came.id!, action: 'warn', ...reasonGiven } });
    expect((await known(ines.id)).invited).toEqual({ people: 1, withDecisions: 1 });
    await app.deps.db.execute(sql`DELETE FROM invitations WHERE id = ${id}`);
    expect(await known(came.id!)).toMatchObject({ cameByInvitation: true, invitedBy: null });
  });

  test('that nobody came by goes after 30 days, the others stay', async () => {
    const [unused, used] = [await invitation(ines), await invitation(ines)];
    await arrive({ invitation: used.id });
    const idsLeft = async () => {
      for (const job of identityJobs([])) await job.run(app.deps);
      const rows = await rowsOf<{ id: string }>(
        app.deps.db,
        sql`SELECT id FROM invitations WHERE inviter_id = ${ines.id}`,
      );
      return rows.map(({ id }) => id).sort();
    };
    app.clock.advance(invitationLimits.within_ms - 1);
    expect(await idsLeft()).toEqual([unused.id, used.id].sort());
    app.clock.advance(1);
    expect(await idsLeft()).toEqual([used.id]);
  });
});
