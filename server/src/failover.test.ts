import { describe, expect, test } from 'vitest';
import {
  expectAllHeard,
  expectNothingLost,
  keepBusy,
  openPages,
  peopleInRoom,
} from './testing/acknowledged.ts';
import { freePort } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';
import { hasHaproxy, TestHaproxy } from './testing/test-haproxy.ts';
import { TestNodes } from './testing/test-nodes.ts';
import { TestPerson } from './testing/test-person.ts';
import { TestProvider } from './testing/test-provider.ts';
import { hasReplication, TestReplicated } from './testing/test-replicated.ts';

const everyone = Number(process.env.FAILOVER_PEOPLE ?? 6);
/** So many messages are acknowledged before PostgreSQL dies, and after the replica has taken its place. */
const messages = Number(process.env.FAILOVER_MESSAGES ?? 40);

// It has a PostgreSQL of its own.
const ofPostgresql = describe.skipIf(!process.env.TEST_DATABASE_URL);

ofPostgresql('a PostgreSQL that dies, of which a replica takes the place', () => {
  test('loses nothing that was acknowledged, and nodes go on by themselves', {
    timeout: 240_000,
  }, async (context) => {
    if (!hasHaproxy) return context.skip('haproxy is not installed: apt-get install haproxy');
    if (!hasReplication) return context.skip('pg_basebackup is not installed');
    const provider = new TestProvider();
    await provider.start();
    context.onTestFinished(() => provider.stop());
    const replicated = await TestReplicated.start();
    context.onTestFinished(() => replicated.stop());
    const port = await freePort();
    const { primary, replica } = replicated.ports;
    const haproxy = await TestHaproxy.beforeDatabases(primary, replica, port);
    context.onTestFinished(() => haproxy.stop());
    const made = new URL(await makeTestDatabase(replicated.urlOf('primary')));
    const through = new URL(made);
    through.port = String(port);
    const nodes = await TestNodes.of(2);
    context.onTestFinished(() => nodes.remove());
    await nodes.start({
      ...provider.environment,
      MEDIA_DIR: nodes.installation.newDataDir(),
      DATABASE_URL: through.href,
      DATABASE_POOL: '8',
      POSITION_SECRET: 'the position secret of the tests, long enough',
    });

    const { people, room } = await peopleInRoom(everyone, (number) =>
      new TestPerson(nodes.url(number % 2)).signInAt(provider, `Person ${number}`),
    );
    const pages = await openPages(people, room, 3);
    const busy = await keepBusy(room, people);
    const { doings } = busy;
    const untilSaid = (count: number) =>
      expect.poll(() => doings.said.length, { timeout: 90_000 }).toBeGreaterThanOrEqual(count);
    await untilSaid(messages);
    await replicated.killPrimary();
    const [before, lost_ms] = [doings.said.length, performance.now()];
    replicated.promote();
    // Answers that were on their way do not count: each of them asks for one thing at a time.
    await untilSaid(before + everyone);
    const back_ms = performance.now() - lost_ms;
    await untilSaid(before + messages);
    await busy.stop();

    made.port = String(replica);
    const { log, transfers } = await expectNothingLost({ ...busy, databaseUrl: made.href });
    await expectAllHeard(pages, log);
    process.stdout.write(
      `failed over: ${log.length} messages, ${transfers} transfers, ${doings.votes} votes; the next was acknowledged after ${back_ms.toFixed(0)} ms\n`,
    );
  });
});
