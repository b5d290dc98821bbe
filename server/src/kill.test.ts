import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { listMessages, type Message, sendMessage } from '@dazi/contract/chat/conversations';
import { castBoardVote, listChainLinks } from '@dazi/contract/governance/governance';
import { getHealth } from '@dazi/contract/kernel/service';
import {
  clearNotifications,
  listNotifications,
  type Notification,
} from '@dazi/contract/notifications/notifications';
import { listPosts } from '@dazi/contract/posts/post-views';
import { createPost, type Post } from '@dazi/contract/posts/posts';
import { addReaction } from '@dazi/contract/posts/reactions';
import { listTransactions, type Transaction, transfer, type Wallet } from '@dazi/contract/wallet/wallet';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { verifyGovernance } from '#features/governance/governance-verification.service.ts';
import { walletOf } from '#features/wallet/wallet.builder.ts';
import { verifyLedger } from '#features/wallet/wallet.service.ts';
import { freePort } from '../../tools/services.mjs';
import { builderOn } from './platform/database/builder.ts';
import { openEmbedded } from './platform/database/embedded.ts';
import { openPostgresql } from './platform/database/postgresql.ts';
import { makeTestDatabase } from './testing/test-database.ts';
import { haight, TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';
import { canHaveSmallDisk, TestInstallation, type TestProcess } from './testing/test-process.ts';
import { turnsOf } from './testing/test-share.ts';
import { TestStream } from './testing/test-stream.ts';

/** The built server as a process of its own, treated roughly. */
const rounds = Number(process.env.KILL_ROUNDS ?? turnsOf(10));
const superuserUrl = process.env.TEST_DATABASE_URL;
const clients = 4;

let installation: TestInstallation;
beforeAll(() => {
  installation = new TestInstallation();
});
afterAll(() => installation.remove());

/** Where a new server keeps its data. */
async function newHome(): Promise<Record<string, string>> {
  const DATA_DIR = installation.newDataDir();
  if (!superuserUrl) return { DATA_DIR };
  return {
    DATA_DIR,
    DATABASE_URL: await makeTestDatabase(superuserUrl),
    POSITION_SECRET: 'the position secret of the tests, long enough',
  };
}

function openHome({ DATA_DIR, DATABASE_URL }: Record<string, string>) {
  return DATABASE_URL
    ? openPostgresql(DATABASE_URL)
    : openEmbedded({ directory: join(DATA_DIR!, 'database'), snapshot: null });
}

/** Posts until the server is gone; every third post has two pictures. */
async function postOn(person: TestPerson, name: string, picture: string, acknowledged: Map<string, Post>) {
  for (let number = 0; ; number++) {
    const imageUrls = number % 3 === 0 ? [picture, picture] : [];
    try {
      const post = await person.post({
        content: `${name} ${number} ${imageUrls.length}`,
        location: haight,
        imageUrls,
      });
      acknowledged.set(post.id, post);
    } catch (error) {
      throwUnlessGone(error);
      return;
    }
  }
}

/** What the server answered is a failure of the test; that it is gone is not. */
function throwUnlessGone(error: unknown) {
  if (!/ECONNRESET|ECONNREFUSED|EPIPE|aborted|socket hang up/.test(String(error))) throw error;
}

interface Said {
  clientId: string;
  sequence: number;
}

const say = (person: TestPerson, conversationId: string, clientId: string) =>
  person.get(sendMessage, { params: { conversationId }, body: { content: clientId, clientId } });

/** Says things until the server is gone. Answers what it does not know to have arrived. */
async function sayOn(person: TestPerson, conversationId: string, name: string, said: Said[]) {
  for (let number = 0; ; number++) {
    const clientId = `${name}-${number}`;
    try {
      const { data } = await say(person, conversationId, clientId);
      said.push({ clientId, sequence: data.sequence! });
    } catch (error) {
      throwUnlessGone(error);
      return { person, clientId };
    }
  }
}

async function wholeLog(person: TestPerson, conversationId: string): Promise<Message[]> {
  const log: Message[] = [];
  for (let more = true; more; ) {
    const query = { after: log.at(-1)?.sequence ?? 0, limit: 200 };
    const page = await person.get(listMessages, { params: { conversationId }, query });
    log.push(...page.data);
    more = page.hasNewer;
  }
  return log;
}

/** Numbers without a gap, every acknowledged message at its own, and what was sent again there once. */
async function expectLog(
  conversationId: string,
  said: readonly Said[],
  unsure: readonly { person: TestPerson; clientId: string }[],
) {
  const again = await Promise.all(
    unsure.map(({ person, clientId }) => say(person, conversationId, clientId)),
  );
  const log = await wholeLog(unsure[0]!.person, conversationId);
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_message, index) => index + 1));
  for (const { clientId, sequence } of said) expect(log[sequence - 1]).toMatchObject({ clientId });
  for (const { data } of again) expect(log[data.sequence! - 1]).toMatchObject({ id: data.id });
  const ids = log.flatMap(({ clientId }) => clientId ?? []);
  expect(new Set(ids).size).toBe(ids.length);
}

interface Payments {
  payer: TestPerson;
  wallet: Wallet;
  to: string;
  /** Ids of the transfers that were acknowledged. */
  done: Set<string>;
  asked: number;
}

const payAs = async ({ payer, wallet, to }: Payments, key: string) =>
  payer.get(transfer, {
    body: { fromWalletId: wallet.id, toWalletId: to, amountMinor: 1, key },
  });

/** Pays until the server is gone. Answers the key of what it does not know to have been done. */
async function payOn(payments: Payments, round: number): Promise<string> {
  for (let number = 0; ; number++) {
    const key = `paid-${round}-${number}`;
    payments.asked++;
    try {
      payments.done.add((await payAs(payments, key)).data.transaction.id);
    } catch (error) {
      throwUnlessGone(error);
      return key;
    }
  }
}

/** Each payment that was acknowledged is there, each once, and nothing else has left the wallet. */
async function expectPayments(payments: Payments, unsure: string) {
  payments.done.add((await payAs(payments, unsure)).data.transaction.id);
  const found: Transaction[] = [];
  const params = { walletId: payments.wallet.id };
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: object = { limit: 200, ...(cursor && { cursor }) };
    const page: { data: Transaction[]; nextCursor: string | null } = await payments.payer.get(
      listTransactions,
      { params, query },
    );
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  const paid = found.filter(({ kind }) => kind === 'transfer');
  expect(new Set(paid.map(({ id }) => id))).toEqual(payments.done);
  expect(paid).toHaveLength(payments.asked);
  expect(found[0]!.balanceMinor).toBe(payments.wallet.balanceMinor - payments.asked);
}

interface Votes {
  voter: TestPerson;
  candidateId: string;
  /** How often the vote was given or taken back, as far as that was acknowledged. */
  changes: number;
  stands: boolean;
}

const vote = async ({ voter, candidateId }: Votes, action: 'add' | 'remove' | 'check') =>
  (await voter.get(castBoardVote, { body: { candidateId, action } })).data.hasVoted;

/** Gives a vote and takes it back until the server is gone. */
async function voteOn(votes: Votes) {
  for (;;) {
    try {
      await vote(votes, votes.stands ? 'remove' : 'add');
      votes.stands = !votes.stands;
      votes.changes++;
    } catch (error) {
      throwUnlessGone(error);
      return;
    }
  }
}

/** Every change that was acknowledged is a link of the chain, and at most one beyond them. */
async function expectVotes(votes: Votes) {
  const { head } = await votes.voter.get(listChainLinks, { params: { chain: 'board-votes' } });
  expect([votes.changes, votes.changes + 1]).toContain(head.number);
  const stands = await vote(votes, 'check');
  expect(stands).toBe(head.number === votes.changes ? votes.stands : !votes.stands);
  Object.assign(votes, { stands, changes: head.number });
}

async function everyPost(origin: string): Promise<Post[]> {
  const visitor = new TestPerson(origin);
  const found: Post[] = [];
  let cursor: string | undefined;
  do {
    const page = await visitor.get(listPosts, { query: { limit: 500, cursor } });
    found.push(...(page.data as Post[]));
    cursor = (page as { nextCursor: string | null }).nextCursor ?? undefined;
  } while (cursor);
  return found;
}

async function expectPictures(origin: string, posts: readonly Post[]) {
  for (const { url, thumbnailUrl } of posts.flatMap(({ media }) => media)) {
    for (const path of [url, thumbnailUrl]) {
      const answer = await fetch(origin + path);
      const bytes = await answer.arrayBuffer();
      expect(answer.status, path).toBe(200);
      expect(bytes.byteLength).toBe(Number(answer.headers.get('content-length')));
      expect((await sharp(bytes).stats()).isOpaque).toBe(true);
    }
  }
}

/** Reacts to one post after the other until the server is gone; answers those that were acknowledged. */
async function reactOn(person: TestPerson, postIds: readonly string[]): Promise<string[]> {
  const acknowledged: string[] = [];
  for (const messageId of postIds) {
    try {
      await person.get(addReaction, { body: { messageId, reactionType: 'HEART' } });
      acknowledged.push(messageId);
    } catch (error) {
      throwUnlessGone(error);
      break;
    }
  }
  return acknowledged;
}

describe('kill -9 while notifications are made', () => {
  const times = Math.ceil(rounds / 3);

  test(`each reaction that was acknowledged tells its author, once, ${times} times`, async () => {
    const home = await newHome();
    const PORT = String(await freePort());
    let server = await (await installation.launch({ ...home, PORT })).ready();
    const [author, reader] = [
      await new TestPerson(server.url).signIn('Author'),
      await new TestPerson(server.url).signIn('Reader'),
    ];
    for (const person of [author, reader]) await person.saveProfile({ gender: 'F', confirmed: true });
    for (let round = 0; round < times; round++) {
      const posts: string[] = [];
      for (let number = 0; number < 30; number++) posts.push((await author.post({ location: haight })).id);
      const reacting = reactOn(reader, posts);
      await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 200));
      await server.kill();
      const acknowledged = await reacting;
      server = await (await installation.launch({ ...home, PORT })).ready();
      const told = async () => {
        const { data, unreadCount } = await author.get(listNotifications);
        const list = data as Notification[];
        expect(list.length).toBe(unreadCount);
        for (const { params } of list) expect(params.others).toBe(0);
        // From the fourth post on they are one. Of the last one nobody knows whether it was done.
        const count = list.reduce((sum, { params }) => sum + params.count, 0);
        expect(count).toBeLessThanOrEqual(acknowledged.length + 1);
        return acknowledged.length - count;
      };
      await expect.poll(told, { timeout: 10_000 }).toBeLessThanOrEqual(0);
      await author.get(clearNotifications, { body: {} });
    }
    expect(await server.kill('SIGTERM')).toBe(0);
  }, 180_000);
});

describe('kill -9 in the middle of a burst', () => {
  test(
    `loses nothing that was acknowledged and leaves nothing half, ${rounds} times`,
    async () => {
      const home = await newHome();
      const drawn = await picture(64);
      const PORT = String(await freePort());
      let server = await (await installation.launch({ ...home, PORT })).ready();
      const people = await Promise.all(
        Array.from({ length: clients }, async (_each, number) => {
          const person = await new TestPerson(server.url).signIn(`Client ${number}`);
          await person.saveProfile({ displayName: `Client ${number}`, gender: 'F', confirmed: true });
          return person;
        }),
      );
      const acknowledged = new Map<string, Post>();
      const room = await aRoom(people[0]!);
      await joined(room, ...people.slice(1));
      const said: Said[] = [];
      const payer = people.at(-1)!;
      const wallet = await walletOf(payer);
      const to = (await walletOf(people[0]!)).id;
      const payments: Payments = { payer, wallet, to, done: new Set(), asked: 0 };
      const votes: Votes = { voter: people[1]!, candidateId: people[0]!.id, changes: 0, stands: false };
      let checkedPictures = 0;
      for (let round = 0; round < rounds; round++) {
        const before = acknowledged.size;
        const bursts = people.map((person, number) =>
          postOn(person, `${round} ${number}`, drawn, acknowledged),
        );
        const talk = people
          .slice(0, 2)
          .map((person, number) => sayOn(person, room.conversationId, `said-${round}-${number}`, said));
        const paying = payOn(payments, round);
        const voting = voteOn(votes);
        const enough = before + 5 + Math.floor(Math.random() * 30);
        while (acknowledged.size < enough)
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
        await server.kill();
        await Promise.all(bursts);

        server = await (await installation.launch({ ...home, PORT })).ready();
        const found = await everyPost(server.url);
        const ids = new Set(found.map(({ id }) => id));
        expect([...acknowledged.keys()].filter((id) => !ids.has(id))).toEqual([]);
        for (const post of found) {
          const pictures = Number(post.content.split(' ').at(-1));
          expect(post.media, post.content).toHaveLength(pictures);
          // Nobody was told of these, but who sees them sees them whole.
          const told = acknowledged.get(post.id);
          // It is a visitor who reads them, and is shown no gender.
          const shown = { ...told, gender: null, can: expect.anything(), user: expect.anything() };
          if (told) expect(post).toEqual(shown);
        }
        const fresh = found.filter(({ content }) => content.startsWith(`${round} `));
        expect(fresh.length).toBeGreaterThanOrEqual(acknowledged.size - before);
        await expectPictures(server.url, fresh);
        await expectLog(room.conversationId, said, await Promise.all(talk));
        await expectPayments(payments, await paying);
        await voting;
        await expectVotes(votes);
        checkedPictures += fresh.flatMap(({ media }) => media).length;
      }
      expect(checkedPictures).toBeGreaterThan(rounds);
      expect(said.length).toBeGreaterThan(rounds);
      expect(payments.asked).toBeGreaterThan(rounds);
      expect(votes.changes).toBeGreaterThan(rounds);
      expect(await server.kill('SIGTERM')).toBe(0);

      const database = await openHome(home);
      const count = async (text: string) => ((await database.query(text, [], 'arrays')) as number[][])[0]![0];
      expect(await count('SELECT count(*) FROM posts')).toBeGreaterThanOrEqual(acknowledged.size);
      expect(
        await count(`SELECT count(*) FROM posts p FULL JOIN (SELECT event->>'messageId' AS id FROM outbox
        WHERE event->>'type' = 'post_created') told ON told.id = p.id WHERE told.id IS NULL OR p.id IS NULL`),
      ).toBe(0);
      expect(await verifyLedger({ db: builderOn(database) })).toMatchObject({ problem: null });
      expect(await verifyGovernance({ db: builderOn(database) })).toMatchObject({ problem: null });
      await database.close();
    },
    60_000 + rounds * 15_000,
  );
});

describe('starting and stopping', () => {
  let home: Record<string, string>;
  let first: TestProcess;
  beforeAll(async () => {
    home = await newHome();
    first = await (await installation.launch(home)).ready();
  });

  test('a second server on the same data directory says so and ends', async () => {
    const second = await installation.launch(home);
    expect(await second.ended()).toBe(1);
    expect(second.said).toContain(
      `Another Dazi server (process ${first.child.pid}) is already using ${home.DATA_DIR}. Stop it first, or choose another DATA_DIR.`,
    );
    expect(second.said).not.toMatch(/\n\s+at /);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  });

  test('a port in use is named, and the data directory is free again', async () => {
    const another = await newHome();
    const second = await installation.launch({ ...another, PORT: new URL(first.url).port });
    expect(await second.ended()).toBe(1);
    expect(second.said).toContain('That address is in use already; choose another PORT.');
    expect(second.said).not.toMatch(/\n\s+at /);
    await (await (await installation.launch(another)).ready()).kill();
  });

  test('SIGTERM ends streams and the process within 10 s, open connections or not', async () => {
    const visitor = new TestPerson(first.url);
    const streams = await Promise.all([1, 2, 3].map(() => TestStream.open(visitor)));
    const ahead = connect(Number(new URL(first.url).port), '127.0.0.1');
    await once(ahead, 'connect');
    const late = setTimeout(() => first.child.kill('SIGKILL'), 10_000);
    expect(await first.kill('SIGTERM')).toBe(0);
    clearTimeout(late);
    for (const stream of streams) await stream.untilEnd();
  });

  test('wrong settings are named together, without a stack', async () => {
    const server = await installation.launch({ ...(await newHome()), HOST: '0.0.0.0', TRUST_PROXY: 'x' });
    expect(await server.ended()).toBe(1);
    expect(server.said).toContain('TRUST_PROXY: must be');
    expect(server.said).not.toMatch(/\n\s+at /);
  });
});

// The other database has its own run, in which the embedded one is not asked.
const ofEmbedded = superuserUrl ? () => {} : describe;

/** The embedded database and the pictures share the disk; a database server's own disk is not ours to fill. */
const disk_MiB = 160;
const mostAttempts = 600;

/** Writes until nothing more fits, down to the last byte. */
function fill(path: string) {
  const file = openSync(path, 'w');
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
      const block = Buffer.alloc(size);
      try {
        for (;;) if (writeSync(file, block) < size) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

ofEmbedded('a disk without room', () => {
  test.skipIf(!canHaveSmallDisk())(
    'refuses what cannot be kept with 503, goes on reading, and recovers without a restart',
    async () => {
      const DATA_DIR = installation.newDataDir();
      const server = await (await installation.launch({ DATA_DIR }, { disk_MiB })).ready();
      const ann = await new TestPerson(server.url).signIn('Ann');
      await ann.saveProfile({ displayName: 'Ann', gender: 'F', confirmed: true });
      const drawn = await picture(600);
      const acknowledged: Post[] = [await ann.post({ content: 'Before', location: haight })];

      const filler = server.pathInside(join(DATA_DIR, 'filler'));
      fill(filler);
      // Pictures are refused before the disk is full, words once it is.
      const refused = { UPLOADS_PAUSED: 0, UNAVAILABLE: 0 };
      for (let number = 0; number < mostAttempts && refused.UNAVAILABLE < 20; number++) {
        const imageUrls = number % 2 === 0 ? [drawn] : [];
        const content = `During ${number} ${'x'.repeat(200)}`;
        const answer = await ann.call(createPost, { body: { content, location: haight, imageUrls } });
        if (answer.success) {
          acknowledged.push(answer.data as Post);
          continue;
        }
        const code =
          imageUrls.length > 0 ? expect.stringMatching(/^(UPLOADS_PAUSED|UNAVAILABLE)$/) : 'UNAVAILABLE';
        expect(answer).toMatchObject({ status: 503, code });
        refused[answer.code as keyof typeof refused]++;
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
      expect(refused.UNAVAILABLE, JSON.stringify(refused)).toBe(20);
      expect(refused.UPLOADS_PAUSED).toBeGreaterThan(0);
      expect((await ann.call(listPosts, {})).status).toBe(200);
      expect((await ann.call(getHealth, {})).status).toBe(200);

      rmSync(filler);
      await expect
        .poll(
          async () => {
            const answer = await ann.call(createPost, {
              body: { content: 'After', location: haight, imageUrls: [drawn] },
            });
            if (answer.success) acknowledged.push(answer.data as Post);
            return answer.status;
          },
          { timeout: 30_000 },
        )
        .toBe(200);
      for (const { id, media } of acknowledged) {
        for (const path of [`/api/messages/${id}`, ...media.map(({ url }) => url)]) {
          const answer = await ann.fetch(path);
          expect((await answer.arrayBuffer()).byteLength, path).toBeGreaterThan(0);
          expect(answer.status, path).toBe(200);
        }
      }
      expect(await server.kill('SIGTERM'), server.said).toBe(0);
    },
    120_000,
  );
});
