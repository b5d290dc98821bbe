import { getServerState } from '@dazi/contract/administration/administration';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advisoryLocks } from './platform/database/advisory-locks.ts';
import { makeTestDatabase } from './testing/test-database.ts';
import { emailOf, TestPerson } from './testing/test-person.ts';
import { TestInstallation, type TestProcess } from './testing/test-process.ts';
import { TestProvider } from './testing/test-provider.ts';

const superuserUrl = process.env.TEST_DATABASE_URL;

// The embedded database belongs to one process.
const ofPostgresql = describe.skipIf(!superuserUrl);

ofPostgresql('several nodes on one PostgreSQL', () => {
  const provider = new TestProvider();
  let installation: TestInstallation;
  let database: postgres.Sql;
  let [a, b]: TestProcess[] = [];
  let launch: (changes?: Record<string, string>) => Promise<TestProcess>;
  let rosa: TestPerson;

  /** The same person with the same session, on another node. */
  function at(node: TestProcess): TestPerson {
    const there = new TestPerson(node.url);
    for (const [name, value] of rosa.cookies) there.cookies.set(name, value);
    return there;
  }

  beforeAll(async () => {
    await provider.start();
    const DATABASE_URL = await makeTestDatabase(superuserUrl!);
    database = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
    installation = new TestInstallation();
    const MEDIA_DIR = installation.newDataDir();
    launch = (changes = {}) =>
      installation.launch({
        ...provider.environment,
        MEDIA_DIR,
        ADMIN_EMAILS: emailOf('Rosa'),
        DATA_DIR: installation.newDataDir(),
        DATABASE_URL,
        POSITION_SECRET: 'the position secret of the tests, long enough',
        ...changes,
      });
    [a, b] = await Promise.all([launch({ NODE_NAME: 'a' }), launch({ NODE_NAME: 'b' })]);
    await Promise.all([a!.ready(), b!.ready()]);
    rosa = await new TestPerson(a!.url).signInAt(provider, 'Rosa');
  });
  afterAll(async () => {
    await installation?.remove();
    await database?.end();
    await provider.stop();
  });

  const refusalOf = async (changes: Record<string, string>) => {
    const refused = await launch(changes);
    expect(await refused.ended()).toBe(1);
    const [first, ...sentences] = refused.said.split('\n').filter((line) => line && !line.startsWith('{'));
    expect([first, sentences.length]).toEqual(['Dazi could not start.', 1]);
    return sentences[0];
  };

  test('one more that would tell places otherwise, or knows people whom the others do not, is refused', async () => {
    expect(await refusalOf({ POSITION_SECRET: 'another secret, long enough for anybody' })).toMatch(
      /^POSITION_SECRET: this database was used with another position secret\./,
    );
    expect(await refusalOf({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '' })).toMatch(
      /^OIDC_ISSUER: another node runs on this database, and the sign-in of demo mode belongs to one alone\./,
    );
  });

  test('in demo mode the first has the database for itself, also right after it was killed', async () => {
    const alone = await makeTestDatabase(superuserUrl!);
    const demo = { DATABASE_URL: alone, OIDC_ISSUER: '', OIDC_CLIENT_ID: '' };
    const DATA_DIR = installation.newDataDir();
    const first = await (await launch({ ...demo, DATA_DIR })).ready();
    expect(await refusalOf({ DATABASE_URL: alone })).toMatch(
      /^DATABASE_URL: a node in demo mode runs on this/,
    );
    expect(await refusalOf(demo)).toMatch(/^OIDC_ISSUER: another node runs/);
    await first.kill();
    const again = await (await launch({ ...demo, DATA_DIR })).ready();
    expect(await again.kill('SIGTERM')).toBe(0);
  });

  test('all are listed, and one that keeps its media elsewhere says so', async () => {
    const namesAt = async (node: TestProcess) =>
      (await at(node).get(getServerState, {})).data.nodes.map(({ name, isHere, isAlive, hasOtherMedia }) => [
        name,
        { isHere, isAlive, hasOtherMedia },
      ]);
    const there = { isHere: false, isAlive: true, hasOtherMedia: false };
    const other = await (await launch({ NODE_NAME: 'other', MEDIA_DIR: '' })).ready();
    expect(await namesAt(a!)).toEqual([
      ['a', { ...there, isHere: true }],
      ['b', there],
      ['other', { ...there, hasOtherMedia: true }],
    ]);
    expect(other.said.match(/keeps its media in another place/g)).toHaveLength(2);
    for (const node of [a!, b!]) expect(node.said).not.toContain('keeps its media');
    expect(await other.kill('SIGTERM')).toBe(0);
    expect(await namesAt(b!)).toEqual([
      ['a', there],
      ['b', { ...there, isHere: true }],
    ]);
  });

  test('what is pinned to the map is counted while one of them holds what one is enough for', async () => {
    await rosa.saveProfile({ displayName: 'Rosa', gender: 'F', confirmed: true });
    await rosa.post();
    const [posted] = await database`SELECT count(*)::int AS count FROM posts`;
    const counted = () => database`SELECT
      (SELECT count(*)::int FROM map_count_changes) AS left,
      (SELECT coalesce(sum(posts), 0)::int FROM map_counts WHERE level = (SELECT max(level) FROM map_counts)) AS counted`;
    await expect
      .poll(async () => (await counted())[0], { timeout: 20_000 })
      .toEqual({ left: 0, counted: posted!.count });
  });

  test('what one is enough for is done by one, and by another within seconds of its death', async () => {
    const jobsAt = async (node: TestProcess) => {
      const { jobs } = (await at(node).get(getServerState, {})).data;
      return Object.fromEntries(
        jobs.map(({ name, begunAt, isElsewhere }) => [name, isElsewhere ? 'elsewhere' : begunAt && 'here']),
      );
    };
    const allHere = expect.objectContaining({
      'erase left accounts': 'here',
      'end measures': 'here',
      push: 'here',
    });
    await a!.kill();
    await expect.poll(() => jobsAt(b!), { timeout: 20_000 }).toEqual(allHere);
    const c = await (await launch()).ready();
    await expect.poll(() => jobsAt(c)).toMatchObject({ push: 'here' });
    expect(await jobsAt(c)).toMatchObject({
      'erase left accounts': 'elsewhere',
      'end measures': 'elsewhere',
    });
    await b!.kill();
    await expect.poll(() => jobsAt(c), { timeout: 20_000 }).toEqual(allHere);
    // As one that is not reached any more: what it held is free, and it takes that again itself.
    await database`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'dazi locks' AND datname = current_database()`;
    const holders = () =>
      database`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${advisoryLocks.onceForAll}`;
    await expect.poll(async () => (await holders()).length, { timeout: 20_000 }).toBe(1);
    expect(await jobsAt(c)).toEqual(allHere);
  });
});
