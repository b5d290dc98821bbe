import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../tools/services.mjs';
import {
  type Doings,
  expectAllHeard,
  expectNothingLost,
  keepBusy,
  openPages,
  peopleInRoom,
} from './testing/acknowledged.ts';
import { isPooled, makeTestDatabase } from './testing/test-database.ts';
import { hasHaproxy, TestHaproxy } from './testing/test-haproxy.ts';
import { TestNodes } from './testing/test-nodes.ts';
import { TestPerson } from './testing/test-person.ts';
import { TestProvider } from './testing/test-provider.ts';
import { hasReplication, TestReplicated } from './testing/test-replicated.ts';

const everyone = Number(process.env.FAILOVER_PEOPLE ?? 6);
/** So many messages are acknowledged before PostgreSQL dies, and after the replica has taken its place. */
const messages = Number(process.env.FAILOVER_MESSAGES ?? 40);
/** Within which nodes read from a replica, write to what was promoted and hear each other, on a busy machine. */
const back_ms = Number(process.env.FAILOVER_BACK_MS ?? 10_000);

// It has a PostgreSQL of its own. A pooler would stand where the proxy stands that finds the one that may be written to.
const ofPostgresql = describe.skipIf(!process.env.TEST_DATABASE_URL || isPooled);

interface Scene {
  replicated: TestReplicated;
  nodes: TestNodes;
  people: TestPerson[];
  conversationId: string;
  doings: Doings;
  /** On the replica. */
  databaseUrl: string;
}

const acknowledged = ({ said, muttered, paid, posts, votes }: Doings) =>
  said.length + muttered.length + paid.size + posts.length + votes;

/** The primary dies while what it has done waits for the replica, which gets to know of it. */
async function dieUnanswered({ replicated, doings, databaseUrl }: Scene) {
  const receiver = replicated.holdReceiver();
  let latest = -1;
  await expect
    .poll(
      () => {
        const isStill = latest === acknowledged(doings);
        latest = acknowledged(doings);
        return isStill;
      },
      { interval: 2000, message: 'what the replica does not have is not acknowledged' },
    )
    .toBe(true);
  await replicated.killPrimary();
  receiver.takeIn();
  const there = (what: string) => Number(replicated.ask(databaseUrl, `SELECT count(*) FROM ${what}`));
  for (const [what, answered] of [
    ["messages WHERE content ~ '^(said|muttered)-'", doings.said.length + doings.muttered.length],
    ["transfers WHERE kind = 'transfer'", doings.paid.size],
    ['posts', doings.posts.length],
  ] as const) {
    await expect
      .poll(() => there(what), { interval: 200, message: `${what}: done and not acknowledged` })
      .toBeGreaterThan(answered);
  }
  expect(acknowledged(doings)).toBe(latest);
}

/** Through each node, while there is only a server that may not be written to. */
async function expectOnlyReads({ people, nodes, conversationId }: Scene) {
  for (const number of nodes.ports.keys()) {
    const person = people[number]!;
    const params = { conversationId };
    await expect
      .poll(async () => (await person.call(listMessages, { params, query: {} })).status, { timeout: back_ms })
      .toBe(200);
    const body = { content: 'refused', clientId: `refused-${number}` };
    expect(await person.call(sendMessage, { params, body })).toMatchObject({ status: 503 });
  }
}

/** By letters, not only by what they find in the outbox. */
async function expectNodesHear(nodes: TestNodes) {
  const hears = async (number: number) => {
    const before = await nodes.lettersHeard(number);
    await expect
      .poll(() => nodes.lettersHeard(number), { timeout: back_ms, message: `letters to node ${number}` })
      .toBeGreaterThan(before);
  };
  await Promise.all([...nodes.ports.keys()].map(hears));
}

ofPostgresql('a PostgreSQL that dies, of which a replica takes the place', () => {
  test('loses nothing that was acknowledged, and nodes go on by themselves', {
    timeout: 300_000,
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
    made.port = String(replica);
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
    const busy = await keepBusy(room, people, []);
    const { doings } = busy;
    const scene: Scene = { replicated, nodes, people, doings, ...room, databaseUrl: made.href };
    const untilSaid = (count: number, timeout = 90_000) =>
      expect.poll(() => doings.said.length, { timeout }).toBeGreaterThanOrEqual(count);
    await untilSaid(messages);
    await expectNodesHear(nodes);
    await dieUnanswered(scene);
    const before = doings.said.length;
    await expectOnlyReads(scene);
    const promoted_ms = performance.now();
    replicated.promote();
    // Answers that were on their way do not count: each of them asks for one thing at a time.
    await untilSaid(before + everyone, back_ms);
    const written_ms = performance.now() - promoted_ms;
    await expectNodesHear(nodes);
    const heard_ms = performance.now() - promoted_ms;
    await untilSaid(before + messages);
    await busy.stop();

    const { log, transfers } = await expectNothingLost({ ...busy, databaseUrl: made.href });
    await expectAllHeard(pages, log);
    // Each was opened once: none ended with the database.
    expect(pages.map(({ away_ms }) => away_ms.length)).toEqual(pages.map(() => 1));
    process.stdout.write(
      `failed over: ${log.length} messages, ${transfers} transfers, ${doings.votes} votes, ${doings.posts.length} posts; after the promotion the next was acknowledged within ${written_ms.toFixed(0)} ms, and letters heard within ${heard_ms.toFixed(0)} ms\n`,
    );
  });
});
