import { getConversation } from '@dazi/contract/chat/conversation-views';
import { listMessages, reactToMessage, searchMessages, sendMessage } from '@dazi/contract/chat/conversations';
import { listPinnedMessages, pinMessage } from '@dazi/contract/chat/pinned-messages';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { openSession } from '#features/identity/identity.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { uploaded } from '../../../testing/test-uploads.ts';
import { forgetOldMessages } from './message-retention.service.ts';

const day_ms = 24 * 60 * 60 * 1000;

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let conversationId: string;
let round = 0;
beforeAll(async () => {
  app = await startTestApp({ MESSAGE_DAYS: '30' });
});
afterAll(() => app.close());
beforeEach(async () => {
  round++;
  [ann, bob] = [await app.person(`Ann ${round}`), await app.person(`Bob ${round}`)];
  const room = await aRoom(ann);
  await joined(room, bob);
  conversationId = room.conversationId;
});

async function pass(days: number) {
  app.clock.advance(days * day_ms);
  for (const person of [ann, bob]) {
    person.cookies.set('dazi_session', (await openSession(app.deps, person.id)).token);
  }
}
const say = async (as: TestPerson, content: string, more = {}) =>
  (await as.get(sendMessage, { params: { conversationId }, body: { content, ...more } })).data;
const log = (as: TestPerson, query = {}) => as.get(listMessages, { params: { conversationId }, query });
const said = async (as: TestPerson) =>
  (await log(as)).data
    .filter(({ type }) => ['TEXT', 'IMAGE'].includes(type))
    .map(({ sequence, content, removedBy }) => [sequence, content, removedBy]);
const unread = async (as: TestPerson) =>
  (await as.get(getConversation, { params: { conversationId } })).data.unreadCount;
const hanging = async () =>
  (
    await rowsOf<{ n: number }>(
      app.deps.db,
      sql`SELECT (SELECT count(*) FROM message_reactions WHERE conversation_id = ${conversationId})::int
        + (SELECT count(*) FROM message_mentions WHERE conversation_id = ${conversationId})::int
        + (SELECT count(*) FROM pinned_messages WHERE conversation_id = ${conversationId})::int AS n`,
    )
  )[0]!.n;

test('what was said longer ago loses its words, picture, reactions, mentions and pin, and keeps its number', async () => {
  const first = await say(ann, `Hello @Bob ${round}, the fountain at eight`);
  const params = { conversationId, messageId: first.id };
  await bob.get(reactToMessage, { params, body: { reactionType: 'HEART' } });
  await ann.get(pinMessage, { params, body: {} });
  const picture = await say(ann, await uploaded(ann), { type: 'IMAGE' });
  const before = await log(bob);
  expect([await hanging(), await unread(bob)]).toEqual([3, 2]);
  await pass(29);
  const answer = await say(bob, 'At nine', { replyToId: first.id });
  await forgetOldMessages(app.deps);
  expect(await said(ann)).toHaveLength(3);
  expect((await said(ann))[0]).toEqual([first.sequence, first.content, null]);

  await pass(1);
  app.clock.advance(1);
  await forgetOldMessages(app.deps);
  expect(await said(ann)).toEqual([
    [first.sequence, '', 'expiry'],
    [picture.sequence, '', 'expiry'],
    [answer.sequence, 'At nine', null],
  ]);
  expect((await log(bob)).data.length).toBe(before.data.length + 1);
  expect((await log(ann)).data.at(-1)!.replyTo).toMatchObject({ isDeleted: true, content: '' });
  expect((await bob.fetch(`/api/media/${picture.media!.id}`)).status).toBe(404);
  expect(await hanging()).toBe(0);
  expect((await ann.get(listPinnedMessages, { params: { conversationId } })).data).toEqual([]);
  const found = await bob.get(searchMessages, { params: { conversationId }, query: { query: 'fountain' } });
  expect(found.data).toEqual([]);
  // Who was away hears of it as of any other change.
  const changed = (await log(bob, { changedAfter: before.change })).data;
  expect(changed.map(({ sequence }) => sequence)).toEqual([first.sequence, picture.sequence]);

  const { change } = await log(ann);
  await forgetOldMessages(app.deps);
  expect((await log(ann)).change).toBe(change);
  await pass(30);
  await forgetOldMessages(app.deps);
  expect((await said(ann)).map(([, content]) => content)).toEqual(['', '', '']);
  const next = await say(ann, 'Still here');
  expect(next.sequence).toBe(answer.sequence! + 1);
});

test('what was taken back, and what the server wrote, stays as it was', async () => {
  const lines = (await log(ann)).data.filter(({ type }) => type !== 'TEXT');
  expect(lines.length).toBeGreaterThan(0);
  await app.deps.db.execute(sql`UPDATE messages SET removed_by = 'room', deleted_at = now(), content = ''
    WHERE id = ${(await say(bob, 'Rude')).id}`);
  await pass(31);
  await forgetOldMessages(app.deps);
  expect((await said(ann)).map(([, , removedBy]) => removedBy)).toEqual(['room']);
  const after = (await log(ann)).data.filter(({ type }) => type !== 'TEXT');
  expect(after.map(({ id, content, event }) => ({ id, content, event }))).toEqual(
    lines.map(({ id, content, event }) => ({ id, content, event })),
  );
});

test('a long log is gone through to its end, whoever of several nodes does it', async () => {
  const { sequence } = await say(ann, 'The first of many');
  const many = 450;
  await app.deps.db.execute(sql`INSERT INTO messages (conversation_id, sequence, id, sender_id, type, content, counted, change, created_at)
    SELECT m.conversation_id, m.sequence + n, m.id || '-' || lpad(n::text, 4, '0'), m.sender_id, m.type, 'No ' || n, m.counted + n, 0, m.created_at
    FROM messages m CROSS JOIN generate_series(1, ${many}) n WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence}`);
  await app.deps.db.execute(sql`UPDATE conversations SET last_sequence = last_sequence + ${many}, last_counted = last_counted + ${many}
    WHERE id = ${conversationId}`);
  expect(await unread(bob)).toBe(100);
  await pass(31);
  await Promise.all([forgetOldMessages(app.deps), forgetOldMessages(app.deps)]);
  const [left] = await rowsOf<{ said: number; changes: number; distinct: number }>(
    app.deps.db,
    sql`SELECT count(*) FILTER (WHERE content <> '')::int AS said, max(change)::int AS changes, count(DISTINCT change)::int AS distinct
      FROM messages WHERE conversation_id = ${conversationId} AND type = 'TEXT'`,
  );
  expect(left).toEqual({ said: 0, changes: many + 1, distinct: many + 1 });
  // As with what was taken back, there is nothing left in them to be read.
  expect(await unread(bob)).toBe(0);
  await say(ann, 'One more');
  expect(await unread(bob)).toBe(1);
});

test('pictures may be kept for fewer days than words', async () => {
  const deps = { ...app.deps, config: { ...app.deps.config, mediaDays: 7 } };
  const words = await say(ann, 'Look at this');
  const picture = await say(ann, await uploaded(ann), { type: 'IMAGE' });
  await pass(6);
  await forgetOldMessages(deps);
  expect((await said(bob)).map(([, , removedBy]) => removedBy)).toEqual([null, null]);
  expect((await bob.fetch(`/api/media/${picture.media!.id}`)).status).toBe(200);
  await pass(2);
  await forgetOldMessages(deps);
  const left = [
    [words.sequence, 'Look at this', null],
    [picture.sequence, '', 'expiry'],
  ];
  expect(await said(bob)).toEqual(left);
  expect((await bob.fetch(`/api/media/${picture.media!.id}`)).status).toBe(404);
  await pass(24);
  await forgetOldMessages(deps);
  expect((await said(bob)).map(([, content]) => content)).toEqual(['', '']);
});

test('without a number of days everything stays', async () => {
  await say(ann, 'For ever');
  await pass(4000);
  const config = { ...app.deps.config, messageDays: null };
  await forgetOldMessages({ ...app.deps, config });
  expect(await said(ann)).toEqual([[expect.any(Number), 'For ever', null]]);
});
