import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { removeParticipant } from '@dazi/contract/chat/rooms';
import { desc, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { DatabaseGone } from '#platform/database/connection.ts';
import { outbox } from '#platform/outbox.tables.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { MessageWriter } from './message-writer.service.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let eve: TestPerson;
let asked: string[] = [];
/** While it is there answers are lost, and the first is given when it says so. */
let losing: Promise<void> | null = null;

beforeAll(async () => {
  app = await startTestApp({}, {}, async () => {
    const database = await openTestDatabase();
    return {
      ...database,
      async query(text, ...rest) {
        asked.push(text);
        const rows = await database.query(text, ...rest);
        if (!losing || !text.startsWith('WITH draft')) return rows;
        await losing;
        throw new DatabaseGone('away');
      },
      transaction(work, options) {
        asked.push('BEGIN');
        return database.transaction(work, options);
      },
    };
  });
  [ann, bob, eve] = [await app.person('Ann'), await app.person('Bob'), await app.person('Eve')];
});
afterAll(() => app.close());

async function aTalk() {
  const room = await aRoom(ann);
  await joined(room, bob);
  return { room, params: { conversationId: room.conversationId } };
}

/** What the database was asked meanwhile but for the session, and for telling other nodes, which nobody waits for. */
async function during(work: () => Promise<unknown>): Promise<string[]> {
  asked = [];
  await work();
  return asked.filter((text) => !/from "?sessions|pg_notify/i.test(text));
}

test('words alone are stored, numbered, read by their sender and told by one statement', async () => {
  const { params } = await aTalk();
  const say = (content: string) => bob.get(sendMessage, { params, body: { content } });
  expect(await during(() => say('Hello'))).toEqual([expect.stringMatching(/^WITH draft/)]);
  expect(await during(() => say('Hello @Ann'))).toContain('BEGIN');
});

test('a private conversation is asked once whether it takes them', async () => {
  const { data } = await ann.get(sendPrivateMessage, { body: { receiverId: bob.id, content: 'Hello' } });
  const params = { conversationId: data.conversationId };
  const say = (content: string) => bob.get(sendMessage, { params, body: { content } });
  const drafts = async (content: string) =>
    (await during(() => say(content))).filter((text) => text.startsWith('WITH draft')).length;
  expect([await drafts('One'), await drafts('Two')]).toEqual([1, 0]);
});

test('of many at once those who may not write are refused, and the others are stored without gaps', async () => {
  const { params, room } = await aTalk();
  const say = (who: TestPerson, content: string) => who.call(sendMessage, { params, body: { content } });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_each, index) => say([ann, bob, eve][index % 3]!, `${index}`)),
  );
  const codes = answers.map((answer) => (answer.success ? 'stored' : answer.code));
  expect(codes).toEqual(codes.map((_code, index) => ['stored', 'stored', 'NOT_A_MEMBER'][index % 3]));
  const { data } = await ann.get(listMessages, { params, query: { limit: 100 } });
  expect(data.filter(({ type }) => type === 'TEXT')).toHaveLength(20);
  expect(data.map(({ sequence }) => sequence)).toEqual(data.map((_message, index) => index + 1));
  await ann.get(removeParticipant, { params: { roomId: room.id }, body: { targetUserId: bob.id } });
  expect(await say(bob, 'Still here?')).toMatchObject({ code: 'NOT_A_MEMBER' });
});

test('what one device sends twice under one id is stored once, whatever is sent beside it', async () => {
  const { params } = await aTalk();
  const body = { content: 'Once', clientId: 'twice-under-one-id' };
  const answers = await Promise.all([
    bob.get(sendMessage, { params, body }),
    ann.get(sendMessage, { params, body: { content: 'Beside it' } }),
    bob.get(sendMessage, { params, body }),
  ]);
  expect(answers[2]!.data.sequence).toBe(answers[0]!.data.sequence);
  const { data } = await ann.get(listMessages, { params });
  const texts = data.flatMap(({ type, content }) => (type === 'TEXT' ? [content] : []));
  expect(texts.sort()).toEqual(['Beside it', 'Once']);
});

test('what was stored while its answer was lost is stored once, also without an id of the device', async () => {
  const { params } = await aTalk();
  const say = (content: string) => bob.call(sendMessage, { params, body: { content } });
  const sending = vi.spyOn(MessageWriter.prototype, 'sendPlain');
  let go = () => {};
  losing = new Promise((resolve) => {
    go = resolve;
  });
  // Whoever comes while the first is being stored goes together.
  const all = ['One', 'Two', 'Three'].map(say);
  await expect.poll(() => sending).toHaveBeenCalledTimes(3);
  go();
  const answers = await Promise.all(all);
  losing = null;
  sending.mockRestore();
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  const { data } = await ann.get(listMessages, { params });
  const texts = data.flatMap(({ type, content }) => (type === 'TEXT' ? [content] : []));
  expect(texts.sort()).toEqual(['One', 'Three', 'Two']);
});

test('what is kept of the event has the number of the message and none of its words', async () => {
  const { params } = await aTalk();
  const { data } = await bob.get(sendMessage, {
    params,
    body: { content: 'A secret of ours "sequence": 7' },
  });
  const [kept] = await app.deps.db
    .select({ event: outbox.event })
    .from(outbox)
    .where(like(outbox.topic, `conversation:${params.conversationId}`))
    .orderBy(desc(outbox.id))
    .limit(1);
  const expected = { type: 'new_message', ...params, sequence: data.sequence, message: null };
  expect(kept!.event).toEqual(expected);
});
