import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { addReaction } from '@dazi/contract/posts/reactions';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../tools/services.mjs';
import { makeEmptyDatabase } from '../../testing/test-database.ts';
import { TestNetwork } from '../../testing/test-network.ts';
import { pause } from '../../testing/test-nodes.ts';
import { TestPerson } from '../../testing/test-person.ts';
import { hasPgbouncer, TestPgbouncer } from '../../testing/test-pgbouncer.ts';
import { TestInstallation } from '../../testing/test-process.ts';
import { TestProvider } from '../../testing/test-provider.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openConfigured } from './configured.ts';
import { openPostgresql } from './postgresql.ts';

const POSITION_SECRET = 'the position secret of the tests, long enough';

async function opened(environment: Record<string, string>): Promise<string[]> {
  const said: string[] = [];
  const config = readConfig({ POSITION_SECRET, DATABASE_WAIT_S: '1', ...environment });
  const database = await openConfigured(config, { snapshot: null, say: (text) => void said.push(text) });
  expect(await database.query('SELECT 1', [], 'arrays')).toEqual([[1]]);
  await database.close();
  return said;
}

/** The one sentence with which it is refused. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const error = await opened(environment).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as Error).message;
}

test('a database that nobody serves is waited for and then named in one sentence, without its password', async () => {
  const installation = new TestInstallation();
  const port = await freePort();
  const server = await installation.launch({
    ...{ DATA_DIR: installation.newDataDir(), POSITION_SECRET, DATABASE_WAIT_S: '1' },
    DATABASE_URL: `postgres://dazi:hush@127.0.0.1:${port}/dazi`,
  });
  expect(await server.ended()).toBe(1);
  expect(server.said.split('\n').filter(Boolean)).toEqual([
    '  DATABASE_URL: nobody answers yet; waiting for 1 s at most.',
    'Dazi could not start.',
    expect.stringMatching(/^DATABASE_URL: the server did not answer within 1 s \(.*ECONNREFUSED.*\)$/),
  ]);
  expect(server.said).not.toContain('hush');
  await installation.remove();
});

const superuserUrl = process.env.TEST_DATABASE_URL;
// The embedded database is opened and not asked for.
const ofPostgresql = superuserUrl ? describe : () => {};

ofPostgresql('a database that is refused', () => {
  const role = `dazi_role_${randomBytes(4).toString('hex')}`;
  let superuser: postgres.Sql;
  let url: URL;
  const as = (changes: { user?: string; password?: string; path?: string }) => {
    const changed = new URL(url);
    changed.username = changes.user ?? role;
    changed.password = changes.password ?? 'right';
    if (changes.path) changed.pathname = changes.path;
    return changed.href;
  };
  beforeAll(async () => {
    url = new URL(await makeEmptyDatabase(superuserUrl!));
    superuser = postgres(url.href, { max: 1, onnotice: () => {} });
    await superuser.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'right'`);
    await superuser.unsafe(`CREATE ROLE ${role}_out NOLOGIN PASSWORD 'right'`);
  });
  afterAll(async () => {
    await superuser.unsafe(`DROP OWNED BY ${role}`);
    await superuser.unsafe(`DROP ROLE ${role}, ${role}_out`);
    await superuser.end();
  });

  test('for its password', async () => {
    expect(await opened({ DATABASE_URL: as({}) })).toEqual([]);
    expect(await refusal({ DATABASE_URL: as({ password: 'wrong' }) })).toMatch(
      /^DATABASE_URL: the password is not right \(/,
    );
  });

  test('because it is not there', async () => {
    expect(await refusal({ DATABASE_URL: as({ path: '/no_such_database' }) })).toMatch(
      /^DATABASE_URL: there is no database of this name \(.*no_such_database/,
    );
  });

  test('because the role may not come in', async () => {
    expect(await refusal({ DATABASE_URL: as({ user: `${role}_out` }) })).toMatch(
      /^DATABASE_URL: the server lets this role in from nowhere here \(/,
    );
    const name = url.pathname.slice(1);
    await superuser.unsafe(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`);
    expect(await refusal({ DATABASE_URL: as({}) })).toMatch(
      /^DATABASE_URL: this role may not use the database \(/,
    );
    await superuser.unsafe(`GRANT CONNECT ON DATABASE ${name} TO PUBLIC`);
  });

  test('for the connections that it does not give, in one sentence', async () => {
    await superuser.unsafe(`ALTER ROLE ${role} CONNECTION LIMIT 1`);
    await superuser.unsafe(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role}`);
    const installation = new TestInstallation();
    const server = await installation.launch({
      ...{ DATA_DIR: installation.newDataDir(), POSITION_SECRET, DATABASE_WAIT_S: '1' },
      // Whatever others go through, this one asks the server itself.
      ...{ DATABASE_URL: as({}), DATABASE_PREPARE: '1' },
    });
    const code = await server.ended();
    await superuser.unsafe(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
    await superuser.unsafe(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO CURRENT_USER`);
    await installation.remove();
    expect(code).toBe(1);
    expect(server.said).toMatch(
      /^DATABASE_URL: the server did not answer while Dazi started \(too many connections for role/m,
    );
    expect(server.said).not.toMatch(/^\s+at /m);
  });

  test('past a pooler, by the name of that setting', async () => {
    const DATABASE_URL = as({});
    expect(await refusal({ DATABASE_URL, DATABASE_DIRECT_URL: as({ password: 'wrong' }) })).toMatch(
      /^DATABASE_DIRECT_URL: the password is not right \(/,
    );
    expect(await refusal({ DATABASE_URL, DATABASE_DIRECT_URL: await makeEmptyDatabase(superuserUrl!) })).toBe(
      'DATABASE_DIRECT_URL: leads to another database than DATABASE_URL.',
    );
    const nobody = `postgres://dazi@127.0.0.1:${await freePort()}/dazi`;
    expect(await refusal({ DATABASE_URL, DATABASE_DIRECT_URL: nobody })).toMatch(
      /^DATABASE_DIRECT_URL: the server did not answer within 1 s/,
    );
  });

  test('is not refused when it comes up after three seconds', async () => {
    const network = await TestNetwork.to(url.href);
    await network.cut();
    const begun_ms = performance.now();
    const opening = opened({ DATABASE_URL: network.url, DATABASE_WAIT_S: '30' });
    setTimeout(() => network.restore(), 3000);
    expect(await opening).toEqual(['  DATABASE_URL: nobody answers yet; waiting for 30 s at most.']);
    expect(performance.now() - begun_ms).toBeGreaterThan(2900);
    await network.cut();
  });
});

ofPostgresql('changes of the tables', () => {
  const name = randomBytes(4).toString('hex');
  const [pooled, direct] = [`dazi_pooled_${name}`, `dazi_direct_${name}`];
  const installation = new TestInstallation();
  let superuser: postgres.Sql;
  beforeAll(async () => {
    superuser = postgres(superuserUrl!, { max: 1, onnotice: () => {} });
    await superuser.unsafe(`CREATE ROLE ${direct} LOGIN PASSWORD 'right'`);
    // It may do all that the other may, and what it makes is its own.
    await superuser.unsafe(`CREATE ROLE ${pooled} LOGIN PASSWORD 'right' IN ROLE ${direct}`);
  });
  afterAll(async () => {
    await installation.remove();
    await superuser.end();
  });

  async function twoWays() {
    const made = new URL(await makeEmptyDatabase(superuserUrl!));
    await superuser.unsafe(`ALTER DATABASE ${made.pathname.slice(1)} OWNER TO ${direct}`);
    const as = (role: string) => Object.assign(new URL(made), { username: role, password: 'right' }).href;
    const ownersOfTables = async () => {
      const client = postgres(made.href, { max: 1 });
      const owners = await client`SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'`;
      await client.end();
      return owners.map(({ tableowner }) => tableowner);
    };
    const settings = {
      ...{ DATA_DIR: installation.newDataDir(), POSITION_SECRET, DATABASE_PREPARE: '1' },
      ...{ DATABASE_URL: as(pooled), DATABASE_DIRECT_URL: as(direct) },
    };
    return { settings, ownersOfTables };
  }

  test('go past the pooler at a start', async () => {
    const { settings, ownersOfTables } = await twoWays();
    const server = await (await installation.launch(settings)).ready();
    expect(await ownersOfTables()).toEqual([direct]);
    expect(await server.kill('SIGTERM')).toBe(0);
  });

  test('and by the command', async () => {
    const { settings, ownersOfTables } = await twoWays();
    const program = join(installation.root, 'server', 'dist', 'migrate.js');
    const env = { ...process.env, ...settings };
    const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(await ownersOfTables()).toEqual([direct]);
  });
});

ofPostgresql('behind a pooler', () => {
  const role = `dazi_role_${randomBytes(4).toString('hex')}`;
  let installation: TestInstallation;
  let superuser: postgres.Sql;
  let direct: URL;
  let pgbouncer: TestPgbouncer | undefined;
  const provider = new TestProvider();

  beforeAll(async () => {
    await provider.start();
    direct = new URL(await makeEmptyDatabase(superuserUrl!));
    superuser = postgres(direct.href, { max: 1, onnotice: () => {} });
    await superuser.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'pooled'`);
    await superuser.unsafe(`ALTER DATABASE ${direct.pathname.slice(1)} OWNER TO ${role}`);
    direct.username = role;
    direct.password = 'pooled';
    installation = new TestInstallation();
  });
  afterAll(async () => {
    await installation.remove();
    await provider.stop();
    await pgbouncer?.stop();
    await superuser.end();
  });

  const launch = async () => {
    const server = await installation.launch({
      ...provider.environment,
      DATA_DIR: installation.newDataDir(),
      DATABASE_URL: pgbouncer!.urlOf(direct.href),
      DATABASE_DIRECT_URL: direct.href,
      DATABASE_PREPARE: '0',
      POSITION_SECRET,
    });
    return server.ready();
  };

  test('the start says what the role lacks; with that, two nodes work and hear each other', async (context) => {
    if (!hasPgbouncer) return context.skip('pgbouncer is not installed: apt-get install pgbouncer');
    pgbouncer = await TestPgbouncer.before(direct.href);
    const first = await launch();
    expect(await first.kill('SIGTERM')).toBe(0);
    const missing = first.said.split('\n').flatMap((line) => line.match(/^ {4}(ALTER ROLE .*;)$/)?.[1] ?? []);
    const begin = `ALTER ROLE ${role} IN DATABASE ${direct.pathname.slice(1)} SET`;
    expect(missing).toContain(`${begin} plan_cache_mode = 'force_generic_plan';`);
    expect(missing).toContain(`${begin} random_page_cost = '1.1';`);
    // As the role itself: nobody else is needed for it.
    const own = postgres(direct.href, { max: 1, onnotice: () => {} });
    for (const line of missing) await own.unsafe(line);
    await own.end();
    await pgbouncer.stop();
    pgbouncer = await TestPgbouncer.before(direct.href);

    const [a, b] = await Promise.all([launch(), launch()]);
    expect([a.said, b.said].filter((said) => said.includes('ALTER ROLE'))).toEqual([]);
    const [ann, bob] = [new TestPerson(a.url), new TestPerson(b.url)];
    for (const [person, name] of [
      [ann, 'Ann'],
      [bob, 'Bob'],
    ] as const) {
      await person.signInAt(provider, name);
      await person.saveProfile({ displayName: name, gender: 'F', age: 30 });
    }
    const post = await ann.post({ content: 'A bench in the sun' });
    const heard = await TestStream.open(ann);
    await bob.get(addReaction, { body: { messageId: post.id, reactionType: 'HEART' } });
    await heard.until(({ type }) => type === 'notification');
    heard.close();
    for (const node of [a, b]) {
      expect(await node.kill('SIGTERM')).toBe(0);
      expect(node.said).not.toMatch(/"level":[56]0/);
    }
  });

  test('of many who ask at once on few connections everybody is answered', async (context) => {
    if (!hasPgbouncer) return context.skip('pgbouncer is not installed: apt-get install pgbouncer');
    const pooler = await TestPgbouncer.before(direct.href);
    const options = { connections: 3, prepares: false, directUrl: direct.href };
    for (let turn = 0; turn < 10; turn++) {
      const database = await openPostgresql(pooler.urlOf(direct.href), options);
      const answers = Array.from({ length: 60 }, async (_each, number) => {
        await pause(number / 2);
        if (number % 2 === 0) return database.query('SELECT 1', [], 'arrays');
        return database.query('SELECT $1::int', [number], 'arrays');
      });
      const isAnswered = await Promise.race([Promise.all(answers).then(() => true), pause(60_000)]);
      expect(isAnswered, `turn ${turn}`).toBe(true);
      await database.close();
    }
    await pooler.stop();
  });
});
