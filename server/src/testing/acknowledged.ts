import type { Message } from '@dazi/contract/chat/conversations';
import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import type { Room } from '@dazi/contract/chat/rooms';
import { castBoardVote, listChainLinks } from '@dazi/contract/governance/governance';
import { listPosts } from '@dazi/contract/posts/post-views';
import type { Post } from '@dazi/contract/posts/posts';
import { listTransactions, type Transaction, transfer } from '@dazi/contract/wallet/wallet';
import { expect } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { verifyGovernance } from '#features/governance/governance-verification.service.ts';
import { walletOf } from '#features/wallet/wallet.builder.ts';
import { verifyLedger } from '#features/wallet/wallet.service.ts';
import { builderOn } from '../platform/database/builder.ts';
import { openPostgresql } from '../platform/database/postgresql.ts';
import { insist, isUnsure, pause } from './test-nodes.ts';
import type { TestPerson } from './test-person.ts';
import { TestStream } from './test-stream.ts';

interface Told {
  content: string;
  sequence: number;
}

/** A page that stands open: it asks when its stream begins, and hears of everything else. */
export class OpenPage {
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

export async function wholeLog(person: TestPerson, conversationId: string): Promise<Message[]> {
  const log: Message[] = [];
  for (let more = true; more; ) {
    const query = { after: log.at(-1)?.sequence ?? 0, limit: 200 };
    const page = await insist(() => person.get(listMessages, { params: { conversationId }, query }));
    log.push(...page.data);
    more = page.hasNewer;
  }
  return log;
}

export async function allTransfers(person: TestPerson, walletId: string): Promise<Transaction[]> {
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

async function allPosts(person: TestPerson): Promise<Post[]> {
  const found: Post[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: object = { userId: person.id, limit: 100, ...(cursor && { cursor }) };
    const page: { data: Post[]; nextCursor: string | null } = await person.get(listPosts, { query });
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  return found;
}

/** Of things of which each was asked for with other words. */
function expectOnce(things: readonly { content: string }[]) {
  const contents = things.map(({ content }) => content).sort();
  expect(contents).toEqual([...new Set(contents)]);
}

export class Doings {
  /** Each asked for until it was acknowledged. */
  readonly said: Told[] = [];
  /** Each asked for once, without a key. */
  readonly muttered: Told[] = [];
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
      this.said.push({ content: clientId, sequence: data.sequence! });
      await pause(10);
    }
  }

  /** Without a key: what is not answered may be there or not, and never twice. */
  async mutter(person: TestPerson, name: string) {
    const params = { conversationId: this.#room.conversationId };
    for (let number = 0; !this.#until(); number++) {
      const content = `${name}-${number}`;
      try {
        const { data } = await person.get(sendMessage, { params, body: { content } });
        this.muttered.push({ content, sequence: data.sequence! });
      } catch (error) {
        if (!isUnsure(error)) throw error;
      }
      await pause(50);
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

  /** Without a key: what is not answered may be there or not, and never twice. */
  async post(person: TestPerson, imageUrls: string[]) {
    for (let number = 0; !this.#until(); number++) {
      try {
        this.posts.push(await person.post({ content: `A bench in the sun, ${number}`, imageUrls }));
      } catch (error) {
        if (!isUnsure(error)) throw error;
      }
      await pause(50);
    }
  }
}

/** So many people, signed in one after the other by `signIn`, in a room of the first one. */
export async function peopleInRoom(count: number, signIn: (number: number) => Promise<TestPerson>) {
  const people: TestPerson[] = [];
  for (let number = 0; number < count; number++) {
    const person = await signIn(number);
    await person.saveProfile({ displayName: `Person ${number}`, gender: 'F', confirmed: true });
    people.push(person);
  }
  const room = await aRoom(people[0]!);
  await joined(room, ...people.slice(1));
  return { people, room };
}

/** The first so many of them keep a page of the room open. */
export async function openPages(people: readonly TestPerson[], { conversationId }: Room, count: number) {
  const pages = people.slice(0, count).map((person) => new OpenPage(person, conversationId));
  for (const page of pages) await page.open();
  return pages;
}

/** The first pays the second, who votes; the third posts; others talk and mutter. `stop` rejects with what failed. */
export async function keepBusy(room: Room, people: readonly TestPerson[], imageUrls: string[]) {
  const [payer, voter, third, ...others] = people as [TestPerson, TestPerson, TestPerson, ...TestPerson[]];
  const [wallet, to] = [await walletOf(payer), await walletOf(voter)];
  let isOver = false;
  const doings = new Doings(room, () => isOver);
  const busy = Promise.all([
    ...others.map((person, number) => doings.talk(person, `said-${number}`)),
    ...others.map((person, number) => doings.mutter(person, `muttered-${number}`)),
    doings.pay(payer, wallet.id, to.id),
    doings.vote(voter, payer.id),
    doings.post(third, imageUrls),
  ]);
  busy.catch(() => {});
  const stop = async () => {
    isOver = true;
    await busy;
  };
  return { room, doings, payer, voter, poster: third, walletId: wallet.id, isOver: () => isOver, stop };
}

type Outcome = Pick<
  Awaited<ReturnType<typeof keepBusy>>,
  'doings' | 'voter' | 'payer' | 'poster' | 'room' | 'walletId'
> & { databaseUrl: string };

/** What was acknowledged is there, once, and the chains fit. Answers the log and how many transfers there are. */
export async function expectNothingLost({
  doings,
  voter,
  payer,
  poster,
  room,
  walletId,
  databaseUrl,
}: Outcome) {
  const log = await wholeLog(voter, room.conversationId);
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_message, index) => index + 1));
  for (const { content, sequence } of [...doings.said, ...doings.muttered]) {
    expect(log[sequence - 1]).toMatchObject({ content });
  }
  expectOnce(log.filter(({ type }) => type === 'TEXT'));
  const ids = log.flatMap(({ clientId }) => clientId ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(doings.said.length);
  const transfers = await allTransfers(payer, walletId);
  expect(new Set(transfers.map(({ id }) => id))).toEqual(doings.paid);
  expect(transfers).toHaveLength(doings.asked);
  const posts = await allPosts(poster);
  expectOnce(posts);
  expect(posts.map(({ id }) => id)).toEqual(expect.arrayContaining(doings.posts.map(({ id }) => id)));
  const { head } = await voter.get(listChainLinks, { params: { chain: 'board-votes' } });
  expect(head.number).toBe(doings.votes);
  const database = await openPostgresql(databaseUrl);
  const db = builderOn(database);
  expect(await verifyLedger({ db })).toMatchObject({ problem: null });
  expect(await verifyGovernance({ db })).toMatchObject({ problem: null });
  await database.close();
  return { log, transfers: transfers.length };
}

/** Whoever was listening has heard of everything without asking again, and of nothing twice; they listen no more. */
export async function expectAllHeard(pages: readonly OpenPage[], log: readonly Message[]) {
  const all = log.map(({ sequence }) => sequence!);
  for (const page of pages) {
    await expect
      .poll(() => all.filter((sequence) => !page.known.has(sequence)), { timeout: 10_000 })
      .toEqual([]);
  }
  await Promise.all(pages.map((page) => page.stop()));
  expect(pages.map(({ twice }) => twice)).toEqual(pages.map(() => 0));
}
