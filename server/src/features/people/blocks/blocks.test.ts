import {
  type Conversation,
  countUnread,
  getConversation,
  listConversations,
} from '@dazi/contract/chat/conversation-views';
import {
  listMessages,
  markRead,
  removeConversation,
  removeMessage,
  sendMessage,
} from '@dazi/contract/chat/conversations';
import {
  answerMessageRequest,
  sendPrivateMessage,
  startConversation,
} from '@dazi/contract/chat/private-conversations';
import { getProfile } from '@dazi/contract/discovery/people';
import type { Frame } from '@dazi/contract/frames';
import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import { blockPerson, listBlocks, unblockPerson } from '@dazi/contract/people/blocks';
import { blockLimits } from '@dazi/contract/people/blocks.rules';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { cellOf } from '@dazi/contract/places/cells';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { accountOf } from '#features/identity/identity.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { picture } from '../../../testing/test-pictures.ts';
import { diceOf, turnsOf } from '../../../testing/test-share.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { hasBlocked, notBlocked } from './blocks.store.ts';

let app: TestApp;
let people = 0;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  people++;
  [ann, bob] = [await app.person(`Ann ${people}`), await app.person(`Bob ${people}`)];
});

const block = (as: TestPerson, other: TestPerson, reason?: string) =>
  as.call(blockPerson, { body: { userId: as.id, blockedId: other.id, ...(reason ? { reason } : {}) } });
const unblock = (as: TestPerson, other: TestPerson) =>
  as.call(unblockPerson, { body: { blockedId: other.id } });
const blocksOf = async (as: TestPerson, cursor?: string) => as.get(listBlocks, { query: { cursor } });
const write = (as: TestPerson, to: TestPerson, content: string) =>
  as.call(sendPrivateMessage, { body: { receiverId: to.id, content } });
async function written(as: TestPerson, to: TestPerson, content: string) {
  const answer = await write(as, to, content);
  if (!answer.success) throw new Error(JSON.stringify(answer));
  return answer.data;
}
const seen = async (as: TestPerson, conversationId: string) =>
  (await as.get(getConversation, { params: { conversationId } })).data;
const laneOf = async (as: TestPerson) =>
  (await as.get(listConversations, { query: { requests: 'true' } })).data as Conversation[];

async function known(): Promise<string> {
  await written(ann, bob, 'Hello');
  return (await written(bob, ann, 'Hello to you')).conversationId;
}

/** Everything heard until something that is told to this person alone, and last. */
async function heardBy(stream: TestStream, as: TestPerson): Promise<Frame[]> {
  const room = await aRoom(as);
  await stream.until((frame) => frame.type === 'member_join' && frame.conversationId === room.conversationId);
  return stream.frames.filter(
    (frame) => !('conversationId' in frame) || frame.conversationId !== room.conversationId,
  );
}

describe('a block', () => {
  test('BLOCK-003, 005, 007, 010: stands once, with its reason, and is seen by whoever blocked alone', async () => {
    const first = await block(ann, bob, ' Too loud ');
    expect(first).toMatchObject({
      status: 200,
      data: { blockerId: ann.id, blockedId: bob.id, reason: 'Too loud', isActive: true },
    });
    app.clock.advance(1000);
    const second = await block(ann, bob, 'Another reason');
    expect(second.success && second.data).toEqual(first.success && first.data);
    expect((await blocksOf(ann)).data).toMatchObject([
      { blockedId: bob.id, reason: 'Too loud', user: { id: bob.id, name: bob.user!.name, avatarUrl: null } },
    ]);
    expect((await blocksOf(bob)).data).toEqual([]);
  });

  test('BLOCK-008: taken away is answered inactive, and then there is none', async () => {
    const standing = await block(ann, bob);
    expect(await unblock(bob, ann)).toMatchObject({ status: 200, data: null });
    expect((await blocksOf(ann)).data).toHaveLength(1);
    expect(await unblock(ann, bob)).toMatchObject({
      data: { ...(standing.success && standing.data), isActive: false },
    });
    expect(await unblock(ann, bob)).toMatchObject({ status: 200, data: null });
    expect((await blocksOf(ann)).data).toEqual([]);
  });

  test('BLOCK-015: not of oneself, nor of nobody', async () => {
    expect(await block(ann, ann)).toMatchObject({ status: 400, error: 'Cannot block yourself' });
    expect(await ann.call(blockPerson, { body: { blockedId: 'nobody' } })).toMatchObject({
      status: 404,
      code: 'PERSON_NOT_FOUND',
    });
    expect(
      await ann.call(blockPerson, {
        body: { blockedId: bob.id, reason: 'x'.repeat(blockLimits.reason + 1) },
      }),
    ).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
    expect(await block(ann, bob)).toMatchObject({ status: 404, code: 'PERSON_NOT_FOUND' });
  });

  test('of somebody who has blocked oneself works and tells nothing', async () => {
    const cat = await app.person(`Cat ${people}`);
    const avatar = await ann.get(saveAvatar, { body: { avatarUrl: await picture() } });
    await block(ann, bob);
    const plain = await block(bob, cat);
    expect(plain).toMatchObject({ status: 200, data: { reason: null, isActive: true } });
    expect(await block(bob, ann)).toMatchObject({ status: 200, data: { reason: null, isActive: true } });
    expect((await blocksOf(bob)).data.map(({ user }) => user.name).sort()).toEqual(
      [ann.user!.name, cat.user!.name].sort(),
    );
    const picture_ = await bob.fetch(avatar.data.avatarUrl!);
    await picture_.arrayBuffer();
    expect(picture_.status).toBe(200);
    expect(await bob.call(getProfile, { params: { userId: ann.id } })).toMatchObject({
      data: { blockedByMe: true, displayName: ann.user!.name, bio: null },
    });
    await unblock(bob, ann);
    expect(await bob.call(getProfile, { params: { userId: ann.id } })).toMatchObject({ status: 404 });
  });

  test('of somebody who has deleted their account is shown no more, and stands when they come back', async () => {
    await block(ann, bob);
    await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
    expect((await blocksOf(ann)).data).toEqual([]);
    expect(await ann.call(getProfile, { params: { userId: bob.id } })).toMatchObject({ status: 404 });
    await bob.visitProvider(bob.user!.name);
    await bob.get(restoreAccount, { body: {} });
    expect((await blocksOf(ann)).data).toMatchObject([{ blockedId: bob.id }]);
    expect(await write(bob, ann, 'I am back')).toMatchObject({ code: 'CANNOT_START_CONVERSATION' });
  });

  test('the list is paged, the latest first', async () => {
    const many: string[] = [];
    for (let index = 0; index < blockLimits.page + 3; index++) {
      const subject = `many ${people} ${index}`;
      const identity = { issuer: 'test', subject, email: null, emailVerified: false, name: subject };
      many.push((await accountOf(app.deps, identity)).id);
      await ann.get(blockPerson, { body: { blockedId: many[index]! } });
      app.clock.advance(1);
    }
    const first = await blocksOf(ann);
    expect(first.data).toHaveLength(blockLimits.page);
    const second = await blocksOf(ann, first.nextCursor!);
    expect(second.nextCursor).toBeNull();
    expect([...first.data, ...second.data].map(({ blockedId }) => blockedId)).toEqual([...many].reverse());
  });
});

describe('on the streams', () => {
  test('both hear that something is hidden, without a name, on every device; others hear nothing', async () => {
    const cat = await app.person(`Cat ${people}`);
    const streams = await Promise.all([ann, ann, bob, cat].map((as) => TestStream.open(as)));
    for (const change of [block, unblock]) {
      await change(ann, bob);
      for (const stream of streams.slice(0, 3)) {
        const frame = await stream.until(({ type }) => type === 'hidden_changed');
        expect(frame).toEqual({ type: 'hidden_changed' });
        stream.frames.splice(0);
      }
    }
    expect(JSON.stringify(await heardBy(streams[3]!, cat))).not.toContain('hidden_changed');
    for (const stream of streams) stream.close();
  });

  test('what the other does is not heard from then on, and again once nobody blocks', async () => {
    const room = await aRoom(ann, { placed: true });
    await joined(room, bob);
    const params = { conversationId: room.conversationId };
    const shown = await bob.post({ content: 'Where Bob is shown' });
    const stream = await TestStream.open(ann);
    await stream.listen([cellOf(shown.location, 12)]);
    const say = (content: string) => bob.get(sendMessage, { params, body: { content } });
    const hearsWords = async (words: string) => {
      const { data } = await say(words);
      const frame = await stream.until(
        (each) => each.type === 'new_message' && each.sequence === data.sequence,
      );
      return frame.type === 'new_message' && frame.message !== null;
    };
    expect(await hearsWords('Before')).toBe(true);
    await block(ann, bob);
    expect(await hearsWords('While hidden')).toBe(false);
    // Both have blocked: one of them taking it back changes nothing.
    await block(bob, ann);
    await unblock(ann, bob);
    await stream.until(({ type }) => type === 'hidden_changed');
    expect(await hearsWords('Still hidden')).toBe(false);
    const unheard = await bob.post({ content: 'Not for Ann' });
    // Frames of an area are gathered for a moment: what Ann says later is told later.
    const { location } = await ann.post();
    await stream.listen([cellOf(shown.location, 12), cellOf(location, 12)]);
    const mark = await ann.post();
    await stream.untilEvent(({ messageId }) => messageId === mark.id);
    await unblock(bob, ann);
    await expect.poll(() => hearsWords('Again')).toBe(true);
    const heard = await bob.post({ content: 'For Ann' });
    await stream.untilEvent(({ messageId }) => messageId === heard.id);
    expect(JSON.stringify(stream.frames)).not.toContain(unheard.id);
    stream.close();
  });

  test('keeps nobody’s name in the record', async () => {
    await block(ann, bob);
    const rows = await rowsOf<{ event: string }>(
      app.deps.db,
      sql`SELECT event::text AS event FROM outbox WHERE topic IN (${`hidden:${ann.id}`}, ${`hidden:${bob.id}`})`,
    );
    expect(rows.map(({ event }) => event)).toEqual(['{}', '{}']);
  });
});

describe('in private', () => {
  test('BLOCK-006, 009, PRIV-022, 027, 030, 034: who blocked is told so, the other one is not', async () => {
    const conversationId = await known();
    await block(ann, bob);
    const body = { content: 'Hello?' };
    const params = { conversationId };
    expect(await ann.call(startConversation, { body: { otherUserId: bob.id } })).toMatchObject({
      status: 403,
      error: 'Cannot create conversation with blocked user',
    });
    expect(await write(ann, bob, 'x')).toMatchObject({
      status: 403,
      error: 'Cannot send message to blocked user',
    });
    expect(await ann.call(sendMessage, { params, body })).toMatchObject({
      status: 403,
      error: 'Cannot send message to blocked conversation',
    });
    for (const refused of [
      await bob.call(startConversation, { body: { otherUserId: ann.id } }),
      await write(bob, ann, 'x'),
      await bob.call(sendMessage, { params, body }),
      await bob.call(sendPrivateMessage, { body: { ...params, ...body } }),
    ]) {
      expect(refused).toMatchObject({ status: 403, error: 'Cannot start conversation with this user.' });
    }
    expect(await seen(ann, conversationId)).toMatchObject({
      otherParticipant: { isBlocked: true, blockedByMe: true },
      can: { send: false },
    });
    // The other's block goes with the other alone.
    await block(bob, ann);
    await unblock(ann, bob);
    expect(await write(ann, bob, 'x')).toMatchObject({ code: 'CANNOT_START_CONVERSATION' });
    await unblock(bob, ann);
    expect(await write(ann, bob, 'Again')).toMatchObject({ status: 200 });
  });

  test('to the other one it looks as before, down to what was read', async () => {
    const conversationId = await known();
    const params = { conversationId };
    await ann.get(markRead, { params, body: {} });
    const unread = await written(bob, ann, 'Not read yet');
    const look = async () => {
      const { otherParticipant, ...rest } = await seen(bob, conversationId);
      const list = (await bob.get(listConversations, {})).data as Conversation[];
      return JSON.stringify([{ ...otherParticipant, isOnline: false }, rest, list]);
    };
    const before = await look();
    await block(ann, bob);
    expect(await look()).toBe(before);
    const stream = await TestStream.open(bob);
    await ann.get(markRead, { params, body: {} });
    expect(await look()).toBe(before);
    await ann.get(removeConversation, { params, body: {} });
    expect(await look()).toBe(before);
    expect((await heardBy(stream, bob)).filter((frame) => 'conversationId' in frame)).toEqual([]);
    stream.close();
    await unblock(ann, bob);
    await ann.get(markRead, { params, body: {} });
    const after = await seen(bob, conversationId);
    expect(after.messages.find(({ id }) => id === unread.id)!.isRead).toBe(true);
  });

  test('what is taken back across a block is heard by nobody else', async () => {
    const conversationId = await known();
    const said = await written(bob, ann, 'Something');
    await block(ann, bob);
    const streams = [await TestStream.open(ann), await TestStream.open(bob)] as const;
    const params = { conversationId, messageId: said.id };
    await bob.get(removeMessage, { params, body: {} });
    await streams[1].until((frame) => frame.type === 'conversation_update');
    expect((await heardBy(streams[0], ann)).filter((frame) => 'conversationId' in frame)).toEqual([]);
    for (const stream of streams) stream.close();
  });

  test('a request of somebody blocked leaves the lane; the block of the other one does not', async () => {
    const { conversationId } = await written(ann, bob, 'May I?');
    await block(ann, bob);
    expect((await laneOf(bob)).map(({ id }) => id)).toEqual([conversationId]);
    const stream = await TestStream.open(ann);
    const params = { conversationId };
    expect(await bob.call(answerMessageRequest, { params, body: { action: 'accept' } })).toMatchObject({
      status: 200,
    });
    expect((await heardBy(stream, ann)).filter((frame) => 'conversationId' in frame)).toEqual([]);
    stream.close();

    const cat = await app.person(`Cat ${people}`);
    await written(cat, bob, 'May I too?');
    expect((await bob.get(countUnread, {})).data.messageRequests).toBe(1);
    await block(bob, cat);
    expect(await laneOf(bob)).toEqual([]);
    expect((await bob.get(countUnread, {})).data.messageRequests).toBe(0);
  });

  test('decides also about what is on its way: after its answer nothing is written', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await app.person(`One ${people} ${round}`);
      const other = await app.person(`Other ${people} ${round}`);
      let blocked = false;
      let acceptedLater = 0;
      const sends = Array.from({ length: 12 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 2));
        const startedAfter = blocked;
        const answer = await write(one, other, `${index}`);
        if (startedAfter && answer.success) acceptedLater++;
        return answer;
      });
      await new Promise((resolve) => setTimeout(resolve, 5));
      const answer = await block(other, one);
      blocked = true;
      expect(answer.status).toBe(200);
      const heard = await TestStream.open(other);
      const count = async () => {
        const lists = [
          ...(await other.get(listConversations, { query: {} })).data,
          ...(await other.get(listConversations, { query: { requests: 'true' } })).data,
        ] as Conversation[];
        return lists.reduce((sum, { lastSequence }) => sum + lastSequence, 0);
      };
      const before = await count();
      await Promise.all(sends);
      expect(acceptedLater).toBe(0);
      expect(await count()).toBe(before);
      expect(heard.frames.filter(({ type }) => type === 'new_message')).toEqual([]);
      heard.close();
    }
  });
});

describe('whatever two people do, in any order', () => {
  const acts = ['block', 'unblock', 'start', 'send', 'accept', 'decline', 'remove', 'read'] as const;
  type Act = (typeof acts)[number];
  interface Step {
    act: Act;
    by: 0 | 1;
  }

  /** What must be so, kept beside the product. */
  interface Truth {
    blocked: [boolean, boolean];
    knows: [boolean, boolean];
    declined: [boolean, boolean];
    /** Who said what was said; its number is the place. */
    said: (0 | 1)[];
    read: [number, number];
    hidden: [number, number];
    exists: boolean;
  }
  const other = (side: 0 | 1) => (1 - side) as 0 | 1;

  /** What the answer must be, and the truth afterwards. */
  function expected(truth: Truth, { act, by }: Step): string {
    const to = other(by);
    const accept = () => {
      truth.knows[by] = true;
      truth.declined[by] = false;
    };
    const barred = (own: string) =>
      truth.blocked[by] ? own : truth.blocked[to] ? 'CANNOT_START_CONVERSATION' : null;
    const isShown = truth.said.length > truth.hidden[by];
    switch (act) {
      case 'block':
        truth.blocked[by] = true;
        return '200';
      case 'unblock':
        truth.blocked[by] = false;
        return '200';
      case 'start': {
        const refused = barred('BLOCKED_CANNOT_CREATE');
        if (refused) return refused;
        truth.exists = true;
        accept();
        return '200';
      }
      case 'send': {
        const refused = barred('BLOCKED_RECEIVER');
        if (refused) return refused;
        if (!truth.knows[to] && truth.said.length >= 3) return 'REQUEST_NOT_ACCEPTED';
        truth.exists = true;
        accept();
        truth.said.push(by);
        truth.read[by] = truth.said.length;
        return '200';
      }
      case 'accept':
      case 'decline':
        if (!truth.exists) return 'CONVERSATION_NOT_FOUND';
        if (truth.knows[by] || !isShown) return 'NO_MESSAGE_REQUEST';
        if (act === 'accept') accept();
        else truth.declined[by] = true;
        return '200';
      case 'remove':
        if (!truth.exists) return 'CONVERSATION_NOT_FOUND';
        truth.hidden[by] = truth.said.length;
        truth.read[by] = truth.said.length;
        return '200';
      case 'read':
        if (!truth.exists) return 'CONVERSATION_NOT_FOUND';
        truth.read[by] = truth.said.length;
        return '200';
    }
  }

  async function done(
    pair: readonly [TestPerson, TestPerson],
    { act, by }: Step,
    id: string,
  ): Promise<string> {
    const [as, to] = [pair[by], pair[other(by)]];
    const params = { conversationId: id };
    const answers = {
      block: () => block(as, to),
      unblock: () => unblock(as, to),
      start: () => as.call(startConversation, { body: { otherUserId: to.id } }),
      send: () => write(as, to, `from ${by}`),
      accept: () => as.call(answerMessageRequest, { params, body: { action: 'accept' } }),
      decline: () => as.call(answerMessageRequest, { params, body: { action: 'decline' } }),
      remove: () => as.call(removeConversation, { params, body: {} }),
      read: () => as.call(markRead, { params, body: {} }),
    };
    const answer = await answers[act]();
    const data = (answer.success && answer.data) || {};
    if (act === 'start' && 'id' in data) ids.set(pair, String(data.id));
    if (act === 'send' && 'conversationId' in data) ids.set(pair, String(data.conversationId));
    return answer.success ? '200' : answer.code;
  }
  const ids = new Map<readonly [TestPerson, TestPerson], string>();
  const bare = { profile: false };

  /** What somebody of a conversation sees: the same as the truth says, and nothing of what the other did in silence. */
  async function expectTruth(pair: readonly [TestPerson, TestPerson], truth: Truth, id: string) {
    for (const side of [0, 1] as const) {
      const [as, to] = [pair[side], other(side)];
      const { data: badge } = await as.get(countUnread, {});
      const list = (await as.get(listConversations, {})).data as Conversation[];
      const lane = await laneOf(as);
      const isShown = truth.said.length > truth.hidden[side];
      const waits = isShown && !truth.knows[side] && !truth.declined[side] && !truth.blocked[side];
      const stands = isShown && truth.knows[side];
      expect(list.map((each) => each.id)).toEqual(stands ? [id] : []);
      expect(lane.map((each) => each.id)).toEqual(waits ? [id] : []);
      const waiting = truth.said.slice(truth.read[side]).filter((from) => from === to).length;
      // Of somebody one has blocked nothing waits; the other one notices nothing.
      const unread = truth.blocked[side] ? 0 : waiting;
      expect(badge).toEqual({
        messages: truth.knows[side] ? unread : 0,
        requests: 0,
        messageRequests: waits ? 1 : 0,
        motions: 0,
      });
      if (!truth.exists) continue;
      const conversation = await seen(as, id);
      expect(conversation).toMatchObject({
        unreadCount: unread,
        messageRequest: !isShown
          ? null
          : !truth.knows[side]
            ? 'incoming'
            : truth.knows[to]
              ? null
              : 'outgoing',
        otherParticipant: {
          blockedByMe: truth.blocked[side],
          isBlocked: truth.blocked[side],
          isOnline: false,
        },
        can: { send: !truth.blocked[side] },
      });
      const texts = truth.said
        .slice(truth.hidden[side])
        .map((from) => (from === to && truth.blocked[side] ? '' : `from ${from}`));
      const log = await as.get(listMessages, { params: { conversationId: id } });
      expect(log.data.map(({ content }) => content)).toEqual(texts);
      // Nobody is told of reading before they are known, nor of more than there was to read.
      const told = conversation.readers.find(({ userId }) => userId === pair[to].id)!;
      expect(told.sequence).toBeLessThanOrEqual(truth.read[to]);
      if (!truth.knows[to]) expect(told.sequence).toBe(0);
    }
  }

  test('answers, lists, counts and logs are what was done', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ act: fc.constantFrom(...acts), by: fc.constantFrom(0 as const, 1 as const) }), {
          minLength: 3,
          maxLength: 14,
        }),
        async (steps) => {
          people++;
          const [p, q] = [await app.person(`P ${people}`, bare), await app.person(`Q ${people}`, bare)];
          const pair = [p, q] as const;
          const truth: Truth = {
            blocked: [false, false],
            knows: [false, false],
            declined: [false, false],
            said: [],
            read: [0, 0],
            hidden: [0, 0],
            exists: false,
          };
          for (const step of steps) {
            const wanted = expected(truth, step);
            expect([step, await done(pair, step, ids.get(pair) ?? 'not-there-yet')]).toEqual([step, wanted]);
            app.clock.advance(1);
          }
          await expectTruth(pair, truth, ids.get(pair) ?? 'not-there-yet');
        },
      ),
      { numRuns: turnsOf(50), seed: diceOf(20_261_121), endOnFailure: true },
    );
  }, 240_000);
});

test('of each row of a list one block is looked up, however many one has made', async () => {
  const lines = await app.deps.transact(async ({ db }) => {
    await db.execute(sql`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
      SELECT 'crowd-' || ${ann.id} || n, 'tests', ${ann.id} || n, false, 'Crowd', false, now(), now() FROM generate_series(1, 300) n`);
    await db.execute(sql`INSERT INTO blocks (id, blocker_id, blocked_id, created_at)
      SELECT id, ${ann.id}, id, now() FROM users WHERE id LIKE ${`crowd-${ann.id}%`}`);
    // Like this a database chooses that has counted few blocks of most people.
    await db.execute(sql`SET LOCAL enable_hashjoin = off`);
    await db.execute(sql`SET LOCAL enable_mergejoin = off`);
    const author = sql`users.id`;
    return rowsOf<{ 'QUERY PLAN': string }>(
      db,
      sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) SELECT id, ${hasBlocked(ann.id, author)} FROM users WHERE ${notBlocked(ann.id, author)}`,
    );
  });
  const plan = lines.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('SubPlan');
  expect(plan).not.toMatch(/Join/);
});
