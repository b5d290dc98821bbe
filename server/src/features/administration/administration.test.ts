import { getServerState, listAccounts } from '@dazi/contract/administration/administration';
import { removeAccount } from '@dazi/contract/identity/identity';
import { decide } from '@dazi/contract/moderation/decisions';
import { report } from '@dazi/contract/moderation/moderation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appointModerator } from '#features/identity/identity.service.ts';
import { startJobs } from '#platform/jobs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';

let app: TestApp;
let rosa: TestPerson;
beforeAll(async () => {
  app = await startTestApp({
    ADMIN_EMAILS: 'rosa@people.example',
    OPERATOR_CONTACT: 'people@example.org',
    MAP_STYLE_URL: 'https://someone:hidden@maps.example/style.json?key=hidden',
  });
  rosa = await app.person('Rosa');
});
afterAll(() => app.close());

describe('nothing hints at it', () => {
  test.each([getServerState, listAccounts])(
    '$path answers others as an address of nothing',
    async ({ path }) => {
      for (const person of [app.visitor(), await app.person('Ann')]) {
        const [asked, nowhere] = [await person.fetch(path), await person.fetch(`${path}x`)];
        expect(asked.status).toBe(404);
        expect(await asked.text()).toBe(await nowhere.text());
        // How many calls are left is counted from one to the next.
        const names = (answer: Response) => [...answer.headers.keys()].sort();
        expect(names(asked)).toEqual(names(nowhere));
      }
    },
  );

  test('a moderator is one of the others', async () => {
    const nadia = await app.person('Nadia');
    await app.deps.transact((inner) => appointModerator(inner, nadia.id, null));
    expect(await nadia.call(listAccounts, {})).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  test('bad questions of others are not looked at', async () => {
    const ann = await app.person('Ann');
    expect(await ann.call(listAccounts, { query: { cursor: '!' } })).toMatchObject({ status: 404 });
    expect(await rosa.call(listAccounts, { query: { cursor: '!' } })).toMatchObject({ status: 400 });
  });
});

describe('the server', () => {
  test('says how it is doing', async () => {
    const { data } = await rosa.get(getServerState, {});
    expect(data.database.bytes).toBeGreaterThan(1_000_000);
    expect(data.database.schema).toMatch(/^\d{4}_/);
    expect(data.disk.free_bytes).toBeGreaterThan(0);
    expect(data.disk.free_bytes).toBeLessThanOrEqual(data.disk.total_bytes);
    expect(data.accounts.all).toBeGreaterThanOrEqual(1);
    expect(data.node).toBe(process.versions.node);
  });

  test('says which settings are in force, and no secret', async () => {
    const { data } = await rosa.get(getServerState, {});
    const setting = (name: string) => data.settings.find((one) => one.name === name);
    expect(setting('OPERATOR_CONTACT')).toMatchObject({ value: 'people@example.org', isGiven: true });
    expect(setting('OPENING_DEPOSIT')).toMatchObject({ value: '100', isGiven: false });
    expect(setting('POSITION_SECRET')).toEqual({
      ...{ name: 'POSITION_SECRET', value: null, isGiven: true, isSecret: true },
    });
    expect(setting('MAP_STYLE_URL')?.value).toBe('https://maps.example/style.json');
    expect(JSON.stringify(data)).not.toMatch(/hidden|position secret of the tests/);
  });

  test('knows of each job when it ran and whether it failed', async () => {
    const runs: Parameters<typeof startJobs>[2] = [];
    const quietly = { ...app.deps, log: { error() {} } as never };
    const every_ms = 60_000;
    const locks = { hold: async () => false };
    const stop = startJobs(
      quietly,
      [
        { name: 'works', every_ms, run: async () => {} },
        { name: 'fails', every_ms, run: () => Promise.reject(new Error('no')) },
        { name: 'works elsewhere', every_ms, once: true, run: async () => {} },
      ],
      runs,
      locks,
    );
    await stop(() => {});
    expect(runs).toMatchObject([
      {
        ...{ name: 'works', begunAt: expect.any(Date), endedAt: expect.any(Date) },
        ...{ hasFailed: false, isElsewhere: false },
      },
      { name: 'fails', begunAt: expect.any(Date), endedAt: expect.any(Date), hasFailed: true },
      { name: 'works elsewhere', begunAt: null, endedAt: null, hasFailed: false, isElsewhere: true },
    ]);
  });
});

describe('accounts', () => {
  test('come newest first, page by page, each once', async () => {
    const made: string[] = [];
    for (let n = 0; n < 60; n++) {
      if (n % 2 === 0) app.clock.advance(1);
      made.unshift((await app.person(`Crowd ${n}`, { profile: false })).id);
    }
    const first = await rosa.get(listAccounts, { query: { query: 'crowd' } });
    expect(first.data).toHaveLength(50);
    const second = await rosa.get(listAccounts, { query: { query: 'crowd', cursor: first.nextCursor! } });
    expect(second.nextCursor).toBeNull();
    const all = [...first.data, ...second.data].map(({ id }) => id);
    expect([...all].sort()).toEqual([...made].sort());
    const times = [...first.data, ...second.data].map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('are found by a part of the name, the beginning of the address, or the id', async () => {
    const zoe = await app.person('Zoë Quick');
    const idsOf = async (query: string) =>
      (await rosa.get(listAccounts, { query: { query } })).data.map(({ id }) => id);
    expect(await idsOf('ë qui')).toEqual([zoe.id]);
    expect(await idsOf(zoe.user!.email!.slice(0, 6))).toEqual([zoe.id]);
    expect(await idsOf(zoe.user!.email!)).toEqual([zoe.id]);
    expect(await idsOf(`  ${zoe.id} `)).toEqual([zoe.id]);
    expect(await idsOf('nobody of this name')).toEqual([]);
    expect(await idsOf('%')).toEqual([]);
  });

  test('say how each stands', async () => {
    const [spammer, gone, bob] = [
      await app.person('Spammer'),
      await app.person('Gone away'),
      await app.person('Bob'),
    ];
    await bob.get(report, { body: { targetType: 'person', targetId: spammer.id, reason: 'spam' } });
    const until = new Date(app.clock.read().getTime() + 7 * 24 * 60 * 60 * 1000).toISOString();
    await gone.get(removeAccount, { params: { userId: gone.id }, body: {} });
    const found = async (query: string) => (await rosa.get(listAccounts, { query: { query } })).data[0];
    expect(await found('Spammer')).toMatchObject({ openReports: 1, standing: { kind: 'good' }, role: null });
    await rosa.get(decide, {
      body: { personId: spammer.id, action: 'suspend', until, rule: 9, reason: 'Spam' },
    });
    expect(await found('Spammer')).toMatchObject({ standing: { kind: 'suspended', until } });
    expect(await found('Gone away')).toMatchObject({ leftAt: expect.any(String) });
    expect(await found('Rosa')).toMatchObject({ role: 'administrator' });
  });
});
