import {
  changeConversationSettings,
  editMessage,
  type Message,
  reactToMessage,
  markRead as readConversation,
  removeConversation,
  removeMessage,
  sendMessage,
} from '@dazi/contract/chat/conversations';
import { answerMessageRequest, sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import {
  answerJoinRequest,
  joinRoom,
  leaveRoom,
  muteMember,
  objectToLeader,
  removeRoom,
  setRoomModerator,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import {
  clearNotifications,
  countNotifications,
  type Notification,
  readNotifications,
  removeNotification,
} from '@dazi/contract/notifications/notifications';
import { changesNotifications } from '@dazi/contract/notifications/notifications.rules';
import { blockPerson, unblockPerson } from '@dazi/contract/people/blocks';
import { addComment, removeComment } from '@dazi/contract/posts/comments';
import { editPost, removePost } from '@dazi/contract/posts/posts';
import { addReaction, removeReaction } from '@dazi/contract/posts/reactions';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { tellPersonNow } from '#features/live/live.service.ts';
import { walletMoved } from '#features/wallet/wallet.builder.ts';
import { rowsOf } from '#platform/database/builder.ts';
import type { Connection, Database } from '#platform/database/connection.ts';
import { publishNotice } from '#platform/notices.ts';
import { notices } from '#src/areas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { turnsOf } from '../../testing/test-share.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { makeNotifications } from './making.service.ts';
import { allNotified, notificationsOf } from './notifications.builder.ts';

/** Goes down at a statement, and stays down. */
class Mortal {
  left = Number.POSITIVE_INFINITY;
  around(database: Database): Database {
    const mortal = (connection: Connection): Connection => ({
      isCluster: connection.isCluster ?? false,
      query: (text, parameters, shape) => {
        this.left--;
        if (this.left < 0) throw new Error('The connection broke off');
        return connection.query(text, parameters, shape);
      },
    });
    return {
      kind: database.kind,
      ...mortal(database),
      script: (text) => database.script(text),
      transaction: (work, options) =>
        database.transaction(async (connection) => {
          const result = await work(mortal(connection));
          // The commit is a statement too.
          this.left--;
          if (this.left < 0) throw new Error('The connection broke off');
          return result;
        }, options),
      close: () => database.close(),
    };
  }
}

let app: TestApp;
const mortal = new Mortal();
let aiko: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  app = await startTestApp({}, {}, async () => mortal.around(await openTestDatabase()));
  [aiko, ben] = [await app.person('Aiko'), await app.person('Ben')];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.deps.db.execute(sql`DELETE FROM notifications`);
  await app.deps.db.execute(sql`DELETE FROM outbox`);
});

/** In one transaction: each with whom it goes to. */
const giveAll = (deposits: readonly { amountMinor: number; to: TestPerson }[]) =>
  app.deps.transact(async (inner) => {
    for (const { amountMinor, to } of deposits) {
      publishNotice(inner, walletMoved, {
        what: 'deposit',
        userId: to.id,
        amountMinor,
        currency: 'DAZI',
        personId: null,
        conversationId: null,
      });
    }
  });
const give = (amountMinor: number) => giveAll([{ amountMinor, to: aiko }]);
const amountsMade = async () =>
  (
    await rowsOf<{ amount: number }>(
      app.deps.db,
      sql`SELECT (params->>'amountMinor')::int AS amount FROM notifications ORDER BY event_id`,
    )
  ).map(({ amount }) => Number(amount));
const framesWritten = async () => {
  const [row] = await rowsOf<{ count: number }>(
    app.deps.db,
    sql`SELECT count(*) AS count FROM outbox WHERE topic = ${`user:${aiko.id}`}`,
  );
  return Number(row!.count);
};

/** A page that stands open: it asks again when it hears of something, and never else. */
class OpenPage {
  list: Notification[] = [];
  readonly #person: TestPerson;
  readonly #stream: TestStream;
  #heard = 0;
  #marks = 0;

  private constructor(person: TestPerson, stream: TestStream) {
    this.#person = person;
    this.#stream = stream;
  }

  static async of(person: TestPerson): Promise<OpenPage> {
    const page = new OpenPage(person, await TestStream.open(person));
    await page.#ask();
    return page;
  }

  async #ask() {
    this.list = (await notificationsOf(this.#person, { unread: 'true' })).list;
  }

  /** Until everything that was told so far has come; `untold` is told a moment after it happened. */
  async hear(untold?: 'hidden_changed'): Promise<void> {
    const hiddenBefore = this.#hiddenIn(this.#heard);
    if (untold) await expect.poll(() => this.#hiddenIn(this.#stream.frames.length)).toBe(hiddenBefore + 1);
    const userId = `mark-${this.#marks++}`;
    tellPersonNow(app.deps, this.#person.id, { type: 'presence', userId, isOnline: true });
    await this.#stream.until((frame) => frame.type === 'presence' && frame.userId === userId);
    const { frames } = this.#stream;
    const news = frames.slice(this.#heard);
    this.#heard = frames.length;
    if (news.some((frame) => changesNotifications(frame, this.#person.id))) await this.#ask();
  }

  #hiddenIn(end: number) {
    return this.#stream.frames.slice(0, end).filter(({ type }) => type === 'hidden_changed').length;
  }

  close() {
    this.#stream.close();
  }
}

describe('each event makes one notification, exactly once', () => {
  test('wherever the making breaks off', async () => {
    let brokenOff = 0;
    for (let statement = 0; ; statement++) {
      await app.deps.db.execute(sql`DELETE FROM notifications`);
      await app.deps.db.execute(sql`DELETE FROM outbox`);
      for (const amount of [1, 2, 3]) await give(amount);
      mortal.left = statement;
      const isDone = await makeNotifications(app.deps, notices).then(
        ({ isWaiting }) => !isWaiting,
        () => false,
      );
      mortal.left = Number.POSITIVE_INFINITY;
      if (!isDone) brokenOff++;
      await allNotified(app.deps);
      await makeNotifications(app.deps, notices);
      expect([statement, await amountsMade(), await framesWritten()]).toEqual([statement, [1, 2, 3], 3]);
      if (isDone) break;
    }
    expect(brokenOff).toBeGreaterThan(8);
  });

  test('with several at it at once', async () => {
    const amounts = Array.from({ length: 120 }, (_, index) => index);
    for (const amount of amounts) await give(amount);
    await Promise.all([1, 2, 3, 4].map(() => allNotified(app.deps)));
    expect(await framesWritten()).toBe(120);
    // The latest fifty are kept.
    expect(await amountsMade()).toEqual(amounts.slice(-50));
  });

  test('of a long series each person keeps the latest fifty, and hears of it when others go on', async () => {
    const amounts = Array.from({ length: 250 }, (_, index) => index);
    const deposits = (to: TestPerson, number: number) =>
      amounts.slice(0, number).map((amountMinor) => ({ amountMinor, to }));
    // So many are told something at first that it is not yet time to take out what is too much.
    const others = await Promise.all(Array.from({ length: 10 }, (_, index) => app.person(`Number ${index}`)));
    await giveAll([
      ...deposits(ben, 60),
      ...others.flatMap((other) => deposits(other, 1)),
      ...deposits(aiko, amounts.length),
    ]);
    await allNotified(app.deps);
    const kept = await rowsOf<{ userId: string; amount: number }>(
      app.deps.db,
      sql`SELECT user_id AS "userId", (params->>'amountMinor')::int AS amount FROM notifications ORDER BY event_id`,
    );
    const of = ({ id }: TestPerson) => kept.filter(({ userId }) => userId === id).map(({ amount }) => amount);
    expect(of(ben)).toEqual(amounts.slice(10, 60));
    expect(of(aiko)).toEqual(amounts.slice(-50));
    const [last] = await rowsOf<{ event: object }>(
      app.deps.db,
      sql`SELECT event FROM outbox WHERE topic = ${`user:${ben.id}`} ORDER BY id DESC LIMIT 1`,
    );
    expect(last!.event).toEqual({ type: 'notifications_changed' });
  });

  // The embedded database has one connection: nothing overlaps in it.
  const ofPostgresql = process.env.TEST_DATABASE_URL ? test : () => {};
  ofPostgresql('also of a transaction that began earlier and is committed later', async () => {
    let commit = () => {};
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let began = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const late = app.deps.transact(async (inner) => {
      await inner.db.execute(sql`SELECT pg_current_xact_id()`);
      publishNotice(inner, walletMoved, {
        what: 'deposit',
        userId: aiko.id,
        amountMinor: 1,
        currency: 'DAZI',
        personId: null,
        conversationId: null,
      });
      began();
      await mayCommit;
    });
    await hasBegun;
    await give(2);
    expect(await makeNotifications(app.deps, notices)).toEqual({ isWaiting: true });
    commit();
    await late;
    await allNotified(app.deps);
    expect((await amountsMade()).sort()).toEqual([1, 2]);
    expect(await framesWritten()).toBe(2);
  });

  test('also after the database was restored somewhere else', async () => {
    await give(1);
    await allNotified(app.deps);
    await app.deps.db.execute(sql`UPDATE notice_progress SET transaction_id = transaction_id + 1000000`);
    await give(2);
    await allNotified(app.deps);
    await give(3);
    await allNotified(app.deps);
    expect(await amountsMade()).toEqual([1, 2, 3]);
  });

  test('what nothing can be made of holds up the others for ten minutes and no longer', async () => {
    await give(2 ** 40);
    await app.deps.db.execute(
      sql`UPDATE outbox SET event = jsonb_set(event, '{what}', 'null') WHERE topic = 'notice:new'`,
    );
    await give(2);
    // Another transaction on this database may have to be waited for first.
    await vi.waitFor(() => expect(makeNotifications(app.deps, notices)).rejects.toThrow(), 30_000);
    expect(await amountsMade()).toEqual([]);
    app.clock.advance(10 * 60 * 1000);
    await allNotified(app.deps);
    expect(await amountsMade()).toEqual([2]);
  });
});

test('with nothing to do, making asks three times and writes nothing', async () => {
  await allNotified(app.deps);
  mortal.left = 3;
  await makeNotifications(app.deps, notices);
  mortal.left = Number.POSITIVE_INFINITY;
});

describe('the badge always equals the list', () => {
  const kinds = [
    'react',
    'take back',
    'comment',
    'take comment back',
    'write',
    'mention',
    'edit message',
    'take message back',
    'answer',
    'react to answer',
    'take that back',
    'ask',
    'read conversation',
    'read one',
    'read all',
    'remove one',
    'remove all',
    'block',
    'unblock',
    'edit post',
    'remove post',
    'mute',
    'archive',
    'delete conversation',
    'leave',
    'delete account',
    'make',
    'wait',
  ] as const;
  type Step = { kind: (typeof kinds)[number]; who: number; which: number };
  const steps = fc.array(
    fc.record({
      kind: fc.oneof(
        fc.constantFrom(...kinds),
        fc.constantFrom(...(['react', 'write', 'mention', 'comment'] as const)),
      ),
      who: fc.nat(2),
      which: fc.nat(3),
    }),
    { minLength: 8, maxLength: 30 },
  );

  let played = 0;

  async function play(sequence: readonly Step[]) {
    // New people each time: blocks and requests of another round are none of this one's.
    played++;
    const me = await app.person(`Me ${played}`);
    const others = await Promise.all(['Uma', 'Vic', 'Wil'].map((name) => app.person(`${name} ${played}`)));
    const posts = [await me.post(), await me.post()];
    const room = await aRoom(me, { placed: true });
    await joined(room, ...others);
    const privately = await Promise.all(others.map((other) => aPrivateConversation(me, other)));
    const shut = await aRoom(me, { placed: true });
    const hiddenBy = new Map<string, { blocker: TestPerson; blockedId: string }>();
    const said: (Message & { who: number })[] = [];
    const answers: Message[] = [];
    const commented: { who: number; commentId: string }[] = [];
    const say = async (person: TestPerson, conversationId: string, content: string) => {
      const answer = await person.call(sendMessage, { params: { conversationId }, body: { content } });
      return answer.success ? [answer.data] : [];
    };
    const page = await OpenPage.of(me);
    for (const { kind, who, which } of sequence) {
      const other = others[who]!;
      const messageId = posts[which % 2]!.id;
      const { list } = await notificationsOf(me);
      const one: Notification | undefined = list[which % Math.max(1, list.length)];
      const own = said.filter((message) => message.who === who);
      const message = own[own.length - 1 - which];
      const answer = answers[answers.length - 1 - which];
      const reactToAnswer = async (reactionType: 'HEART' | null) => {
        if (!answer) return;
        const params = { conversationId: answer.conversationId, messageId: answer.id };
        await other.call(reactToMessage, { params, body: { reactionType } });
      };
      let untold: 'hidden_changed' | undefined;
      if (kind === 'react') await other.call(addReaction, { body: { messageId, reactionType: 'HEART' } });
      if (kind === 'take back')
        await other.call(removeReaction, { body: { messageId, reactionType: 'HEART' } });
      if (kind === 'comment') {
        const answered = await other.call(addComment, { body: { messageId, content: 'Hm' } });
        if (answered.success) commented.push({ who, commentId: answered.data.id });
      }
      if (kind === 'take comment back') {
        const found = commented.filter((comment) => comment.who === who).at(-1 - which);
        const params = { commentId: found?.commentId ?? 'none' };
        await other.call(removeComment, { params, body: {} });
      }
      if (kind === 'write') {
        said.push(...(await say(other, privately[who]!, 'Hello')).map((each) => ({ ...each, who })));
      }
      if (kind === 'mention') {
        const mention = await say(other, room.conversationId, `@Me ${played} look`);
        said.push(...mention.map((each) => ({ ...each, who })));
      }
      if (kind === 'edit message' && message) {
        const params = { conversationId: message.conversationId, messageId: message.id };
        const content = message.content.includes('look') ? 'never mind' : `@Me ${played} look here`;
        await other.call(editMessage, { params, body: { content } });
      }
      if (kind === 'take message back' && message) {
        const params = { conversationId: message.conversationId, messageId: message.id };
        await other.call(removeMessage, { params, body: {} });
      }
      if (kind === 'answer') {
        answers.push(...(await say(me, which % 2 ? privately[who]! : room.conversationId, 'Well')));
      }
      if (kind === 'react to answer') await reactToAnswer('HEART');
      if (kind === 'take that back') await reactToAnswer(null);
      if (kind === 'ask') {
        const body = { latitude: 49.28, longitude: -123.12 };
        await other.call(joinRoom, { params: { roomId: shut.id }, body });
      }
      if (kind === 'read conversation') {
        const conversationId = which === 0 ? room.conversationId : privately[who]!;
        await me.get(readConversation, { params: { conversationId }, body: {} });
      }
      if (kind === 'read one' && one) await me.get(readNotifications, { body: { ids: [one.id] } });
      if (kind === 'read all') await me.get(readNotifications, { body: {} });
      if (kind === 'remove one' && one) {
        await me.get(removeNotification, {
          params: { notificationId: one.id },
          body: { upTo: one.sequence },
        });
      }
      if (kind === 'remove all') await me.get(clearNotifications, { body: {} });
      if (kind === 'block' && !hiddenBy.has(other.id)) {
        const [blocker, blocked] = which % 2 ? [me, other] : [other, me];
        const answered = await blocker.call(blockPerson, { body: { blockedId: blocked.id } });
        if (answered.success) {
          hiddenBy.set(other.id, { blocker, blockedId: blocked.id });
          untold = 'hidden_changed';
        }
      }
      const block = hiddenBy.get(other.id);
      if (kind === 'unblock' && block) {
        const answered = await block.blocker.call(unblockPerson, { body: { blockedId: block.blockedId } });
        if (answered.success) {
          hiddenBy.delete(other.id);
          untold = 'hidden_changed';
        }
      }
      if (kind === 'edit post') {
        await me.call(editPost, {
          params: { messageId },
          body: { content: `Hello ${who}` },
        });
      }
      if (kind === 'remove post') await me.call(removePost, { params: { messageId }, body: {} });
      if (kind === 'mute') {
        const params = { conversationId: privately[who]! };
        await me.get(changeConversationSettings, { params, body: { isMuted: which > 1 } });
      }
      if (kind === 'archive') {
        const params = { conversationId: who === 0 ? room.conversationId : privately[who]! };
        await me.get(changeConversationSettings, { params, body: { isArchived: which > 1 } });
      }
      if (kind === 'delete conversation') {
        await me.get(removeConversation, { params: { conversationId: privately[who]! }, body: {} });
      }
      if (kind === 'delete account' && which === 0)
        await other.call(removeAccount, { params: { userId: other.id }, body: {} });
      if (kind === 'leave') await other.call(leaveRoom, { params: { roomId: room.id }, body: {} });
      const isMade = kind === 'make' || which === 0;
      if (isMade) await allNotified(app.deps);
      if (kind === 'wait') app.clock.advance(60_000);
      await page.hear(untold);

      const shown = await notificationsOf(me);
      const unread = await notificationsOf(me, { unread: 'true' });
      const { data } = await me.get(countNotifications);
      expect([shown.badge, data.count]).toEqual([unread.list.length, unread.list.length]);
      expect(shown.list.filter(({ read }) => !read)).toEqual(unread.list);
      expect(new Set(shown.list.map(({ id }) => id)).size).toBe(shown.list.length);
      for (const { code, data: about } of shown.list) {
        if (!/^person_/.test(code)) expect(hiddenBy.has(about.userId ?? '')).toBe(false);
      }
      if (isMade) expect([kind, page.list]).toEqual([kind, unread.list]);
    }
    page.close();
  }

  test('whatever happens, is read, removed and hidden', async () => {
    await fc.assert(fc.asyncProperty(steps, play), { numRuns: turnsOf(12), endOnFailure: true });
  }, 180_000);
});

describe('an open page does not go on showing', () => {
  const gone: [what: string, come: (me: TestPerson, other: TestPerson) => Promise<() => Promise<unknown>>][] =
    [
      [
        'a reaction to a post that was taken back',
        async (me, other) => {
          const body = { messageId: (await me.post()).id, reactionType: 'HEART' as const };
          await other.get(addReaction, { body });
          return () => other.get(removeReaction, { body });
        },
      ],
      [
        'a comment that was removed',
        async (me, other) => {
          const { id } = await me.post();
          const { data } = await other.get(addComment, { body: { messageId: id, content: 'Hm' } });
          return () => other.get(removeComment, { params: { commentId: data.id }, body: {} });
        },
      ],
      [
        'what happened to a post that was deleted',
        async (me, other) => {
          const { id } = await me.post();
          await other.get(addReaction, { body: { messageId: id, reactionType: 'HEART' } });
          return () => me.get(removePost, { params: { messageId: id }, body: {} });
        },
      ],
      [
        'a private message that was taken back',
        async (me, other) => {
          const conversationId = await aPrivateConversation(me, other);
          const body = { content: 'My bank code is 9999' };
          const { data } = await other.get(sendMessage, { params: { conversationId }, body });
          return () => other.get(removeMessage, { params: { conversationId, messageId: data.id }, body: {} });
        },
      ],
      [
        'a mention that was edited away',
        async (me, other) => {
          const room = await aRoom(me);
          await joined(room, other);
          const { conversationId } = room;
          const body = { content: `@${me.user!.name} look` };
          const { data } = await other.get(sendMessage, { params: { conversationId }, body });
          const params = { conversationId, messageId: data.id };
          return () => other.get(editMessage, { params, body: { content: 'Never mind' } });
        },
      ],
      [
        'a mention that was edited away from an answer to somebody else',
        async (me, other) => {
          const room = await aRoom(me);
          await joined(room, other);
          const { conversationId } = room;
          const params = { conversationId };
          const own = await other.get(sendMessage, { params, body: { content: 'Who comes?' } });
          const body = { content: `@${me.user!.name} look`, replyToId: own.data.id };
          const { data } = await other.get(sendMessage, { params, body });
          return () =>
            other.get(editMessage, {
              params: { conversationId, messageId: data.id },
              body: { content: 'Never mind' },
            });
        },
      ],
      [
        'a reaction to a message that was taken back',
        async (me, other) => {
          const conversationId = await aPrivateConversation(me, other);
          const body = { content: 'Hello' };
          const { data } = await me.get(sendMessage, { params: { conversationId }, body });
          const react = (reactionType: 'HEART' | null) =>
            other.get(reactToMessage, {
              params: { conversationId, messageId: data.id },
              body: { reactionType },
            });
          await react('HEART');
          return () => react(null);
        },
      ],
      [
        'somebody who has deleted their account',
        async (me, other) => {
          const { id } = await me.post();
          await other.get(addReaction, { body: { messageId: id, reactionType: 'HEART' } });
          return () => other.get(removeAccount, { params: { userId: other.id }, body: {} });
        },
      ],
      [
        'a message request that was put away on another device',
        async (me, other) => {
          const { data } = await other.get(sendPrivateMessage, {
            body: { receiverId: me.id, content: 'Hello' },
          });
          const params = { conversationId: data.conversationId };
          return () => me.get(answerMessageRequest, { params, body: { action: 'decline' } });
        },
      ],
      [
        'requests of a room that somebody else owns now',
        async (me, other) => {
          const room = await aRoom(me, { placed: true });
          const [third, fourth] = [await app.person('Uma'), await app.person('Vic')];
          await joined(room, other, third);
          const body = { latitude: 49.28, longitude: -123.12 };
          await fourth.get(joinRoom, { params: { roomId: room.id }, body });
          const { conversationId } = room;
          return async () => {
            for (const voter of [other, third]) {
              await voter.get(voteForLeader, { params: { conversationId }, body: { candidateId: other.id } });
            }
          };
        },
      ],
      [
        'that one leads a room, of which somebody else is voted leader',
        async (me, other) => {
          const [founder, third] = [await app.person('Uma'), await app.person('Vic')];
          const room = await aRoom(founder);
          await joined(room, me, other, third);
          await founder.get(leaveRoom, { params: { roomId: room.id }, body: {} });
          const params = { conversationId: room.conversationId };
          return async () => {
            for (const voter of [other, third]) {
              await voter.get(voteForLeader, { params, body: { candidateId: other.id } });
            }
          };
        },
      ],
      [
        'that one leads a room, which one ends',
        async (me, other) => {
          const room = await aRoom(other);
          await joined(room, me);
          await other.get(leaveRoom, { params: { roomId: room.id }, body: {} });
          return () => me.get(removeRoom, { body: { chatRoomId: room.id } });
        },
      ],
      [
        'that one was let into a room, which one left',
        async (me, other) => {
          const room = await aRoom(other, { placed: true });
          const params = { roomId: room.id };
          const body = { latitude: 49.28, longitude: -123.12 };
          const { requestId } = (await me.get(joinRoom, { params, body })).data;
          const answer = { requestId: requestId!, action: 'approve' as const };
          await other.get(answerJoinRequest, { params, body: answer });
          return () => me.get(leaveRoom, { params, body: {} });
        },
      ],
      [
        'that one moderates a room, which ended',
        async (me, other) => {
          const room = await aRoom(other);
          await joined(room, me);
          const params = { roomId: room.id, memberId: me.id };
          await other.get(setRoomModerator, { params, body: { isModerator: true } });
          return () => other.get(removeRoom, { body: { chatRoomId: room.id } });
        },
      ],
      [
        'that one moderates a room, whose owner took that back',
        async (me, other) => {
          const room = await aRoom(other);
          await joined(room, me);
          const params = { roomId: room.id, memberId: me.id };
          const appoint = (isModerator: boolean) =>
            other.get(setRoomModerator, { params, body: { isModerator } });
          await appoint(true);
          return () => appoint(false);
        },
      ],
      [
        'that one cannot write in a room, where one may again',
        async (me, other) => {
          const room = await aRoom(other);
          await joined(room, me);
          const params = { roomId: room.id, memberId: me.id };
          const mute = (minutes: 0 | 60) => other.get(muteMember, { params, body: { minutes } });
          await mute(60);
          return () => mute(0);
        },
      ],
      [
        'what was answered on another device',
        async (me, other) => {
          const conversationId = await aPrivateConversation(me, other);
          const say = (who: TestPerson) =>
            who.get(sendMessage, { params: { conversationId }, body: { content: 'Hello' } });
          await say(other);
          return () => say(me);
        },
      ],
    ];
  let asked = 0;
  test.each(gone)('%s', async (_what, come) => {
    asked++;
    const [me, other] = [await app.person(`Mia ${asked}`), await app.person(`Gus ${asked}`)];
    const page = await OpenPage.of(me);
    const go = await come(me, other);
    await allNotified(app.deps);
    await page.hear();
    expect(page.list).toHaveLength(1);
    await go();
    await allNotified(app.deps);
    await page.hear();
    // Whoever is voted out is told that.
    expect(page.list.filter(({ code }) => code !== 'leader_elected_against_you')).toEqual([]);
    page.close();
  });

  test('that one was voted out, once one has objected', async () => {
    const [me, other] = [await app.person('Mia objecting'), await app.person('Gus elected')];
    const room = await aRoom(me);
    const third = await app.person('Uma');
    await joined(room, other, third);
    const params = { conversationId: room.conversationId };
    for (const voter of [other, third])
      await voter.get(voteForLeader, { params, body: { candidateId: other.id } });
    await allNotified(app.deps);
    const page = await OpenPage.of(me);
    expect(page.list.map(({ code }) => code)).toEqual(['leader_elected_against_you']);
    await me.get(objectToLeader, { params, body: {} });
    await allNotified(app.deps);
    await page.hear();
    expect(page.list.map(({ code }) => code)).toEqual(['became_owner']);
    page.close();
  });

  test('but does an answer to oneself whose mention was edited away', async () => {
    const [me, other] = [await app.person('Mia answered'), await app.person('Gus replying')];
    const room = await aRoom(me);
    await joined(room, other);
    const { conversationId } = room;
    const params = { conversationId };
    const own = await me.get(sendMessage, { params, body: { content: 'Who comes?' } });
    const body = { content: `@${me.user!.name} me`, replyToId: own.data.id };
    const { data } = await other.get(sendMessage, { params, body });
    await allNotified(app.deps);
    const page = await OpenPage.of(me);
    const changed = { params: { conversationId, messageId: data.id }, body: { content: 'I do' } };
    await other.get(editMessage, changed);
    await allNotified(app.deps);
    await page.hear();
    expect(page.list.map(({ params: { preview } }) => preview)).toEqual(['I do']);
    page.close();
  });

  test('somebody who came back is told of again', async () => {
    const [me, other] = [await app.person('Mia alone'), await app.person('Gus undecided')];
    const { id } = await me.post();
    await other.get(addReaction, { body: { messageId: id, reactionType: 'HEART' } });
    await allNotified(app.deps);
    await other.get(removeAccount, { params: { userId: other.id }, body: {} });
    const page = await OpenPage.of(me);
    expect(page.list).toEqual([]);
    await other.visitProvider('Gus undecided');
    await other.get(restoreAccount, { body: {} });
    await allNotified(app.deps);
    await page.hear();
    expect(page.list).toHaveLength(1);
    page.close();
  });

  test('words that were changed', async () => {
    const [me, other] = [await app.person('Mia curious'), await app.person('Gus wordy')];
    const conversationId = await aPrivateConversation(me, other);
    const { id } = await me.post();
    await other.get(addReaction, { body: { messageId: id, reactionType: 'HEART' } });
    const body = { content: 'My bank code is 9999' };
    const { data } = await other.get(sendMessage, { params: { conversationId }, body });
    await allNotified(app.deps);
    const page = await OpenPage.of(me);
    await other.get(editMessage, { params: { conversationId, messageId: data.id }, body: { content: 'Hm' } });
    await me.get(editPost, { params: { messageId: id }, body: { content: 'Another post' } });
    await allNotified(app.deps);
    await page.hear();
    expect(page.list.map(({ params }) => params.preview)).toEqual(['Hm', 'Another post']);
    page.close();
  });
});

describe('at once', () => {
  test('somebody hears of what happened within a moment of it, and of an answer that comes at the same time', async () => {
    const lively = await startTestApp({}, {}, openTestDatabase, { runJobs: true });
    try {
      const [author, reader] = [await lively.person('Aiko'), await lively.person('Ben')];
      const stream = await TestStream.open(author);
      const { id } = await author.post();
      const took: number[] = [];
      for (const reactionType of ['HEART', 'SAD', 'LAUGH', 'AGREE'] as const) {
        const heard = () => stream.frames.filter(({ type }) => type === 'notification').length;
        const before = heard();
        await reader.get(addReaction, { body: { messageId: id, reactionType } });
        const from = performance.now();
        await expect.poll(heard, { interval: 5 }).toBe(before + 1);
        took.push(performance.now() - from);
      }
      // The job that catches up with what was left undone would take its five seconds for each but the first.
      expect(Math.min(...took.slice(1))).toBeLessThan(2500);
      stream.close();
    } finally {
      await lively.close();
    }
  });
});

test('nobody else hears', async () => {
  const stream = await TestStream.open(ben);
  await give(1);
  await makeNotifications(app.deps, notices);
  expect(stream.frames.some(({ type }) => type === 'notification')).toBe(false);
  stream.close();
});
