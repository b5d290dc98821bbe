import type { Message } from '@dazi/contract/chat/conversations';
import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import type { Room } from '@dazi/contract/chat/rooms';
import { castBoardVote, listChainLinks } from '@dazi/contract/governance/governance';
import { getPost } from '@dazi/contract/posts/post-views';
import type { Post } from '@dazi/contract/posts/posts';
import { listTransactions, type Transaction, transfer } from '@dazi/contract/wallet/wallet';
import { afterEach, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { verifyGovernance } from '#features/governance/governance-verification.service.ts';
import { walletOf } from '#features/wallet/wallet.builder.ts';
import { verifyLedger } from '#features/wallet/wallet.service.ts';
import { builderOn } from './platform/database/builder.ts';
import { openPostgresql } from './platform/database/postgresql.ts';
import { freePort } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';
import { hasHaproxy, TestHaproxy } from './testing/test-haproxy.ts';
import { hasNats, TestNats } from './testing/test-nats.ts';
import { insist, isUnsure, pause, TestNodes } from './testing/test-nodes.ts';
import { TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';
import { TestProvider } from './testing/test-provider.ts';
import { hasRedis, TestRedis } from './testing/test-redis.ts';
import { TestS3 } from './testing/test-s3.ts';
import { TestStream } from './testing/test-stream.ts';

/**
 * Three nodes behind a balancer, their media in a bucket, of which one is killed every few seconds while people go on.
 * NODES_KILLS, NODES_EVERY_S and NODES_PEOPLE make it longer; NODES_WAYS names how nodes tell each other.
 */
const kills = Number(process.env.NODES_KILLS ?? 3);
const every_s = Number(process.env.NODES_EVERY_S ?? 3);
const everyone = Number(process.env.NODES_PEOPLE ?? 9);
const ways = (process.env.NODES_WAYS ?? 'Redis').split(',');
/** Within which browsers are to hear again, on a machine that has nothing else to do. */
const back_ms = Number(process.env.NODES_BACK_MS ?? Number.POSITIVE_INFINITY);
const listening = 5;

const superuserUrl = process.env.TEST_DATABASE_URL;

/** Three nodes behind a balancer, with all that is outside of them. */
class Fleet {
  readonly provider = new TestProvider();
  readonly s3 = new TestS3();
  nodes!: TestNodes;
  readonly #closing: (() => Promise<unknown>)[] = [];
  origin = '';
  databaseUrl = '';

  async start(way: string) {
    await this.provider.start();
    await this.s3.start();
    this.databaseUrl = await makeTestDatabase(superuserUrl!);
    const nats = way === 'NATS' ? await TestNats.start() : null;
    const redis = way === 'Redis' ? await TestRedis.start() : null;
    const port = await freePort();
    this.origin = `http://127.0.0.1:${port}`;
    this.nodes = await TestNodes.of(3);
    await this.nodes.start({
      ...this.provider.environment,
      ...this.s3.settings,
      ...(nats && { NATS_URL: nats.url }),
      ...(redis && { REDIS_URL: redis.url }),
      PUBLIC_URL: this.origin,
      TRUST_PROXY: '1',
      DATABASE_URL: this.databaseUrl,
      DATABASE_POOL: '8',
      POSITION_SECRET: 'the position secret of the tests, long enough',
    });
    const haproxy = await TestHaproxy.before(this.nodes.ports.map(Number), port);
    this.#closing.push(
      () => this.nodes.remove(),
      () => haproxy.stop(),
      () => this.provider.stop(),
      () => this.s3.stop(),
      async () => nats?.goAway(),
      async () => redis?.goAway(),
    );
  }

  async close() {
    for (const close of this.#closing) await close();
  }
}

interface Told {
  clientId: string;
  sequence: number;
}

/** A page that stands open: it asks when its stream begins, and hears of everything else. */
class OpenPage {
  readonly known = new Set<number>();
  readonly away_ms: number[] = [];
  twice = 0;
  isStopped = false;
  readonly #person: TestPerson;
  readonly #conversationId: string;
  #running: Promise<void> | undefined;

  constructor(person: TestPerson, conversationId: string) {
    this.#person = person;
    this.#conversationId = conversationId;
  }

  async open() {
    let opened = () => {};
    const first = new Promise<void>((resolve) => {
      opened = resolve;
    });
    this.#running = this.#listen(opened);
    await Promise.race([first, this.#running]);
  }

  async #listen(opened: () => void) {
    let lost_ms = performance.now();
    while (!this.isStopped) {
      const stream = await TestStream.open(this.#person).catch(() => null);
      if (!stream) {
        await pause(100);
        continue;
      }
      this.away_ms.push(performance.now() - lost_ms);
      await insist(() => this.#ask());
      opened();
      await this.#hear(stream);
      lost_ms = performance.now();
      stream.close();
    }
  }

  async #hear(stream: TestStream) {
    const told = new Set<number>();
    for (let read = 0; !this.isStopped; ) {
      const frame = stream.frames[read];
      if (frame === undefined) {
        if (stream.ended) return;
        await pause(20);
        continue;
      }
      read++;
      if (frame.type === 'resync') await insist(() => this.#ask());
      if (frame.type !== 'new_message' || frame.conversationId !== this.#conversationId) continue;
      if (told.has(frame.sequence)) this.twice++;
      told.add(frame.sequence);
      this.known.add(frame.sequence);
    }
  }

  async #ask() {
    for (const { sequence } of await wholeLog(this.#person, this.#conversationId)) this.known.add(sequence!);
  }

  async stop() {
    this.isStopped = true;
    await this.#running;
  }
}

async function wholeLog(person: TestPerson, conversationId: string): Promise<Message[]> {
  const log: Message[] = [];
  for (let more = true; more; ) {
    const query = { after: log.at(-1)?.sequence ?? 0, limit: 200 };
    const page = await insist(() => person.get(listMessages, { params: { conversationId }, query }));
    log.push(...page.data);
    more = page.hasNewer;
  }
  return log;
}

async function allTransfers(person: TestPerson, walletId: string): Promise<Transaction[]> {
  const found: Transaction[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: object = { limit: 200, ...(cursor && { cursor }) };
    const page: { data: Transaction[]; nextCursor: string | null } = await person.get(listTransactions, {
      params: { walletId },
      query,
    });
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  return found.filter(({ kind }) => kind === 'transfer');
}

/** What people did and were told that it is done. */
class Doings {
  readonly said: Told[] = [];
  readonly paid = new Set<string>();
  readonly posts: Post[] = [];
  asked = 0;
  votes = 0;
  readonly #until: () => boolean;
  readonly #room: Room;

  constructor(room: Room, until: () => boolean) {
    this.#room = room;
    this.#until = until;
  }

  async talk(person: TestPerson, name: string) {
    const params = { conversationId: this.#room.conversationId };
    for (let number = 0; !this.#until(); number++) {
      const clientId = `${name}-${number}`;
      const { data } = await insist(() =>
        person.get(sendMessage, { params, body: { content: clientId, clientId } }),
      );
      this.said.push({ clientId, sequence: data.sequence! });
      await pause(10);
    }
  }

  async pay(person: TestPerson, fromWalletId: string, toWalletId: string) {
    for (let number = 0; !this.#until(); number++) {
      const body = { fromWalletId, toWalletId, amountMinor: 1, key: `payment-${number}` };
      this.asked++;
      this.paid.add((await insist(() => person.get(transfer, { body }))).data.transaction.id);
    }
  }

  async vote(person: TestPerson, candidateId: string) {
    for (; !this.#until(); this.votes++) {
      const action = this.votes % 2 === 0 ? 'add' : 'remove';
      await insist(() => person.get(castBoardVote, { body: { candidateId, action } }));
      await pause(20);
    }
  }

  /** Without a key: what is not answered may be there or not. */
  async post(person: TestPerson, drawn: string) {
    while (!this.#until()) {
      try {
        this.posts.push(await person.post({ content: 'A bench in the sun', imageUrls: [drawn] }));
      } catch (error) {
        if (!isUnsure(error)) throw error;
      }
      await pause(50);
    }
  }
}

let fleet: Fleet | undefined;
afterEach(async () => {
  await fleet?.close();
});

const ofPostgresql = describe.skipIf(!superuserUrl);

ofPostgresql('three nodes behind a balancer, of which one is killed again and again', () => {
  test.for(ways)(
    'lose nothing that was acknowledged and do nothing twice, telling each other by %s',
    { timeout: (kills * (every_s + 15) + 90) * 1000 },
    async (way, context) => {
      if (!hasHaproxy) return context.skip('haproxy is not installed: apt-get install haproxy');
      if (way === 'NATS' && !hasNats) return context.skip('nats-server is not installed');
      if (way === 'Redis' && !hasRedis) return context.skip('redis-server is not installed');
      fleet = new Fleet();
      await fleet.start(way);
      const { origin, provider } = fleet;
      const people: TestPerson[] = [];
      for (let number = 0; number < everyone; number++) {
        const person = await new TestPerson(origin).signInAt(provider, `Person ${number}`);
        await person.saveProfile({ displayName: `Person ${number}`, gender: 'F', confirmed: true });
        people.push(person);
      }
      const room = await aRoom(people[0]!);
      await joined(room, ...people.slice(1));
      const [payer, voter, poster, ...talking] = people as [
        TestPerson,
        TestPerson,
        TestPerson,
        ...TestPerson[],
      ];
      const [wallet, to] = [await walletOf(payer), await walletOf(voter)];
      const pages = people.slice(0, listening).map((person) => new OpenPage(person, room.conversationId));
      for (const page of pages) await page.open();

      let isOver = false;
      const doings = new Doings(room, () => isOver);
      const busy = Promise.all([
        ...talking.map((person, number) => doings.talk(person, `said-${number}`)),
        doings.pay(payer, wallet.id, to.id),
        doings.vote(voter, payer.id),
        doings.post(poster, await picture(64)),
      ]);
      busy.catch(() => {});
      const began_ms = performance.now();
      for (let killed = 0; killed < kills; killed++) {
        const next = pause(every_s * 1000);
        await pause((every_s * 1000) / 2);
        await fleet.nodes.kill(killed % 3);
        await pause(500);
        await fleet.nodes.come(killed % 3);
        await next;
      }
      isOver = true;
      await busy;
      const length_s = ((performance.now() - began_ms) / 1000).toFixed(0);

      const log = await wholeLog(voter, room.conversationId);
      expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_message, index) => index + 1));
      for (const { clientId, sequence } of doings.said) expect(log[sequence - 1]).toMatchObject({ clientId });
      const ids = log.flatMap(({ clientId }) => clientId ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(doings.said.length);

      const transfers = await allTransfers(payer, wallet.id);
      expect(new Set(transfers.map(({ id }) => id))).toEqual(doings.paid);
      expect(transfers).toHaveLength(doings.asked);
      const { head } = await voter.get(listChainLinks, { params: { chain: 'board-votes' } });
      expect(head.number).toBe(doings.votes);
      for (const { id, media } of doings.posts) {
        await poster.get(getPost, { params: { messageId: id } });
        for (const { url } of media) expect((await poster.fetch(url)).status, url).toBe(200);
      }

      // Whoever was listening has heard of everything without asking again.
      const all = log.map(({ sequence }) => sequence!);
      for (const page of pages) {
        await expect
          .poll(() => all.filter((sequence) => !page.known.has(sequence)), { timeout: 3000 })
          .toEqual([]);
      }
      await Promise.all(pages.map((page) => page.stop()));
      const away_ms = pages.flatMap((page) => page.away_ms.slice(1)).sort((one, other) => one - other);
      expect(Math.max(...away_ms)).toBeLessThan(back_ms);
      expect(pages.map(({ twice }) => twice)).toEqual(pages.map(() => 0));

      const database = await openPostgresql(fleet.databaseUrl);
      const db = builderOn(database);
      expect(await verifyLedger({ db })).toMatchObject({ problem: null });
      expect(await verifyGovernance({ db })).toMatchObject({ problem: null });
      await database.close();
      process.stdout.write(
        `${way}: ${kills} killed in ${length_s} s; ${log.length} messages, ${transfers.length} transfers, ${doings.votes} votes, ${doings.posts.length} posts acknowledged; streams back after ${away_ms.map((ms) => ms.toFixed(0)).join(', ')} ms\n`,
      );
    },
  );
});
