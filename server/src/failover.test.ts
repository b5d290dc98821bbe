import { afterEach, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { walletOf } from '#features/wallet/wallet.builder.ts';
import { Doings, expectAllHeard, expectNothingLost, OpenPage } from './testing/acknowledged.ts';
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

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

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
    closing.push(() => provider.stop());
    const replicated = await TestReplicated.start();
    closing.push(() => replicated.stop());
    const port = await freePort();
    const { primary, replica } = replicated.ports;
    const haproxy = await TestHaproxy.beforeDatabases(primary, replica, port);
    closing.push(() => haproxy.stop());
    const made = new URL(await makeTestDatabase(replicated.urlOf('primary')));
    const through = new URL(made);
    through.port = String(port);
    const nodes = await TestNodes.of(2);
    closing.push(() => nodes.remove());
    await nodes.start({
      ...provider.environment,
      MEDIA_DIR: nodes.installation.newDataDir(),
      DATABASE_URL: through.href,
      DATABASE_POOL: '8',
      POSITION_SECRET: 'the position secret of the tests, long enough',
    });

    const people: TestPerson[] = [];
    for (let number = 0; number < everyone; number++) {
      const person = await new TestPerson(nodes.url(number % 2)).signInAt(provider, `Person ${number}`);
      await person.saveProfile({ displayName: `Person ${number}`, gender: 'F', confirmed: true });
      people.push(person);
    }
    const room = await aRoom(people[0]!);
    await joined(room, ...people.slice(1));
    const [payer, voter, ...talking] = people as [TestPerson, TestPerson, ...TestPerson[]];
    const [wallet, to] = [await walletOf(payer), await walletOf(voter)];
    const pages = people.slice(0, 3).map((person) => new OpenPage(person, room.conversationId));
    for (const page of pages) await page.open();

    let isOver = false;
    const doings = new Doings(room, () => isOver);
    const busy = Promise.all([
      ...talking.map((person, number) => doings.talk(person, `said-${number}`)),
      doings.pay(payer, wallet.id, to.id),
      doings.vote(voter, payer.id),
    ]);
    busy.catch(() => {});
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
    isOver = true;
    await busy;

    made.port = String(replica);
    const outcome = { doings, voter, payer, room, walletId: wallet.id, databaseUrl: made.href };
    const { log, transfers } = await expectNothingLost(outcome);
    await expectAllHeard(pages, log);
    process.stdout.write(
      `failed over: ${log.length} messages, ${transfers} transfers, ${doings.votes} votes; the next was acknowledged after ${back_ms.toFixed(0)} ms\n`,
    );
  });
});
