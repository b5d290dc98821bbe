import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listMessages, type Message, sendMessage } from '@dazi/contract/chat/conversations';
import { onlineLimits } from '@dazi/contract/chat/presence.rules';
import { type Room, removeParticipant } from '@dazi/contract/chat/rooms';
import { getProfile } from '@dazi/contract/discovery/people';
import type { Frame } from '@dazi/contract/frames';
import { getSession, removeAccount, signOut } from '@dazi/contract/identity/identity';
import { listDevices, signOutDevices } from '@dazi/contract/identity/sessions';
import { listNotifications, readNotifications } from '@dazi/contract/notifications/notifications';
import { blockPerson } from '@dazi/contract/people/blocks';
import { getPost } from '@dazi/contract/posts/post-views';
import { addReaction } from '@dazi/contract/posts/reactions';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { makeTestDatabase } from './testing/test-database.ts';
import { hasNats, TestNats } from './testing/test-nats.ts';
import { TestPerson } from './testing/test-person.ts';
import { TestInstallation, type TestProcess } from './testing/test-process.ts';
import { TestProvider } from './testing/test-provider.ts';
import { hasRedis, TestRedis } from './testing/test-redis.ts';
import { TestStream } from './testing/test-stream.ts';

const superuserUrl = process.env.TEST_DATABASE_URL;

// The embedded database belongs to one process.
const ofPostgresql = describe.skipIf(!superuserUrl);

/** Ways from one to the other, with what is set for each and how it is lost and found again. */
const ways: Readonly<Record<string, () => Promise<Way>>> = {
  async NOTIFY() {
    return {
      settings: {},
      fits: false,
      lose: (database) => database`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'dazi signals' AND datname = current_database()`,
      find: async () => {},
      end: async () => {},
    };
  },
  async NATS() {
    const nats = await TestNats.start();
    return {
      settings: { NATS_URL: nats.url },
      fits: true,
      lose: () => nats.goAway(),
      find: () => nats.comeBack(),
      end: () => nats.goAway(),
    };
  },
  async Redis() {
    const redis = await TestRedis.start();
    return {
      settings: { REDIS_URL: redis.url },
      fits: true,
      lose: () => redis.goAway(),
      find: () => redis.comeBack(),
      async age(userId, by_ms) {
        const [key] = (await redis.ask('KEYS', 'dazi:there:*')) as string[];
        expect(await redis.ask('ZSCORE', key!, userId)).not.toBeNull();
        await redis.ask('ZINCRBY', key!, -by_ms, userId);
      },
      end: () => redis.goAway(),
    };
  },
};
/** The one that does the jobs looks every 15 s for those who say nothing; another one does them 5 s after it died, on a busy machine later. */
const found_ms = 40_000;
/** What of it is installed here. */
const isThere: Readonly<Record<string, boolean>> = { NOTIFY: true, NATS: hasNats, Redis: hasRedis };

interface Way {
  settings: Record<string, string>;
  /** Whether the words of the longest message fit into a letter. */
  fits: boolean;
  lose(database: postgres.Sql): Promise<unknown>;
  find(): Promise<void>;
  /** Makes older what it keeps itself of when somebody was there. */
  age?(userId: string, by_ms: number): Promise<void>;
  end(): Promise<void>;
}
const named = Object.keys(ways).filter((name) => isThere[name]);
for (const name of Object.keys(ways)) {
  if (!isThere[name])
    test.skip(`two processes that tell each other by ${name}, which is not installed`, () => {});
}

ofPostgresql.each(named)('two processes on one PostgreSQL that tell each other by %s', (name) => {
  let way: Way;
  let installation: TestInstallation;
  let database: postgres.Sql;
  let settings: Record<string, string>;
  let [a, b]: TestProcess[] = [];
  let ann: TestPerson;
  let bob: TestPerson;
  let cleo: TestPerson;
  let room: Room;
  const provider = new TestProvider();
  /** Of Bob and Cleo, on the other node. */
  let heardByBob: TestStream;
  let heardByCleo: TestStream;

  /** The same person with the same session, on another node. */
  function at(node: TestProcess, person: TestPerson): TestPerson {
    const there = new TestPerson(node.url);
    for (const [name, value] of person.cookies) there.cookies.set(name, value);
    there.user = person.user;
    return there;
  }
  async function newcomer(name: string) {
    const person = await new TestPerson(a!.url).signInAt(provider, name);
    await person.saveProfile({ displayName: name, gender: 'F', age: 30 });
    return person;
  }

  const say = async (person: TestPerson, content: string) =>
    (await person.get(sendMessage, { params: { conversationId: room.conversationId }, body: { content } }))
      .data;
  const isNews = (message: Message) => (frame: Frame) =>
    frame.type === 'new_message' && frame.sequence === message.sequence;
  beforeAll(async () => {
    way = await ways[name]!();
    const DATABASE_URL = await makeTestDatabase(superuserUrl!);
    database = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
    installation = new TestInstallation();
    await provider.start();
    settings = {
      ...provider.environment,
      MEDIA_DIR: installation.newDataDir(),
      DATABASE_URL,
      ...way.settings,
      POSITION_SECRET: 'the position secret of the tests, long enough',
    };
    const launch = () => installation.launch({ DATA_DIR: installation.newDataDir(), ...settings });
    [a, b] = await Promise.all([launch(), launch()]);
    await Promise.all([a!.ready(), b!.ready()]);
    [ann, bob, cleo] = [await newcomer('Ann'), await newcomer('Bob'), await newcomer('Cleo')];
    heardByBob = await TestStream.open(at(b!, bob));
    heardByCleo = await TestStream.open(at(b!, cleo));
    room = await aRoom(ann);
    await joined(room, bob, cleo);
  });
  afterAll(async () => {
    await installation?.remove();
    await database?.end();
    await way?.end();
    await provider.stop();
  });

  test('a message sent on one is heard on the other within a second, words included', async () => {
    const there = await TestStream.open(ann);
    const took_ms: number[] = [];
    const heardBy = async (stream: TestStream, sent: Message) => {
      const from_ms = performance.now();
      const frame = await stream.until(isNews(sent));
      took_ms.push(performance.now() - from_ms);
      return frame;
    };
    // What the machine does beside it holds up one of them, not all.
    for (const word of ['chess', 'go', 'shogi']) {
      const content = `Who is up for ${word}?`;
      const frame = await heardBy(heardByBob, await say(ann, content));
      expect(frame).toMatchObject({ message: { content, senderId: ann.id } });
    }
    expect(Math.min(...took_ms.splice(0))).toBeLessThan(1000);
    for (const content of ['Me', 'Me too', 'So do I']) {
      const frame = await heardBy(there, await say(at(b!, bob), content));
      expect(frame).toMatchObject({ message: { content } });
    }
    expect(Math.min(...took_ms.splice(0))).toBeLessThan(1000);
    for (const letter of ['海', '山', '川']) {
      const long = await say(ann, letter.repeat(4000));
      expect(await heardBy(heardByBob, long)).toMatchObject({
        message: way.fits ? { content: long.content } : null,
      });
    }
    expect(Math.min(...took_ms)).toBeLessThan(1000);
    there.close();
  });

  test('somebody online on one is seen on the other', async () => {
    const seenFrom = async (node: TestProcess) =>
      (await at(node, cleo).get(getProfile, { params: { userId: bob.id } })).data.isOnline;
    expect(await seenFrom(a!)).toBe(true);
    expect(await seenFrom(b!)).toBe(true);
  });

  test('a notification of what happened on one arrives on the other, and the badge is right', async () => {
    const post = await bob.post({ content: 'A bench in the sun' });
    await ann.get(addReaction, { body: { messageId: post.id, reactionType: 'HEART' } });
    const told = await heardByBob.until(({ type }) => type === 'notification');
    const badge = async (node: TestProcess) => {
      const { data, unreadCount } = await at(node, bob).get(listNotifications, { query: { unread: 'true' } });
      expect(data).toMatchObject([{ id: (told as { id: string }).id, type: 'MESSAGE_REACTION' }]);
      return unreadCount;
    };
    expect(await badge(b!)).toBe(1);
    expect(await badge(a!)).toBe(1);
    await bob.get(readNotifications, { body: {} });
    await heardByBob.until(({ type }) => type === 'notifications_changed');
    const { unreadCount } = await at(b!, bob).get(listNotifications, { query: { unread: 'true' } });
    expect(unreadCount).toBe(0);
  });

  test('after a block on one the other tells no words of the blocked person any more', async () => {
    await cleo.get(blockPerson, { body: { blockedId: bob.id } });
    await heardByCleo.until(({ type }) => type === 'hidden_changed');
    await heardByBob.until(({ type }) => type === 'hidden_changed');
    for (const node of [a!, b!]) {
      const unheard = await say(at(node, bob), 'Cleo, are you there?');
      expect(await heardByCleo.until(isNews(unheard))).toMatchObject({ message: null });
    }
  });

  test('somebody removed on one hears nothing more on the other', async () => {
    await ann.get(removeParticipant, { params: { roomId: room.id }, body: { targetUserId: bob.id } });
    await heardByBob.until((frame) => frame.type === 'member_leave' && frame.userId === bob.id);
    const before = heardByBob.frames.filter(({ type }) => type === 'new_message').length;
    for (const person of [ann, at(b!, cleo)])
      await heardByCleo.until(isNews(await say(person, 'Without Bob')));
    expect(heardByBob.frames.filter(({ type }) => type === 'new_message')).toHaveLength(before);
  });

  test('signing out and deleting the account on one ends the stream on the other', async () => {
    const leaving = [
      (guest: TestPerson) => guest.get(signOut, { body: {} }),
      (guest: TestPerson) => guest.get(removeAccount, { params: { userId: guest.id }, body: {} }),
    ];
    for (const [number, leave] of leaving.entries()) {
      const guest = await newcomer(`Guest ${number}`);
      const stream = await TestStream.open(at(b!, guest));
      await leave(guest);
      await stream.until(({ type }) => type === 'signed_out');
      await stream.untilEnd();
    }
  });

  test('signing out a device on one ends its stream on the other, and is told there', async () => {
    const guest = await newcomer('Guest of two devices');
    const phone = await new TestPerson(a!.url).signInAt(provider, 'Guest of two devices');
    const [heard, gone] = [await TestStream.open(at(b!, guest)), await TestStream.open(at(b!, phone))];
    const { data } = await guest.get(listDevices);
    await guest.get(signOutDevices, { body: { deviceId: data[1]!.id } });
    await gone.until(({ type }) => type === 'signed_out');
    await gone.untilEnd();
    await heard.until(({ type }) => type === 'devices_changed');
    heard.close();
  });

  test('what the command line decides beside them ends and changes the open pages of every node', async () => {
    const guest = await newcomer('Guest who threatens');
    const post = await guest.post({ content: 'I know where you live' });
    const nodes = [a!, b!];
    const operate = async (...words: string[]) => {
      const program = join(installation.root, 'server', 'dist', 'moderation.js');
      // Not waited for in this process, which hears the streams meanwhile.
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, '--yes'], {
        env: { ...process.env, ...settings, DATA_DIR: installation.newDataDir() },
      });
      return stdout.trim();
    };
    const openPages = () => Promise.all(nodes.map((node) => TestStream.open(at(node, guest))));
    const seenAt = async (node: TestProcess) =>
      (await at(node, cleo).call(getPost, { params: { messageId: post.id } })).status;

    let pages = await openPages();
    expect(await operate('suspend', guest.id, '7d', '1', 'Threats')).toMatch(/^Decided: suspend until/);
    await Promise.all(pages.map((page) => page.until(({ type }) => type === 'signed_out')));
    for (const node of nodes) {
      const there = at(node, guest);
      expect(await there.call(readNotifications, { body: {} })).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
      expect((await there.get(getSession, {})).standing.kind).toBe('suspended');
      expect(await seenAt(node)).toBe(404);
    }

    pages = await openPages();
    expect(await operate('lift', guest.id, 'A mistake')).not.toBe('');
    await Promise.all(pages.map((page) => page.until(({ type }) => type === 'signed_out')));
    for (const node of nodes) {
      expect((await at(node, guest).get(getSession, {})).standing.kind).toBe('good');
      expect(await seenAt(node)).toBe(200);
    }
    for (const page of pages) page.close();
    expect(await operate('verify')).toContain('2 links');
  });

  test('what one did not hear while its connection was lost it finds a moment later, and nobody is told to ask', async () => {
    await way.lose(database);
    const sent = await say(ann, 'Are you there?');
    await heardByCleo.until(isNews(sent));
    await way.find();
    const again = await say(ann, 'Here again');
    await heardByCleo.until(isNews(again));
    await expect
      .poll(async () => {
        const words = await say(ann, 'With words again');
        const heard = await heardByCleo.until(isNews(words));
        return heard.type === 'new_message' && heard.message?.content;
      })
      .toBe('With words again');
    expect(heardByCleo.frames.filter(({ type }) => type === 'resync')).toEqual([]);
  });

  test('one that is killed takes its people offline in time, and the others lose nothing', {
    timeout: 90_000,
  }, async () => {
    const gone = await TestStream.open(ann);
    const acknowledged: Message[] = [];
    const saying = (async () => {
      for (let number = 0; ; number++) acknowledged.push(await say(ann, `Before the end ${number}`));
    })().catch(() => {});
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
    await a!.kill();
    await saying;
    await gone.untilEnd();

    const there = at(b!, ann);
    for (const sent of acknowledged) await heardByCleo.until(isNews(sent));
    expect(heardByCleo.ended).toBe(false);
    const sent = await say(there, 'From the other one');
    await heardByCleo.until(isNews(sent));
    const log = (
      await there.get(listMessages, {
        params: { conversationId: room.conversationId },
        query: { after: 0, limit: 200 },
      })
    ).data;
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_message, index) => index + 1));

    const seen = async () =>
      (await at(b!, cleo).get(getProfile, { params: { userId: ann.id } })).data.isOnline;
    expect(await seen()).toBe(true);
    // Nobody says any more that her stream is open: time does the rest.
    await database`UPDATE open_streams SET seen_at = now() - ${`${onlineLimits.afterwards_ms} ms`}::interval
      WHERE user_id = ${ann.id}`;
    await way.age?.(ann.id, onlineLimits.afterwards_ms);
    if (!way.age) expect(await seen()).toBe(false);
    else await expect.poll(seen, { timeout: found_ms, interval: 500 }).toBe(false);
  });
});
