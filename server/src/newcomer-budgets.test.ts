import { editMessage } from '@dazi/contract/chat/conversations';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { createRoom, joinRoom, leaveRoom } from '@dazi/contract/chat/rooms';
import { newcomerBudgets } from '@dazi/contract/identity/newcomers.rules';
import { joinPlan } from '@dazi/contract/plans/plan-people';
import { createPlan } from '@dazi/contract/plans/plans';
import { addComment } from '@dazi/contract/posts/comments';
import { createPost, editPost, removePost } from '@dazi/contract/posts/posts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aRoom } from '#features/chat/rooms/rooms.builder.ts';
import { accountOf } from '#features/identity/identity.service.ts';
import { aPlan, furtherPlan, planBody, planner, ready } from '#features/plans/plans.builder.ts';
import { send, walletOf } from '#features/wallet/wallet.builder.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { farAway, haight, type TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';

const day_ms = newcomerBudgets.day_ms;
let app: TestApp;
let ann: TestPerson;
let postId: string;
let people = 0;

beforeAll(async () => {
  app = await startTestApp({}, { demoPublic: true });
  const bob = await app.person('Bob');
  postId = (await bob.post()).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  app.deps.config.rateLimitFactor = 1000;
  ann = await app.person(`Ann ${people++}`);
});

/** From here on as on an installation that changes nothing of its limits. */
const asUsual = () => {
  app.deps.config.rateLimitFactor = 1;
};

/** An account of this age; a day later than that the session goes on. */
async function aged(person: TestPerson, age_ms: number) {
  const createdAt = new Date(app.clock.read().getTime() - age_ms);
  await app.deps.db.execute(
    sql`UPDATE users SET created_at = ${createdAt.toISOString()}::timestamptz WHERE id = ${person.id}`,
  );
}

async function strangers(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    const subject = `stranger ${people++}`;
    const identity = { issuer: 'test', subject, email: null, emailVerified: false, name: subject };
    ids.push((await accountOf(app.deps, identity)).id);
  }
  return ids;
}

const rowsIn = async (query: ReturnType<typeof sql>) =>
  Number((await rowsOf<{ n: number }>(app.deps.db, query))[0]!.n);

type Call = () => Promise<{ status: number; success: boolean; headers: object }>;
interface Kind {
  /** Makes what is needed for so many calls, and answers the calls. */
  prepare(count: number): Promise<Call[]>;
  rows(): Promise<number>;
  age: 'day' | 'week';
}

const post = () => ann.call(createPost, { body: { content: 'Chess?', location: haight, gender: 'F' } });
const many = (count: number, call: Call) => Array.from({ length: count }, () => call);

const kinds: Record<string, Kind> = {
  posts: {
    age: 'day',
    prepare: async (count) => many(count, post),
    rows: () => rowsIn(sql`SELECT count(*) AS n FROM posts WHERE user_id = ${ann.id}`),
  },
  comments: {
    age: 'day',
    prepare: async (count) =>
      many(count, () => ann.call(addComment, { body: { messageId: postId, content: 'Yes!' } })),
    rows: () => rowsIn(sql`SELECT count(*) AS n FROM comments WHERE user_id = ${ann.id}`),
  },
  newPeople: {
    age: 'day',
    async prepare(count) {
      const ids = await strangers(count);
      return ids.map(
        (receiverId) => () => ann.call(sendPrivateMessage, { body: { receiverId, content: 'Hello' } }),
      );
    },
    rows: () => rowsIn(sql`SELECT count(*) AS n FROM messages WHERE sender_id = ${ann.id}`),
  },
  roomsMade: {
    age: 'week',
    prepare: async (count) => many(count, () => ann.call(createRoom, { body: { name: 'Chess', ...haight } })),
    rows: () => rowsIn(sql`SELECT count(*) AS n FROM rooms WHERE creator_id = ${ann.id}`),
  },
  joins: {
    age: 'day',
    async prepare(count) {
      const owners = [await app.person(`Owner ${people++}`), await app.person(`Owner ${people++}`)];
      const rooms = [];
      for (let number = 0; number < count; number++) rooms.push(await aRoom(owners[number % 2]!));
      return rooms.map(
        ({ id }) =>
          () =>
            ann.call(joinRoom, { params: { roomId: id }, body: { ...haight } }),
      );
    },
    rows: () => rowsIn(sql`SELECT count(*) AS n FROM conversation_members WHERE user_id = ${ann.id}`),
  },
  memosToStrangers: {
    age: 'week',
    async prepare(count) {
      const ids = await strangers(count);
      const fromWalletId = (await walletOf(ann)).id;
      return ids.map((id) => () => send(ann, `user-${id}`, 1, { fromWalletId, memo: 'Hello' }));
    },
    rows: () => rowsIn(sql`SELECT count(*) AS n FROM transfer_details WHERE actor_id = ${ann.id}`),
  },
  picturesToStrangers: {
    age: 'week',
    async prepare(count) {
      const ids = await strangers(count);
      const content = await picture(20);
      return ids.map(
        (receiverId) => () => ann.call(sendPrivateMessage, { body: { receiverId, content, type: 'IMAGE' } }),
      );
    },
    rows: () => rowsIn(sql`SELECT count(*) AS n FROM messages WHERE sender_id = ${ann.id}`),
  },
};

describe.each(Object.entries(kinds))('%s', (name, { age, prepare, rows }) => {
  const most = newcomerBudgets[name as 'posts'][age];
  const calls = name === 'picturesToStrangers' ? 12 : 50;

  test(`${most} in the first ${age}, also when all come at once, and again a day later`, async () => {
    if (age === 'week') await aged(ann, 2 * day_ms);
    const asked = await prepare(calls);
    asUsual();
    const before = await rows();
    const answers = await Promise.all(asked.map((call) => call()));
    const refused = answers.filter(({ success }) => !success);
    expect(answers.length - refused.length, JSON.stringify(refused[0])).toBe(most);
    for (const each of refused) {
      expect(each).toMatchObject({ status: 429, code: 'NEWCOMER_LIMIT' });
      expect(each.headers).toMatchObject({ 'retry-after': String(day_ms / 1000) });
    }
    expect((await rows()) - before).toBe(most);
    app.clock.advance(day_ms);
    const again = await app.visitor().signIn(ann.user!.name);
    expect(again.id).toBe(ann.id);
    ann = again;
    const refusedCalls = asked.filter((_call, index) => !answers[index]!.success);
    expect(await refusedCalls[0]!()).toMatchObject({ status: 200 });
  });
});

test('nothing is counted in demo mode on the own machine', async () => {
  asUsual();
  app.deps.config.demoPublic = false;
  try {
    for (let number = 0; number <= newcomerBudgets.posts.day; number++) {
      expect(await post()).toMatchObject({ status: 200 });
    }
  } finally {
    app.deps.config.demoPublic = true;
  }
});

test('what was taken away and whom one left counts on; more with the factor of the limits', async () => {
  const [first] = await kinds.joins!.prepare(1);
  asUsual();
  for (let number = 0; number < newcomerBudgets.posts.day; number++) {
    const made = await ann.get(createPost, { body: { content: 'x', location: haight, gender: 'F' } });
    await ann.get(removePost, { params: { messageId: made.data.id }, body: {} });
  }
  expect(await post()).toMatchObject({ code: 'NEWCOMER_LIMIT' });
  app.deps.config.rateLimitFactor = 1.2;
  expect(await post()).toMatchObject({ status: 200 });
  expect(await post()).toMatchObject({ code: 'NEWCOMER_LIMIT' });
  asUsual();
  for (let number = 0; number < newcomerBudgets.joins.day; number++) {
    const { data } = (await first!()) as unknown as { data: { conversationId: string } };
    const [{ id }] = (await rowsOf<{ id: string }>(
      app.deps.db,
      sql`SELECT id FROM rooms WHERE conversation_id = ${data.conversationId}`,
    )) as [{ id: string }];
    await ann.get(leaveRoom, { params: { roomId: id }, body: {} });
  }
  expect(await first!()).toMatchObject({ code: 'NEWCOMER_LIMIT' });
});

test('a refused message uses no id of the device, and who is new no more hears it otherwise', async () => {
  const ids = await strangers(newcomerBudgets.newPeople.later + 1);
  asUsual();
  const write = (receiverId: string, clientId = `client-${receiverId}`) =>
    ann.call(sendPrivateMessage, { body: { receiverId, content: 'Hello', clientId } });
  for (const id of ids.slice(0, 5)) expect(await write(id)).toMatchObject({ status: 200 });
  expect(await write(ids[5]!)).toMatchObject({ code: 'NEWCOMER_LIMIT' });
  await aged(ann, 8 * day_ms);
  for (const id of ids.slice(5, -1)) expect(await write(id)).toMatchObject({ status: 200 });
  expect(await write(ids.at(-1)!)).toMatchObject({ status: 429, code: 'TOO_MANY_NEW_PEOPLE' });
});

test.each(['posts', 'memosToStrangers'] as const)(
  'who is new no more is not called new: %s',
  async (name) => {
    const asked = await kinds[name]!.prepare(newcomerBudgets[name].week + 1);
    await aged(ann, 8 * day_ms);
    app.deps.config.rateLimitFactor = newcomerBudgets[name].week / newcomerBudgets[name].later;
    for (const call of asked.slice(0, -1)) expect(await call()).toMatchObject({ status: 200 });
    expect(await asked.at(-1)!()).toMatchObject({ status: 429, code: 'DAY_LIMIT' });
  },
);

test('any mix of calls in any order never passes a budget', async () => {
  const names = ['posts', 'comments', 'newPeople', 'roomsMade', 'joins'] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 20, maxLength: 50 }), async (mix) => {
      app.deps.config.rateLimitFactor = 1000;
      ann = await app.person(`Ann ${people++}`);
      const ready = new Map<string, Call[]>();
      for (const name of names) {
        ready.set(name, await kinds[name]!.prepare(mix.filter((each) => each === name).length));
      }
      asUsual();
      const answers = await Promise.all(
        mix.map(async (name) => ({ name, answer: await ready.get(name)!.pop()!() })),
      );
      for (const name of names) {
        const asked = mix.filter((each) => each === name).length;
        const done = answers.filter((each) => each.name === name && each.answer.success).length;
        expect(done, name).toBe(Math.min(asked, newcomerBudgets[name].day));
      }
    }),
    { numRuns: 4 },
  );
});

describe('links', () => {
  const one = 'See https://one.example';
  const two = `${one} and https://two.example`;
  const postOf = (content: string) =>
    ann.call(createPost, { body: { content, location: haight, gender: 'F' } });

  test('none on the first day, one in the first week, and then as many as one likes', async () => {
    asUsual();
    const refused = { status: 403, code: 'NEWCOMER_LINKS' };
    expect(await postOf(one)).toMatchObject(refused);
    await aged(ann, 2 * day_ms);
    expect(await postOf(one)).toMatchObject({ status: 200 });
    expect(await postOf(two)).toMatchObject(refused);
    await aged(ann, 8 * day_ms);
    expect(await postOf(two)).toMatchObject({ status: 200 });
  });

  test('nor by editing, in comments, or to who does not know one', async () => {
    const [stranger] = await strangers(1);
    asUsual();
    const refused = { status: 403, code: 'NEWCOMER_LINKS' };
    const { data } = await ann.get(createPost, {
      body: { content: 'Chess', location: haight, gender: 'F' },
    });
    const params = { messageId: data.id };
    expect(await ann.call(editPost, { params, body: { content: one } })).toMatchObject(refused);
    expect(await ann.call(addComment, { body: { messageId: postId, content: one } })).toMatchObject(refused);
    const write = (receiverId: string, content: string) =>
      ann.call(sendPrivateMessage, { body: { receiverId, content } });
    expect(await write(stranger!, one)).toMatchObject(refused);
    const said = await write(stranger!, 'Hello');
    if (!said.success) throw new Error(said.error);
    const message = { conversationId: said.data.conversationId, messageId: said.data.id };
    expect(await ann.call(editMessage, { params: message, body: { content: one } })).toMatchObject(refused);
    app.deps.config.rateLimitFactor = 1000;
    const friend = await app.person(`Friend ${people++}`);
    await friend.get(sendPrivateMessage, { body: { receiverId: ann.id, content: 'Hi' } });
    await ann.get(sendPrivateMessage, { body: { receiverId: friend.id, content: 'Hi!' } });
    asUsual();
    expect(await write(friend.id, one)).toMatchObject({ status: 200 });
  });

  test('nor in what somebody asks to be let into a room with', async () => {
    const room = await aRoom(await app.person(`Owner ${people++}`), { placed: true });
    asUsual();
    const join = (message: string) =>
      ann.call(joinRoom, { params: { roomId: room.id }, body: { ...farAway, message } });
    expect(await join(one)).toMatchObject({ status: 403, code: 'NEWCOMER_LINKS' });
    expect(await join('May I?')).toMatchObject({ status: 200, data: { joinType: 'REQUEST' } });
  });

  test('nor in what somebody asks the host of a plan with, or says that one costs', async () => {
    const host = await planner(app, `Host ${people++}`);
    const asked = await aPlan(app, host, { entry: 'ask' });
    const open = await furtherPlan(app, host);
    await ready(ann);
    asUsual();
    const refused = { status: 403, code: 'NEWCOMER_LINKS' };
    const join = (planId: string, message: string) =>
      ann.call(joinPlan, { params: { planId }, body: { message } });
    expect(await join(asked.id, one)).toMatchObject(refused);
    expect(await join('no-such-plan', one)).toMatchObject({ code: 'PLAN_NOT_FOUND' });
    expect(await join(asked.id, 'May I?')).toMatchObject({ data: { mine: { standing: 'asked' } } });
    // It is asked with nothing where everybody may join.
    expect(await join(open, one)).toMatchObject({ data: { mine: { standing: 'going' } } });
    const cost = { cost: 'amount', costText: 'https://one.example' } as const;
    expect(await ann.call(createPlan, { body: planBody(app, cost) })).toMatchObject(refused);
  });
});
