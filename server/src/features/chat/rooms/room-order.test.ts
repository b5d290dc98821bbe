import { getConversation, getRoom } from '@dazi/contract/chat/conversation-views';
import {
  editMessage,
  listMembers,
  listMessages,
  type Message,
  removeMessage,
  sendMessage,
  tellTyping,
} from '@dazi/contract/chat/conversations';
import { pinMessage } from '@dazi/contract/chat/pinned-messages';
import {
  banParticipant,
  changeRoom,
  inviteToRoom,
  joinRoom,
  leaveRoom,
  listJoinRequests,
  muteMember,
  type Room,
  removeParticipant,
  removeRoom,
  setRoomModerator,
  setSlowMode,
} from '@dazi/contract/chat/rooms';
import { addMiniApp, completeMiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { quiz } from '@dazi/contract/mini-apps/quiz.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetEndedMutes } from '#features/chat/conversations/conversations.service.ts';
import { aMiniApp, quizAnswers, tookPart } from '#features/mini-apps/mini-apps.builder.ts';
import { allNotified, wordsTo } from '#features/notifications/notifications.builder.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { uploaded } from '../../../testing/test-uploads.ts';
import { aRoom, joined } from './rooms.builder.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cat: TestPerson;
let dan: TestPerson;
let room: Room;
let params: { conversationId: string };

beforeAll(async () => {
  app = await startTestApp();
  [ann, bob, cat, dan] = [
    await app.person('Ann'),
    await app.person('Bob'),
    await app.person('Cat'),
    await app.person('Dan'),
  ];
});
afterAll(() => app.close());

/** A room of Ann's with Bob, Cat and Dan in it. */
beforeEach(async () => {
  room = await aRoom(ann);
  await joined(room, bob, cat, dan);
  params = { conversationId: room.conversationId };
});

const said = async (person: TestPerson, content = 'Hello', more: object = {}): Promise<Message> =>
  (await person.get(sendMessage, { params, body: { content, ...more } })).data;
const removes = (person: TestPerson, { id: messageId }: Message) =>
  person.call(removeMessage, { params: { ...params, messageId }, body: {} });
const newest = async (person: TestPerson) => (await person.get(listMessages, { params })).data.at(-1)!;

const marks = (owner: TestPerson, member: TestPerson, isModerator = true) =>
  owner.call(setRoomModerator, { params: { roomId: room.id, memberId: member.id }, body: { isModerator } });
const mutes = (person: TestPerson, member: TestPerson, minutes: number, reason: string | null = null) =>
  person.call(muteMember, {
    params: { roomId: room.id, memberId: member.id },
    body: { minutes: minutes as 10, reason },
  });
const says = (person: TestPerson, content = 'Hello') =>
  person.call(sendMessage, { params, body: { content } });
const slows = (person: TestPerson, seconds: number) =>
  person.call(setSlowMode, { params: { roomId: room.id }, body: { seconds: seconds as 30 } });
const minutes_ms = 60_000;
const takesOut = (person: TestPerson, member: TestPerson) =>
  person.call(removeParticipant, { params: { roomId: room.id }, body: { targetUserId: member.id } });
const seen = async (person: TestPerson) => (await person.get(getConversation, { params })).data;

describe('messages of others', () => {
  test('the owner takes them out; place and number stay, and the author is told', async () => {
    const message = await said(bob, 'You are all fools');
    expect((await newest(cat)).removedBy).toBeNull();
    const stream = await TestStream.open(cat);
    expect(await removes(ann, message)).toMatchObject({ success: true, data: { removedBy: 'room' } });
    const gone = {
      id: message.id,
      sequence: message.sequence,
      isDeleted: true,
      removedBy: 'room',
      content: '',
      senderId: bob.id,
    };
    const heard = await stream.until(
      (frame) => frame.type === 'conversation_update' && frame.change.kind === 'message',
    );
    stream.close();
    expect(heard).toMatchObject({ change: { message: gone } });
    expect(JSON.stringify(heard)).not.toContain('fools');
    expect(await newest(bob)).toMatchObject(gone);
    await allNotified(app.deps);
    expect(await wordsTo(bob)).toContainEqual(
      'A message of yours was removed | A moderator of Chess in the park removed it',
    );
    expect(await removes(ann, message)).toMatchObject({ status: 404, code: 'MESSAGE_NOT_FOUND' });
  });

  test('a picture goes for everybody, also of somebody who has left or is blocked', async () => {
    const picture = await said(bob, await uploaded(bob), { type: 'IMAGE' });
    const url = picture.media!.url;
    expect((await cat.fetch(url)).status).toBe(200);
    await bob.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    await removes(ann, picture);
    expect((await cat.fetch(url)).status).toBe(404);
    const dina = await app.person('Dina the blocked');
    await joined(room, dina);
    const words = await said(dina, 'Something else');
    await block(app.deps, ann, dina);
    expect(await removes(ann, words)).toMatchObject({ data: { removedBy: 'room' } });
  });

  test('a mini app goes with its result, lines of the server stay', async () => {
    const { id } = await aMiniApp(bob, room.conversationId);
    await tookPart(bob, id, quizAnswers('00000'));
    await tookPart(cat, id, quizAnswers('00000'));
    await bob.get(completeMiniApp, { params: { miniAppId: id } });
    const log = async () => (await ann.get(listMessages, { params })).data;
    const message = (await log()).find(({ type }) => type === 'MINI_APP')!;
    const result = (await log()).find(({ type }) => type === 'MINI_APP_RESULT')!;
    expect(await removes(ann, result)).toMatchObject({ status: 403, code: 'NOT_YOUR_MESSAGE' });
    expect(await removes(ann, message)).toMatchObject({ success: true });
    expect((await log()).filter(({ isDeleted }) => isDeleted)).toMatchObject([
      { type: 'MINI_APP', removedBy: 'room' },
      { type: 'MINI_APP_RESULT', removedBy: 'room', content: '' },
    ]);
    const line = (await log()).find(({ type }) => type === 'JOIN')!;
    expect(await removes(ann, line)).toMatchObject({ status: 403, code: 'NOT_YOUR_MESSAGE' });
  });

  test('members take back their own alone, which says so; nobody touches the owner', async () => {
    const [own, other] = [await said(bob), await said(ann)];
    for (const message of [own, other]) {
      expect(await removes(cat, message)).toMatchObject({ status: 403, code: 'NOT_YOUR_MESSAGE' });
    }
    expect(await removes(bob, own)).toMatchObject({ data: { removedBy: 'author' } });
    expect(await removes(ann, other)).toMatchObject({ data: { removedBy: 'author' } });
    expect((await ann.get(getConversation, { params })).data.messages.at(-1)).toMatchObject({
      removedBy: 'author',
    });
  });

  test('of two who take one out at once, one does', async () => {
    const message = await said(bob);
    const answers = await Promise.all([removes(ann, message), removes(bob, message), removes(ann, message)]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });
});

describe('room moderators', () => {
  test('the owner appoints them; they and everybody hear of it', async () => {
    const stream = await TestStream.open(cat);
    expect(await marks(ann, bob)).toMatchObject({ data: { memberId: bob.id, isModerator: true } });
    await stream.until((frame) => frame.type === 'conversation_update' && frame.change.kind === 'details');
    stream.close();
    expect(await seen(bob)).toMatchObject({
      userRole: 'MEMBER',
      moderatorIds: [bob.id],
      can: { moderate: true, manage: false },
    });
    expect(await seen(cat)).toMatchObject({ moderatorIds: [bob.id], can: { moderate: false } });
    expect(await seen(ann)).toMatchObject({ can: { moderate: true, manage: true } });
    const { data } = await bob.get(getRoom, { params: { roomId: room.id } });
    expect(data).toMatchObject({ userRole: 'MEMBER', can: { moderate: true, manage: false } });
    expect((await cat.get(listMembers, { params })).data.filter(({ moderates }) => moderates)).toMatchObject([
      { userId: bob.id, role: 'MEMBER' },
    ]);
    expect(await newest(cat)).toMatchObject({
      type: 'SYSTEM',
      event: { code: 'moderator_appointed', params: { name: 'Bob' } },
      content: 'Bob is a room moderator now',
    });
    await allNotified(app.deps);
    expect((await wordsTo(bob))[0]).toBe(
      'You are a room moderator | Ann made you a moderator of Chess in the park',
    );
    // Once more, and there is no second line.
    const before = (await newest(ann)).sequence;
    await marks(ann, bob);
    expect((await newest(ann)).sequence).toBe(before);
    await marks(ann, bob, false);
    expect(await seen(bob)).toMatchObject({ moderatorIds: [], can: { moderate: false } });
  });

  test('nobody but the owner, nobody but members, and not the owner', async () => {
    await marks(ann, bob);
    expect(await marks(bob, cat)).toMatchObject({ status: 403, code: 'NOT_THE_ROOM_AUTHOR' });
    expect(await marks(bob, bob, false)).toMatchObject({ status: 403, code: 'NOT_THE_ROOM_AUTHOR' });
    expect(await marks(ann, await app.person('Stranger'))).toMatchObject({
      status: 404,
      code: 'PARTICIPANT_NOT_FOUND',
    });
    expect(await marks(ann, ann)).toMatchObject({ status: 400, code: 'NOT_ONESELF' });
  });

  test('there are ten at most, also when more are appointed at once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, index) => app.person(`Many ${index}`)));
    await joined(room, ...people);
    const answers = await Promise.all(people.map((person) => marks(ann, person)));
    expect(answers.filter(({ success }) => success)).toHaveLength(10);
    expect(answers.filter(({ success }) => !success)).toMatchObject(
      Array(2).fill({ status: 409, code: 'TOO_MANY_ROOM_MODERATORS' }),
    );
    expect((await seen(ann)).moderatorIds).toHaveLength(10);
  });

  test('they take out messages and members, but neither each other nor the owner', async () => {
    await marks(ann, bob);
    await marks(ann, cat);
    const [ofOwner, ofOther, ofMember] = [await said(ann), await said(cat), await said(dan)];
    for (const message of [ofOwner, ofOther]) {
      expect(await removes(bob, message)).toMatchObject({ status: 403, code: 'NOT_OVER_ROOM_MODERATORS' });
    }
    expect(await removes(bob, ofMember)).toMatchObject({ data: { removedBy: 'room' } });
    for (const person of [ann, cat]) {
      expect(await takesOut(bob, person)).toMatchObject({ status: 403, code: 'NOT_OVER_ROOM_MODERATORS' });
    }
    expect(await takesOut(bob, bob)).toMatchObject({ status: 400, code: 'NOT_ONESELF' });
    expect(await takesOut(bob, dan)).toMatchObject({ success: true });
    expect(await takesOut(bob, dan)).toMatchObject({ status: 404, code: 'PARTICIPANT_NOT_FOUND' });
    // Over moderators stands the owner.
    expect(await removes(ann, ofOther)).toMatchObject({ data: { removedBy: 'room' } });
    expect(await takesOut(ann, cat)).toMatchObject({ success: true });
  });

  test("MOD-019, 025: everything else stays the owner's", async () => {
    await marks(ann, bob);
    const of = { params: { roomId: room.id } };
    const answers = [
      await bob.call(listJoinRequests, of),
      await bob.call(changeRoom, { ...of, body: { joinRadius: 7 } }),
      await bob.call(inviteToRoom, { ...of, body: {} }),
      await bob.call(banParticipant, { ...of, body: { targetUserId: cat.id } }),
      await bob.call(removeRoom, { body: { chatRoomId: room.id } }),
    ];
    expect(answers).toMatchObject(Array(5).fill({ status: 403, code: 'NOT_THE_ROOM_AUTHOR' }));
  });

  test('MOD-026: only OWNER gates anything; the mark is none of the roles, and ADMIN has no effect', async () => {
    await marks(ann, bob);
    const { db } = app.deps;
    const role = (person: TestPerson) =>
      rowsOf<{ role: string; moderates: boolean }>(
        db,
        sql`SELECT role, moderates FROM conversation_members
          WHERE conversation_id = ${room.conversationId} AND user_id = ${person.id}`,
      );
    expect(await role(bob)).toEqual([{ role: 'MEMBER', moderates: true }]);
    await rowsOf(
      db,
      sql`UPDATE conversation_members SET role = 'ADMIN'
        WHERE conversation_id = ${room.conversationId} AND user_id = ${cat.id}`,
    );
    expect(await seen(cat)).toMatchObject({ userRole: 'ADMIN', moderatorIds: [bob.id] });
    const of = { params: { roomId: room.id } };
    const spoken = await said(ann);
    /** What somebody is answered to all that an owner or a moderator may do. */
    const tries = async (person: TestPerson) => {
      const answers = [
        await person.call(listJoinRequests, of),
        await person.call(changeRoom, { ...of, body: { joinRadius: 7 } }),
        await person.call(inviteToRoom, { ...of, body: {} }),
        await person.call(banParticipant, { ...of, body: { targetUserId: bob.id } }),
        await person.call(removeRoom, { body: { chatRoomId: room.id } }),
        await marks(person, dan),
        await mutes(person, dan, 10),
        await slows(person, 30),
        await takesOut(person, bob),
        await removes(person, spoken),
        await person.call(pinMessage, { params: { ...params, messageId: spoken.id }, body: {} }),
      ];
      return answers.map((answer) => [answer.status, 'code' in answer ? answer.code : null]);
    };
    const asAdmin = await tries(cat);
    expect(asAdmin.map(([status]) => status)).toEqual(Array(asAdmin.length).fill(403));
    expect(asAdmin).toEqual(await tries(dan));
    expect((await seen(cat)).can).toEqual((await seen(dan)).can);
    // The mark's bearer has power over whoever is ADMIN as over any member.
    expect(await mutes(bob, cat, 10)).toMatchObject({ success: true });
    expect(await takesOut(bob, cat)).toMatchObject({ success: true });
  });

  test('the mark goes with the membership, and with taking over the room', async () => {
    await marks(ann, bob);
    await marks(ann, cat);
    await cat.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    await cat.get(joinRoom, { params: { roomId: room.id }, body: haight });
    expect((await seen(cat)).moderatorIds).toEqual([bob.id]);
    // Bob has been there longest of those who are left.
    await ann.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    expect(await seen(bob)).toMatchObject({ userRole: 'OWNER', moderatorIds: [] });
  });

  test('whoever loses the mark at that moment has acted before or does not act', async () => {
    for (let round = 0; round < 8; round++) {
      await marks(ann, bob);
      const message = await said(dan);
      const [ended, removed] = await Promise.all([marks(ann, bob, false), removes(bob, message)]);
      expect(ended.success).toBe(true);
      const now = (await cat.get(listMessages, { params })).data.find(({ id }) => id === message.id)!;
      expect(now.isDeleted).toBe(removed.success);
      if (!removed.success) expect(removed.code).toBe('NOT_YOUR_MESSAGE');
      expect(await removes(bob, await said(dan))).toMatchObject({ code: 'NOT_YOUR_MESSAGE' });
    }
  });
});

describe('muting', () => {
  test('a moderator keeps a member from writing; the member reads until when and why', async () => {
    await marks(ann, bob);
    const [own, stranger] = [await TestStream.open(dan), await TestStream.open(cat)];
    const until = new Date(app.clock.read().getTime() + 10 * minutes_ms).toISOString();
    expect(await mutes(bob, dan, 10, ' Enough of it ')).toMatchObject({ data: { memberId: dan.id, until } });
    await own.until(
      (frame) =>
        frame.type === 'conversation_update' && frame.change.kind === 'muted' && frame.change.until === until,
    );
    await stranger.until((frame) => frame.type === 'new_message');
    expect(JSON.stringify(stranger.frames)).not.toMatch(/"muted"|Enough/);
    own.close();
    stranger.close();
    expect(await seen(dan)).toMatchObject({ mutedUntil: until, muteReason: 'Enough of it' });
    expect(await seen(cat)).toMatchObject({ mutedUntil: null, muteReason: null });
    const refused = await says(dan);
    expect(refused).toMatchObject({ status: 403, code: 'MUTED_IN_ROOM' });
    expect(refused).toMatchObject({ error: `You cannot write in this room until ${until}` });
    expect(await newest(cat)).toMatchObject({ content: 'Dan cannot write for 10 minutes' });
    await allNotified(app.deps);
    expect((await wordsTo(dan))[0]).toMatch(
      /^You cannot write for a while \| In Chess in the park, until .*UTC$/,
    );
    // Reading goes on, and at the end writing does, too.
    expect((await dan.get(listMessages, { params })).data.length).toBeGreaterThan(0);
    app.clock.advance(10 * minutes_ms);
    expect(await says(dan)).toMatchObject({ success: true });
    expect(await seen(dan)).toMatchObject({ mutedUntil: null, muteReason: null });
  });

  test('neither new words nor other words for old ones, neither mini apps nor typing', async () => {
    const message = await said(dan, 'Something harmless');
    await mutes(ann, dan, 10);
    const of = { params: { ...params, messageId: message.id } };
    expect(await dan.call(editMessage, { ...of, body: { content: 'Something else' } })).toMatchObject({
      code: 'MUTED_IN_ROOM',
    });
    expect(await dan.call(addMiniApp, { params, body: { appType: quiz.type } })).toMatchObject({
      code: 'MUTED_IN_ROOM',
    });
    const stream = await TestStream.open(cat);
    await dan.get(tellTyping, { params, body: {} });
    await ann.get(tellTyping, { params, body: {} });
    await stream.until((frame) => frame.type === 'typing');
    stream.close();
    expect(stream.frames.filter((frame) => frame.type === 'typing')).toMatchObject([{ userId: ann.id }]);
    // The own words may go all the same.
    expect(await removes(dan, message)).toMatchObject({ data: { removedBy: 'author' } });
  });

  test('those who keep the room in order see who is muted, and end it', async () => {
    await marks(ann, bob);
    await mutes(ann, dan, 60);
    const mutedFor = async (person: TestPerson) =>
      (await person.get(listMembers, { params })).data.find(({ userId }) => userId === dan.id)?.mutedUntil;
    const shownTo = async (person: TestPerson) =>
      (await seen(person)).members.find(({ userId }) => userId === dan.id)?.mutedUntil;
    const until = (await seen(dan)).mutedUntil;
    for (const look of [mutedFor, shownTo]) {
      expect([await look(ann), await look(bob), await look(cat), await look(dan)]).toEqual([
        until,
        until,
        null,
        null,
      ]);
    }
    const keeper = await TestStream.open(ann);
    const own = await TestStream.open(dan);
    expect(await mutes(bob, dan, 0)).toMatchObject({ data: { until: null } });
    await own.until((frame) => frame.type === 'conversation_update' && frame.change.kind === 'muted');
    await keeper.until((frame) => frame.type === 'conversation_update' && frame.change.kind === 'details');
    own.close();
    keeper.close();
    expect(await says(dan)).toMatchObject({ success: true });
    expect(await mutes(bob, dan, 0)).toMatchObject({ data: { until: null } });
  });

  test('it outlasts leaving and coming back, and being taken out', async () => {
    await mutes(ann, dan, 60, 'Enough');
    await dan.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    await joined(room, dan);
    expect(await says(dan)).toMatchObject({ code: 'MUTED_IN_ROOM' });
    expect(await seen(dan)).toMatchObject({ muteReason: 'Enough' });
    await takesOut(ann, dan);
    await joined(room, dan);
    expect(await says(dan)).toMatchObject({ code: 'MUTED_IN_ROOM' });
    app.clock.advance(59 * minutes_ms);
    expect(await says(dan)).toMatchObject({ code: 'MUTED_IN_ROOM' });
    app.clock.advance(minutes_ms);
    expect(await says(dan)).toMatchObject({ success: true });
    await forgetEndedMutes(app.deps);
    expect(await rowsOf(app.deps.db, sql`SELECT user_id FROM conversation_mutes`)).toEqual([]);
  });

  test('muted again it lasts from now on', async () => {
    await mutes(ann, dan, 10080);
    await mutes(ann, dan, 10);
    app.clock.advance(10 * minutes_ms);
    expect(await says(dan)).toMatchObject({ success: true });
  });

  test('not each other, not the owner, not oneself, not strangers, and only so long', async () => {
    await marks(ann, bob);
    await marks(ann, cat);
    for (const person of [ann, cat]) {
      expect(await mutes(bob, person, 10)).toMatchObject({ status: 403, code: 'NOT_OVER_ROOM_MODERATORS' });
    }
    for (const person of [ann, bob]) {
      expect(await mutes(person, person, 10)).toMatchObject({ status: 400, code: 'NOT_ONESELF' });
    }
    expect(await mutes(dan, bob, 10)).toMatchObject({ status: 403, code: 'NOT_THE_ROOM_AUTHOR' });
    const stranger = await app.person('Stranger to muting');
    expect(await mutes(bob, stranger, 10)).toMatchObject({ status: 404, code: 'PARTICIPANT_NOT_FOUND' });
    for (const minutes of [7, -10, 10.5, 100_000]) {
      expect(await mutes(ann, dan, minutes)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    }
    expect(await mutes(ann, dan, 10, 'x'.repeat(301))).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect(await says(dan)).toMatchObject({ success: true });
    expect(await mutes(ann, cat, 10, '\u200b\u2028')).toMatchObject({ success: true });
    expect(await seen(cat)).toMatchObject({ muteReason: null });
  });

  test('whoever takes over the room writes again', async () => {
    await mutes(ann, bob, 10080);
    await ann.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    expect(await seen(bob)).toMatchObject({ userRole: 'OWNER', mutedUntil: null });
    expect(await says(bob)).toMatchObject({ success: true });
    await bob.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    await joined(room, bob);
    expect(await says(bob)).toMatchObject({ success: true });
  });

  test('nothing is said behind the line that says it', async () => {
    for (let round = 0; round < 6; round++) {
      await Promise.all([says(dan, 'one'), mutes(ann, dan, 10), says(dan, 'two'), says(dan, 'three')]);
      const log = (await cat.get(listMessages, { params })).data;
      const line = log.findLastIndex(({ event }) => event?.code === 'member_muted');
      expect(log.slice(line + 1)).toEqual([]);
      await mutes(ann, dan, 0);
    }
  });
});

describe('slow mode', () => {
  test('so much time lies between two messages of one member, on whichever device', async () => {
    const stream = await TestStream.open(cat);
    expect(await slows(ann, 30)).toMatchObject({ data: { id: room.id, seconds: 30 } });
    await stream.until((frame) => frame.type === 'conversation_update' && frame.change.kind === 'details');
    stream.close();
    expect((await seen(dan)).slowMode_s).toBe(30);
    expect(await newest(cat)).toMatchObject({
      event: { code: 'slow_mode_changed', params: { seconds: 30 } },
      content: 'Slow mode: one message every 30 seconds',
    });
    await said(dan);
    app.clock.advance(10_400);
    const response = await dan.fetch(`/api/conversations/${params.conversationId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'Too soon' }),
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '20']);
    expect(await response.json()).toMatchObject({
      code: 'SLOW_MODE',
      error: 'This room is in slow mode. Please wait 20 s.',
    });
    // Others have a time of their own.
    expect(await says(cat)).toMatchObject({ success: true });
    app.clock.advance(19_600);
    expect(await says(dan)).toMatchObject({ success: true });
    await slows(ann, 0);
    expect(await newest(cat)).toMatchObject({ content: 'Slow mode is off' });
    expect(await says(dan)).toMatchObject({ success: true });
  });

  test('of many at once one is said, and the same sent again is found', async () => {
    await slows(ann, 10);
    const many = await Promise.all(Array.from({ length: 8 }, (_, index) => says(dan, `${index}`)));
    expect(many.filter(({ success }) => success)).toHaveLength(1);
    expect(many.filter((answer) => !answer.success && answer.code === 'SLOW_MODE')).toHaveLength(7);
    app.clock.advance(10_000);
    const body = { content: 'Once', clientId: 'sent-several-times' };
    const same = await Promise.all(Array.from({ length: 4 }, () => dan.call(sendMessage, { params, body })));
    expect(new Set(same.map((answer) => answer.success && answer.data.id)).size).toBe(1);
    expect(await dan.call(sendMessage, { params, body })).toMatchObject({ data: { content: 'Once' } });
    expect(await says(dan)).toMatchObject({ code: 'SLOW_MODE' });
  });

  test('leaving and coming back, taking back and mini apps do not get round it', async () => {
    await slows(ann, 60);
    const message = await said(dan);
    await removes(dan, message);
    await dan.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    await joined(room, dan);
    expect(await says(dan)).toMatchObject({ code: 'SLOW_MODE' });
    const app_ = { params, body: { appType: quiz.type } };
    expect(await dan.call(addMiniApp, app_)).toMatchObject({ status: 429, code: 'SLOW_MODE' });
    app.clock.advance(60_000);
    expect(await dan.call(addMiniApp, app_)).toMatchObject({ success: true });
    expect(await says(dan)).toMatchObject({ code: 'SLOW_MODE' });
  });

  test('it does not hold for those who keep the room in order, nor elsewhere', async () => {
    await slows(ann, 900);
    await marks(ann, bob);
    for (const person of [ann, bob]) {
      expect(await says(person)).toMatchObject({ success: true });
      expect(await says(person)).toMatchObject({ success: true });
    }
    await marks(ann, bob, false);
    expect(await says(bob)).toMatchObject({ code: 'SLOW_MODE' });
    const other = await aRoom(cat);
    await joined(other, bob);
    const elsewhere = { params: { conversationId: other.conversationId }, body: { content: 'Hello' } };
    expect(await bob.call(sendMessage, elsewhere)).toMatchObject({ success: true });
  });

  test('only the owner sets it, to what there is', async () => {
    await marks(ann, bob);
    expect(await slows(bob, 30)).toMatchObject({ status: 403, code: 'NOT_THE_ROOM_AUTHOR' });
    for (const seconds of [31, -10, 1.5, 86_400]) {
      expect(await slows(ann, seconds)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    }
    await slows(ann, 30);
    const before = (await newest(ann)).sequence;
    await slows(ann, 30);
    expect((await newest(ann)).sequence).toBe(before);
  });
});
