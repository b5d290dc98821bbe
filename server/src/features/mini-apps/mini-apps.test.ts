import { type Conversation, listConversations } from '@dazi/contract/chat/conversation-views';
import { listMessages, reactToMessage, removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { sharePresence } from '@dazi/contract/chat/presence';
import { leaveRoom, muteMember, type Room, removeParticipant } from '@dazi/contract/chat/rooms';
import type { Frame } from '@dazi/contract/frames';
import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import { meetingPointDetailsSchema, meetingPointResultsSchema } from '@dazi/contract/mini-apps/meeting-point';
import { miniAppResultSchema } from '@dazi/contract/mini-apps/mini-app-kit';
import {
  addMiniApp,
  changeMiniAppState,
  completeMiniApp,
  getMiniApp,
  getQuestionnaire,
  listParticipations,
  type MiniApp,
  miniAppMessageSchema,
  saveQuestionnaire,
} from '@dazi/contract/mini-apps/mini-apps';
import { pollDetailsSchema, pollResultsSchema } from '@dazi/contract/mini-apps/poll';
import { quizResultsSchema } from '@dazi/contract/mini-apps/quiz';
import { defaultQuizQuestions } from '@dazi/contract/mini-apps/quiz-questions';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { closeConversation, reopenConversation } from '#features/chat/conversations/conversations.service.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { allNotified, notificationsOf, wordsTo } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { completeOverdue } from './completion.service.ts';
import { eraseCreated, eraseParticipations, forgetOutdated } from './erasure.service.ts';
import { aMiniApp, quizAnswers, takePart, tookPart as tookPartNow } from './mini-apps.builder.ts';
import { findOverdue } from './mini-apps.store.ts';
import { WaitingEnds } from './waiting.service.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cat: TestPerson;
/** Outside of everything. */
let eve: TestPerson;
let room: Room;
let conversationId: string;

beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'eve@people.example' });
  [ann, bob, cat, eve] = await Promise.all([
    app.person('Ann'),
    app.person('Bob'),
    app.person('Cat'),
    app.person('Eve'),
  ]);
});
afterAll(() => app.close());

/** A room of Ann's with Bob and Cat. */
beforeEach(async () => {
  room = await aRoom(ann);
  await joined(room, bob, cat);
  conversationId = room.conversationId;
});
afterEach(() => app.deps.db.execute(sql`DELETE FROM blocks`));

/** One after the other, so that it is known who was first. */
const tookPart: typeof tookPartNow = (...who) => {
  app.clock.advance(1);
  return tookPartNow(...who);
};
const ownOf = async (person: TestPerson) => {
  const list = (await person.get(listConversations, {})).data as Conversation[];
  return list.find(({ id }) => id === conversationId)!;
};
const looked = async (person: TestPerson, { id }: { id: string }) =>
  (await person.get(getMiniApp, { params: { miniAppId: id } })).data;
const taken = async (person: TestPerson, { id }: { id: string }) =>
  (await person.get(listParticipations, { params: { miniAppId: id } })).data;
const log = async (person: TestPerson) =>
  (await person.get(listMessages, { params: { conversationId } })).data;
const resultsIn = async (person: TestPerson) =>
  (await log(person))
    .filter(({ type }) => type === 'MINI_APP_RESULT')
    .map(({ content }) => miniAppResultSchema.parse(JSON.parse(content)));
const quizResultsFor = async (person: TestPerson) =>
  quizResultsSchema.parse((await resultsIn(person))[0]!.results);
const complete = (person: TestPerson, { id }: { id: string }) =>
  person.call(completeMiniApp, { params: { miniAppId: id } });
const changeState = (person: TestPerson, { id }: { id: string }, body: object) =>
  person.call(changeMiniAppState, { params: { miniAppId: id }, body: body as never });

describe('adding', () => {
  test('makes an instance and its message in the log (MINI-002, 003, 015, 017, 024)', async () => {
    const quiz = await aMiniApp(ann, conversationId, 'compatibility-quiz', { title: ' Who fits? ' });
    expect(quiz).toMatchObject({
      appType: 'compatibility-quiz',
      title: 'Who fits?',
      conversationId,
      createdBy: ann.id,
      config: { maxQuestions: 5, requireAllParticipants: false, minParticipants: 2 },
      state: {},
      isCompleted: false,
      isActive: true,
      participations: [],
      participantCount: 0,
      askedCount: 3,
      result: null,
      can: { participate: true, complete: true, changeState: true },
    });
    const message = (await log(bob)).at(-1)!;
    expect(message).toMatchObject({ type: 'MINI_APP', senderId: ann.id, senderName: 'Ann' });
    expect(message.sequence).toBe(quiz.sequence);
    expect(miniAppMessageSchema.parse(JSON.parse(message.content))).toEqual({
      miniAppId: quiz.id,
      appType: 'compatibility-quiz',
      title: 'Who fits?',
      isCompleted: false,
    });
    expect((await looked(bob, quiz)).can).toEqual({ participate: true, complete: false, changeState: true });
    const own = await ownOf(bob);
    expect(own.unreadCount).toBe(1);
    expect(JSON.parse(own.lastMessage!.content)).toMatchObject({ title: 'Who fits?' });
  });

  test.each([
    ['an app nobody knows', { appType: 'karaoke' }, 'MINI_APP_TYPE_UNKNOWN'],
    ['no questions (QUIZ-034)', { config: { maxQuestions: 0 } }, 'MINI_APP_CONFIG_INVALID'],
    ['too many questions (QUIZ-034)', { config: { maxQuestions: 21 } }, 'MINI_APP_CONFIG_INVALID'],
    ['questions that are no number', { config: { maxQuestions: '5' } }, 'MINI_APP_CONFIG_INVALID'],
    ['one alone', { config: { minParticipants: 1 } }, 'MINI_APP_CONFIG_INVALID'],
    [
      'a poll with the same option twice',
      { appType: 'poll', config: { options: ['Noodles', ' ｎoodles'] } },
      'MINI_APP_CONFIG_INVALID',
    ],
    ['a poll without options', { appType: 'poll' }, 'MINI_APP_CONFIG_INVALID'],
    [
      'options that are the same once they are clean',
      { appType: 'poll', config: { options: ['a', 'a\u202e'] } },
      'MINI_APP_CONFIG_INVALID',
    ],
    ['an empty title', { title: ' ' }, 'INVALID_INPUT'],
    ['a config that is none', { config: [] }, 'INVALID_INPUT'],
  ])('refuses %s', async (_what, given, code) => {
    const body = { appType: 'compatibility-quiz', ...given } as never;
    const before = (await log(ann)).length;
    expect(await ann.call(addMiniApp, { params: { conversationId }, body })).toMatchObject({
      status: 400,
      code,
    });
    expect(await log(ann)).toHaveLength(before);
  });

  test('is for members, and so is all the rest: to others an instance is unknown (CONV-054)', async () => {
    const quiz = await aMiniApp(ann, conversationId);
    const body = { appType: 'compatibility-quiz' };
    expect(await eve.call(addMiniApp, { params: { conversationId }, body })).toMatchObject({
      code: 'NOT_A_MEMBER',
    });
    expect(
      await bob.call(addMiniApp, { params: { conversationId }, body: { ...body, userId: ann.id } }),
    ).toMatchObject({ status: 403, code: 'NOT_YOURSELF' });
    for (const id of [quiz.id, 'nothing']) {
      const params = { miniAppId: id };
      const unknown = { status: 404, code: 'MINI_APP_NOT_FOUND' };
      expect(await eve.call(getMiniApp, { params })).toMatchObject(unknown);
      expect(await eve.call(listParticipations, { params })).toMatchObject(unknown);
      expect(await takePart(eve, id, quizAnswers('00000'))).toMatchObject(unknown);
      expect(await changeState(eve, { id }, { state: {} })).toMatchObject(unknown);
      expect(await complete(eve, { id })).toMatchObject(unknown);
    }
  });

  test('stops at twenty that are open', async () => {
    for (let each = 0; each < 20; each++) await aMiniApp(bob, conversationId, 'ice-breaker');
    const add = () =>
      bob.call(addMiniApp, { params: { conversationId }, body: { appType: 'compatibility-quiz' } });
    expect(await add()).toMatchObject({ status: 409, code: 'MINI_APPS_TOO_MANY' });
    expect(await log(bob)).toHaveLength(22);
  });
});

describe('the quiz', () => {
  test('is complete with two, and three hear it live (MINI-023, 026, 027, QUIZ-011 to 018, 058)', async () => {
    const [annHears, catHears, eveHears] = await Promise.all(
      [ann, cat, eve].map((who) => TestStream.open(who)),
    );
    const quiz = await aMiniApp(ann, conversationId);
    const first = await tookPart(ann, quiz.id, quizAnswers('00000'));
    expect(first).toMatchObject({ resultMessage: null, data: { resultMessage: null } });
    expect(first.data.participation).toMatchObject({
      userId: ann.id,
      user: { name: 'Ann', avatarUrl: null },
      conversationId,
      data: { answers: quizAnswers('00000'), version: 1 },
    });
    // Others see that she took part, not what she said.
    expect(await taken(bob, quiz)).toMatchObject({
      participantCount: 1,
      participations: [{ userId: ann.id, data: null }],
    });
    const changed = (frame: Frame) =>
      frame.type === 'conversation_update' &&
      frame.conversationId === conversationId &&
      frame.change.kind === 'message' &&
      frame.change.sequence === quiz.sequence;
    await catHears!.until(changed);

    const second = await tookPart(bob, quiz.id, quizAnswers('10101'));
    expect(second.resultMessage).toMatchObject({
      conversationId,
      senderId: 'system',
      senderName: 'System',
      type: 'mini-app-result',
      isRead: false,
    });
    expect(second.data.miniApp).toMatchObject({ isCompleted: true, isActive: true, participantCount: 2 });
    const content = miniAppResultSchema.parse(JSON.parse(second.resultMessage!.content));
    const results = quizResultsSchema.parse(content.results);
    // Different sexes, the same twice, then the same and opposite ages.
    expect(results.allPairs).toHaveLength(1);
    expect(results.bestMatch).toMatchObject({
      user1: { id: ann.id, name: 'Ann' },
      user2: { id: bob.id, name: 'Bob' },
      score: 80,
    });
    expect(results.bestMatch!.details.map(({ isMatch }) => isMatch)).toEqual([true, true, false, true, true]);
    expect(results.participants).toEqual([
      { id: ann.id, name: 'Ann', answers: quizAnswers('00000') },
      { id: bob.id, name: 'Bob', answers: quizAnswers('10101') },
    ]);
    expect(content.generatedText).toContain('Ann and Bob');
    for (const stream of [annHears!, catHears!]) {
      const heard = await stream.until(
        (frame) => frame.type === 'new_message' && frame.sequence === second.resultMessage!.sequence,
      );
      expect(heard).toMatchObject({ message: null });
    }
    const [result, card] = (await log(cat)).toReversed();
    expect(result).toMatchObject({ type: 'MINI_APP_RESULT', senderId: 'system', senderName: 'System' });
    expect(JSON.parse(card!.content)).toMatchObject({ isCompleted: true });
    const own = await ownOf(cat);
    expect(own.unreadCount).toBe(2);
    expect(JSON.parse(own.lastMessage!.content)).toMatchObject({ generatedText: content.generatedText });
    expect(own.lastMessage!.content).not.toContain('participants');
    expect((await taken(cat, quiz)).participations.map(({ data }) => data?.answers)).toEqual([
      quizAnswers('00000'),
      quizAnswers('10101'),
    ]);
    expect(eveHears!.frames.filter(({ type }) => type !== 'heartbeat')).toHaveLength(1);
    for (const stream of [annHears!, catHears!, eveHears!]) stream.close();
  });

  test('takes who is late and refreshes its one result, until its creator closes it (QUIZ-058, MINI-041)', async () => {
    const quiz = await aMiniApp(ann, conversationId);
    await tookPart(ann, quiz.id, quizAnswers('00000'));
    await tookPart(bob, quiz.id, quizAnswers('00000'));
    const late = await tookPart(cat, quiz.id, quizAnswers('10001'));
    expect(late.resultMessage).not.toBeNull();
    const [only, ...more] = await resultsIn(bob);
    expect(more).toEqual([]);
    const results = quizResultsSchema.parse(only!.results);
    expect(results.allPairs.map(({ score }) => score)).toEqual([100, 100, 60]);
    expect(results.bestMatch!.user2.name).toBe('Cat');
    expect((await looked(bob, quiz)).result).toEqual(only);
    expect(await takePart(cat, quiz.id, quizAnswers('00000'))).toMatchObject({
      status: 409,
      code: 'ALREADY_PARTICIPATED',
    });

    expect(await complete(bob, quiz)).toMatchObject({ status: 403, code: 'NOT_THE_APP_CREATOR' });
    expect(await complete(ann, quiz)).toMatchObject({
      success: true,
      resultMessage: null,
      data: { isActive: false },
    });
    expect(await complete(ann, quiz)).toMatchObject({ success: true, resultMessage: null });
    expect(await takePart(cat, quiz.id, quizAnswers('00000'))).toMatchObject({
      status: 409,
      code: 'MINI_APP_CLOSED',
    });
    expect(await changeState(bob, quiz, { state: { a: 1 } })).toMatchObject({ code: 'MINI_APP_CLOSED' });
  });

  test.each([
    ['missing', quizAnswers('0000')],
    ['too many', quizAnswers('000000')],
    ['unknown', [...quizAnswers('0000'), 'Both']],
    ['no answers', [{}, null, [], 1, 2]],
  ])('refuses %s answers and notes nothing (QUIZ-033, 036, 059)', async (_what, answers) => {
    const quiz = await aMiniApp(ann, conversationId);
    expect(await takePart(bob, quiz.id, answers)).toMatchObject({
      status: 400,
      code: 'MINI_APP_ANSWERS_INVALID',
    });
    expect(await taken(bob, quiz)).toEqual({ participations: [], participantCount: 0 });
  });

  test('asks no more than there are, takes translated and numbered answers (QUIZ-059)', async () => {
    const config = { maxQuestions: 2 };
    const quiz = await aMiniApp(ann, conversationId, 'compatibility-quiz', { config });
    expect((quiz.details as { questions: unknown[] }).questions).toHaveLength(2);
    const { data } = await tookPart(ann, quiz.id, ['女性', 1]);
    expect(data.participation.data!.answers).toEqual(quizAnswers('01'));
  });

  test('two who answer at once make one result (QUIZ-058)', async () => {
    const quiz = await aMiniApp(ann, conversationId);
    await Promise.all([ann, bob, cat].map((who) => tookPart(who, quiz.id, quizAnswers('00000'))));
    expect(
      await Promise.all([1, 2, 3].map(() => takePart(bob, quiz.id, quizAnswers('00000')))),
    ).toMatchObject([1, 2, 3].map(() => ({ code: 'ALREADY_PARTICIPATED' })));
    expect(await resultsIn(ann)).toHaveLength(1);
    expect((await quizResultsFor(ann)).participants).toHaveLength(3);
    expect(await looked(ann, quiz)).toMatchObject({ participantCount: 3, isCompleted: true });
  });

  test('waits for all where it is to, and not for who has left (QUIZ-058)', async () => {
    const config = { requireAllParticipants: true };
    const quiz = await aMiniApp(bob, conversationId, 'compatibility-quiz', { config });
    await tookPart(ann, quiz.id, quizAnswers('00000'));
    expect((await tookPart(bob, quiz.id, quizAnswers('00000'))).resultMessage).toBeNull();
    await completeOverdue(app.deps);
    expect(await resultsIn(ann)).toEqual([]);
    await cat.get(leaveRoom, { params: { roomId: room.id }, body: { userId: cat.id } });
    expect(await takePart(cat, quiz.id, quizAnswers('00000'))).toMatchObject({ status: 404 });
    await completeOverdue(app.deps);
    await completeOverdue(app.deps);
    expect((await quizResultsFor(ann)).participants.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
    expect(await looked(ann, quiz)).toMatchObject({ isCompleted: true, participantCount: 2 });
  });

  test('counts among those asked whoever answered and has left', async () => {
    const quiz = await aMiniApp(ann, conversationId, 'compatibility-quiz', {
      config: { minParticipants: 4 },
    });
    for (const who of [ann, bob, cat]) await tookPart(who, quiz.id, quizAnswers('00000'));
    const counted = async () => {
      const { participantCount, askedCount } = await looked(ann, quiz);
      return [participantCount, askedCount];
    };
    const dov = await app.person('Dov');
    await joined(room, dov);
    expect(await counted()).toEqual([3, 4]);
    await cat.get(leaveRoom, { params: { roomId: room.id }, body: { userId: cat.id } });
    expect(await counted()).toEqual([3, 4]);
    // Who leaves without having answered is asked no more.
    await dov.get(leaveRoom, { params: { roomId: room.id }, body: { userId: dov.id } });
    expect(await counted()).toEqual([3, 3]);
    // Whose account is deleted counts no more as a member, but has answered.
    await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
    expect(await counted()).toEqual([3, 3]);
    await bob.signIn('Bob').catch(() => {});
    await bob.get(restoreAccount, { body: {} });
    await bob.signIn('Bob');
    await joined(room, cat);
    expect(await counted()).toEqual([3, 3]);
  });

  test('is complete at once when the last who is missing leaves, is removed or deletes the account', async () => {
    const ends = new WaitingEnds(app.deps);
    const waitsForCat = async () => {
      const config = { requireAllParticipants: true };
      const quiz = await aMiniApp(bob, conversationId, 'compatibility-quiz', { config });
      for (const who of [ann, bob]) await tookPart(who, quiz.id, quizAnswers('00000'));
      expect(await looked(ann, quiz)).toMatchObject({ isCompleted: false });
      return quiz;
    };
    const done = (quiz: MiniApp) => expect.poll(() => looked(ann, quiz)).toMatchObject({ isCompleted: true });
    let quiz = await waitsForCat();
    await cat.get(leaveRoom, { params: { roomId: room.id }, body: { userId: cat.id } });
    await done(quiz);
    await joined(room, cat);
    quiz = await waitsForCat();
    await ann.get(removeParticipant, {
      params: { roomId: room.id },
      body: { userId: ann.id, targetUserId: cat.id },
    });
    await done(quiz);
    const dan = await app.person('Dan');
    await joined(room, dan);
    quiz = await waitsForCat();
    await dan.get(removeAccount, { params: { userId: dan.id }, body: {} });
    await done(quiz);
    expect(await resultsIn(ann)).toHaveLength(3);
    await ends.stop();
    // What nobody followed the job finds.
    await joined(room, cat);
    quiz = await waitsForCat();
    await cat.get(leaveRoom, { params: { roomId: room.id }, body: { userId: cat.id } });
    expect(await looked(ann, quiz)).toMatchObject({ isCompleted: false });
    await completeOverdue(app.deps);
    await done(quiz);
  });

  test('is complete also where somebody who is left has blocked whoever added it', async () => {
    const config = { requireAllParticipants: true };
    const added = async (creator: TestPerson) => ({
      creator,
      quiz: await aMiniApp(creator, conversationId, 'compatibility-quiz', { config }),
    });
    const waiting = [await added(ann), await added(bob)];
    for (const { quiz } of waiting) {
      for (const who of [ann, bob]) await tookPart(who, quiz.id, quizAnswers('00000'));
    }
    await block(app.deps, ann, bob);
    await block(app.deps, bob, ann);
    await cat.get(leaveRoom, { params: { roomId: room.id }, body: { userId: cat.id } });
    await completeOverdue(app.deps);
    for (const { quiz, creator } of waiting) {
      expect(await looked(creator, quiz)).toMatchObject({ isCompleted: true });
    }
  });

  test('that lacks people, or whose creator has gone, keeps no other one waiting', async () => {
    const waitsForCat = async (creator: TestPerson, minParticipants: number) => {
      const config = { requireAllParticipants: true, minParticipants };
      const quiz = await aMiniApp(creator, conversationId, 'compatibility-quiz', { config });
      for (const who of [ann, bob]) await tookPart(who, quiz.id, quizAnswers('00000'));
      return quiz;
    };
    const dora = await app.person('Dora');
    await joined(room, dora);
    await waitsForCat(ann, 3);
    await waitsForCat(dora, 2);
    await dora.get(removeAccount, { params: { userId: dora.id }, body: {} });
    const { id } = await waitsForCat(ann, 2);
    await cat.get(leaveRoom, { params: { roomId: room.id }, body: { userId: cat.id } });
    expect(await findOverdue(app.deps.db, 1, { conversationId })).toMatchObject([{ id }]);
  });

  test('in a conversation that is closed keeps no other one waiting either', async () => {
    const dora = await app.person('Dora, of a plan');
    await joined(room, dora);
    const config = { requireAllParticipants: true };
    const quiz = await aMiniApp(ann, conversationId, 'compatibility-quiz', { config });
    for (const who of [ann, bob, cat]) await tookPart(who, quiz.id, quizAnswers('00000'));
    await app.deps.transact((inner) => closeConversation(inner, conversationId));
    await dora.get(removeAccount, { params: { userId: dora.id }, body: {} });
    expect(await findOverdue(app.deps.db, 1, { conversationId })).toEqual([]);
    // A plan that was taken away may be given back: then it is due again.
    await app.deps.transact((inner) => reopenConversation(inner, conversationId));
    await completeOverdue(app.deps, { conversationId });
    expect(await looked(ann, quiz)).toMatchObject({ isCompleted: true });
  });

  test('has no result with fewer than two (QUIZ-035)', async () => {
    const quiz = await aMiniApp(ann, conversationId);
    await tookPart(bob, quiz.id, quizAnswers('00000'));
    expect(await complete(ann, quiz)).toMatchObject({
      resultMessage: null,
      data: { isCompleted: true, isActive: false, result: null },
    });
    expect(await resultsIn(ann)).toEqual([]);
  });

  test('is answered by two in private, where a block stops it', async () => {
    const privateId = await aPrivateConversation(ann, bob);
    const quiz = await aMiniApp(ann, privateId, 'compatibility-quiz', { title: 'You and me?' });
    await allNotified(app.deps);
    expect((await wordsTo(bob))[0]).toContain('You and me?');
    expect((await wordsTo(bob))[0]).not.toContain('miniAppId');
    await tookPart(bob, quiz.id, quizAnswers('00000'));
    await block(app.deps, bob, ann);
    expect(await takePart(ann, quiz.id, quizAnswers('00000'))).toMatchObject({
      code: 'CANNOT_START_CONVERSATION',
    });
    // Who was blocked is not told: what was there still is, and only acting is over.
    expect(await looked(ann, quiz)).toMatchObject({
      participations: [{ userId: bob.id }],
      can: { participate: false, complete: false, changeState: false },
    });
    await app.deps.db.execute(sql`DELETE FROM blocks`);
    expect((await tookPart(ann, quiz.id, quizAnswers('10001'))).resultMessage).not.toBeNull();
  });
});

test('in a conversation that is closed everything is read, and nothing is said or changed any more', async () => {
  const poll = await aMiniApp(ann, conversationId, 'poll', {
    title: 'When?',
    config: { options: ['Monday', 'Friday'] },
  });
  const quiz = await aMiniApp(ann, conversationId);
  for (const who of [ann, bob]) await tookPart(who, quiz.id, quizAnswers('00000'));
  await tookPart(ann, poll.id, [0]);
  const said = await log(bob);
  await app.deps.transact((inner) => closeConversation(inner, conversationId));
  const refused = { status: 409, code: 'CONVERSATION_CLOSED' };
  expect(await takePart(ann, poll.id, [1])).toMatchObject(refused);
  expect(await takePart(bob, poll.id, [1])).toMatchObject(refused);
  // Its result is there already, and would say something else.
  expect(await takePart(cat, quiz.id, quizAnswers('11111'))).toMatchObject(refused);
  expect(await complete(ann, quiz)).toMatchObject(refused);
  expect(await changeState(bob, quiz, { state: { note: 'Hello' } })).toMatchObject(refused);
  expect(await log(bob)).toEqual(said);
  const can = { participate: false, complete: false, changeState: false };
  for (const app of [poll, quiz]) expect(await looked(ann, app)).toMatchObject({ can, isActive: true });
});

describe('who sees whom', () => {
  let quiz: MiniApp;
  beforeEach(async () => {
    quiz = await aMiniApp(ann, conversationId);
    for (const who of [ann, bob, cat]) await tookPart(who, quiz.id, quizAnswers('00000'));
  });

  test('those who are hidden from each other are in no list and no result', async () => {
    await block(app.deps, bob, cat);
    for (const [viewer, other] of [
      [bob, cat],
      [cat, bob],
    ] as const) {
      expect((await taken(viewer, quiz)).participations.map(({ userId }) => userId)).not.toContain(other.id);
      expect((await quizResultsFor(viewer)).participants).toHaveLength(2);
      const seen = await looked(viewer, quiz);
      expect(JSON.stringify([seen, await resultsIn(viewer)])).not.toContain(other.id);
      expect(seen.participantCount).toBe(3);
      const { content } = (await ownOf(viewer)).lastMessage!;
      expect(JSON.parse(content)).not.toHaveProperty('generatedText');
    }
    expect((await quizResultsFor(ann)).participants).toHaveLength(3);
    // Words that answer to a result quote its title alone.
    const result = (await log(bob)).at(-1)!;
    const body = { content: 'So?', replyToId: result.id };
    const reply = await bob.get(sendMessage, { params: { conversationId }, body });
    expect(reply.data.replyTo!.content).toBe('Compatibility Quiz');
    await bob.get(reactToMessage, {
      params: { conversationId, messageId: result.id },
      body: { reactionType: 'AGREE' },
    });
    // Nobody has said it: who added the mini app is told of neither.
    await allNotified(app.deps);
    expect((await notificationsOf(ann)).list.map(({ code }) => code)).not.toContain('message_answered');
    expect((await notificationsOf(ann)).list.map(({ code }) => code)).not.toContain('message_reacted');
  });

  test('whoever makes a result is not answered with those hidden from them', async () => {
    const other = await aMiniApp(ann, conversationId);
    await tookPart(cat, other.id, quizAnswers('00000'));
    await tookPart(ann, other.id, quizAnswers('00000'));
    await block(app.deps, cat, bob);
    const { resultMessage } = await tookPart(bob, other.id, quizAnswers('00000'));
    expect(resultMessage!.content).toContain(bob.id);
    expect(resultMessage!.content).not.toContain(cat.id);
  });

  test('an app of somebody one has blocked is folded like their words', async () => {
    await block(app.deps, bob, ann);
    expect(await bob.call(getMiniApp, { params: { miniAppId: quiz.id } })).toMatchObject({ status: 404 });
    expect((await looked(ann, quiz)).participantCount).toBe(3);
  });

  test('the list tells what a result says while all in it are seen, and in private who was blocked is told nothing', async () => {
    const said = async (viewer: TestPerson, id: string) => {
      const list = (await viewer.get(listConversations, {})).data as Conversation[];
      return 'generatedText' in JSON.parse(list.find((each) => each.id === id)!.lastMessage!.content);
    };
    expect(await said(ann, conversationId)).toBe(true);
    await cat.get(removeAccount, { params: { userId: cat.id }, body: {} });
    expect(await said(ann, conversationId)).toBe(false);
    await cat.signIn('Cat').catch(() => {});
    await cat.get(restoreAccount, { body: {} });
    expect(await said(ann, conversationId)).toBe(true);
    const privateId = await aPrivateConversation(ann, bob);
    const two = await aMiniApp(ann, privateId);
    for (const who of [ann, bob]) await tookPart(who, two.id, quizAnswers('00000'));
    await block(app.deps, bob, ann);
    expect([await said(ann, privateId), await said(ann, conversationId)]).toEqual([true, false]);
  });

  test('the list finds it by its title and its result by what it says, not by the rest of either', async () => {
    const found = async (search: string) => {
      const list = (await cat.get(listConversations, { query: { search } })).data as Conversation[];
      return list.some(({ id }) => id === conversationId);
    };
    const quiz = await aMiniApp(ann, conversationId, 'compatibility-quiz', { title: 'Who fits whom' });
    expect([await found('fits WHOM'), await found('appType'), await found(quiz.id)]).toEqual([
      true,
      false,
      false,
    ]);
    await tookPart(ann, quiz.id, quizAnswers('00000'));
    const { resultMessage } = await tookPart(bob, quiz.id, quizAnswers('10000'));
    const { generatedText } = JSON.parse(resultMessage!.content);
    expect((await ownOf(cat)).lastMessage!.type).toBe('MINI_APP_RESULT');
    expect([await found(generatedText.slice(0, 30)), await found('generatedText')]).toEqual([true, false]);
  });

  test('who deletes their account is out of it, and in it again when they return', async () => {
    await cat.get(removeAccount, { params: { userId: cat.id }, body: {} });
    expect((await quizResultsFor(ann)).participants.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
    expect((await taken(ann, quiz)).participations).toHaveLength(2);
    await cat.signIn('Cat').catch(() => {});
    await cat.get(restoreAccount, { body: {} });
    await cat.signIn('Cat');
    expect((await quizResultsFor(ann)).participants).toHaveLength(3);
  });

  test('who is erased leaves nothing, and takes along what they added', async () => {
    expect(await eraseParticipations(app.deps, cat.id, 200)).toBeGreaterThan(0);
    expect((await quizResultsFor(ann)).participants.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
    expect(await looked(ann, quiz)).toMatchObject({ participantCount: 2, result: { title: quiz.title } });
    const stored = await app.deps.db.execute(
      sql`SELECT 1 FROM messages WHERE conversation_id = ${conversationId} AND content LIKE ${`%${cat.id}%`}`,
    );
    expect(stored).toHaveLength(0);
    await eraseCreated(app.deps, ann.id, 200);
    expect(await bob.call(getMiniApp, { params: { miniAppId: quiz.id } })).toMatchObject({ status: 404 });
    expect((await log(bob)).at(-1)).toMatchObject({ type: 'MINI_APP_RESULT', isDeleted: true, content: '' });
  });

  test('taken back, an app takes its result along', async () => {
    const params = { conversationId, messageId: (await log(ann)).at(-2)!.id };
    expect(await bob.call(removeMessage, { params, body: {} })).toMatchObject({ status: 403 });
    await ann.get(removeMessage, { params, body: {} });
    expect((await log(bob)).slice(-2)).toMatchObject([
      { type: 'MINI_APP', isDeleted: true, content: '' },
      { type: 'MINI_APP_RESULT', isDeleted: true, content: '' },
    ]);
    expect(await ann.call(getMiniApp, { params: { miniAppId: quiz.id } })).toMatchObject({ status: 404 });
  });
});

describe('the state', () => {
  test('is what members keep together, with a version and a limit (MINI-029, 041)', async () => {
    const quiz = await aMiniApp(ann, conversationId);
    const first = await changeState(bob, quiz, { state: { step: 1 }, version: 0 });
    expect(first).toMatchObject({ success: true, data: { state: { step: 1 }, stateVersion: 1 } });
    expect(await changeState(cat, quiz, { state: {}, version: 0 })).toMatchObject({
      status: 409,
      code: 'MINI_APP_STATE_CHANGED',
    });
    expect(await changeState(cat, quiz, { state: { half: '\ud83d' } })).toMatchObject({ success: true });
    expect(await changeState(cat, quiz, { state: { text: 'é'.repeat(8200) } })).toMatchObject({
      status: 413,
      code: 'MINI_APP_STATE_TOO_LARGE',
    });
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
    expect(await changeState(cat, quiz, { state: deep })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await looked(ann, quiz)).toMatchObject({ state: { half: '\ufffd' }, stateVersion: 2 });
  });
});

describe('the poll', () => {
  const config = { options: ['Tea', 'Coffee'] };
  const countsOf = async (person: TestPerson, poll: { id: string }) =>
    pollDetailsSchema.parse((await looked(person, poll)).details).counts?.map(({ count }) => count);

  test('shows counts to who has voted, lets them change it, and is closed by who asked', async () => {
    const poll = await aMiniApp(ann, conversationId, 'poll', { title: 'Drinks?', config });
    await tookPart(bob, poll.id, [0]);
    expect(await countsOf(ann, poll)).toBeUndefined();
    expect((await taken(ann, poll)).participations[0]!.data).toBeNull();
    await tookPart(cat, poll.id, [0]);
    await tookPart(cat, poll.id, [1]);
    expect(await countsOf(cat, poll)).toEqual([1, 1]);
    expect((await taken(cat, poll)).participations.map(({ data }) => data?.answers)).toEqual([[0], [1]]);
    for (const answers of [[], [2], [-1], [0, 1], ['0'], [0.5]]) {
      expect(await takePart(ann, poll.id, answers)).toMatchObject({ code: 'MINI_APP_ANSWERS_INVALID' });
    }
    await tookPart(ann, poll.id, [1]);
    const closed = await complete(ann, poll);
    expect(closed.success && closed.resultMessage).not.toBeNull();
    const [result] = await resultsIn(bob);
    expect(result!.generatedText).toBe('Drinks?: Coffee with 2 of 3');
    expect(pollResultsSchema.parse(result!.results)).toMatchObject({ leading: [1], voters: 3 });
    expect(await takePart(bob, poll.id, [1])).toMatchObject({ code: 'MINI_APP_CLOSED' });
  });

  test('names nobody when it is anonymous, not even to who asked', async () => {
    const more = { config: { ...config, anonymous: true, shows: 'always' } };
    const poll = await aMiniApp(ann, conversationId, 'poll', more);
    await tookPart(bob, poll.id, [0]);
    expect(await countsOf(ann, poll)).toEqual([1, 0]);
    expect(await taken(ann, poll)).toEqual({ participations: [], participantCount: 1 });
    expect((await taken(bob, poll)).participations).toHaveLength(1);
    await complete(ann, poll);
    expect(JSON.stringify([await resultsIn(ann), await looked(ann, poll)])).not.toContain(bob.id);
  });
});

describe('the meeting point', () => {
  const share = (who: TestPerson, latitude: number, longitude: number) =>
    who.get(sharePresence, { body: { userId: who.id, latitude, longitude } });

  test('takes the displayed positions of the willing, and keeps them no longer than it must', async () => {
    for (const who of [ann, bob, cat]) {
      const locationSharing = { enabled: true, precision: 'approximate' as const };
      await who.saveProfile({ privacy: { locationSharing } } as never);
    }
    const point = await aMiniApp(ann, conversationId, 'meeting-point');
    expect(await takePart(bob, point.id, [])).toMatchObject({ status: 409, code: 'POSITION_NOT_SHARED' });
    await share(ann, 37.7699, -122.4468);
    await share(bob, 37.8044, -122.2712);
    expect(await takePart(ann, point.id, [37.7, -122.4])).toMatchObject({ code: 'MINI_APP_ANSWERS_INVALID' });
    await tookPart(ann, point.id, []);
    await tookPart(bob, point.id, []);
    for (const seen of [await looked(cat, point), await taken(cat, point)]) {
      // An id may hold these digits too.
      expect(JSON.stringify(seen)).not.toMatch(/latitude|-122\./);
    }
    const closed = await complete(ann, point);
    expect(closed.success && closed.resultMessage).not.toBeNull();
    const results = meetingPointResultsSchema.parse((await resultsIn(cat))[0]!.results);
    expect(results.point.latitude).toBeGreaterThan(37.7);
    expect(results.participants.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
    expect(results.farthest_km).toBeLessThan(15);
    const kept = await app.deps.db.execute(
      sql`SELECT 1 FROM mini_app_participations WHERE contribution IS NOT NULL`,
    );
    expect(kept).toHaveLength(0);
  });

  test('forgets after a day what nobody waited for', async () => {
    await share(ann, 37.7699, -122.4468);
    const point = await aMiniApp(ann, conversationId, 'meeting-point');
    const { data } = await tookPart(ann, point.id, []);
    const { missing, ownUntil } = meetingPointDetailsSchema.parse(data.miniApp.details);
    expect([missing, Date.parse(ownUntil!)]).toEqual([1, app.clock.read().getTime() + 24 * 60 * 60 * 1000]);
    app.clock.advance(24 * 60 * 60 * 1000 - 1);
    await forgetOutdated(app.deps);
    expect(
      (await app.deps.db.execute(sql`SELECT 1 FROM mini_app_participations WHERE contribution IS NOT NULL`))
        .length,
    ).toBe(1);
    app.clock.advance(2);
    for (const who of [ann, bob, cat, eve]) await who.signIn(who.user!.name);
    // Whoever looks at it is not left with a place too many.
    const heard = await TestStream.open(bob);
    await forgetOutdated(app.deps);
    await heard.until(
      (frame) =>
        frame.type === 'conversation_update' &&
        frame.change.kind === 'message' &&
        frame.change.sequence === point.sequence,
    );
    heard.close();
    expect(
      (await app.deps.db.execute(sql`SELECT 1 FROM mini_app_participations WHERE contribution IS NOT NULL`))
        .length,
    ).toBe(0);
    expect(await looked(ann, point)).toMatchObject({ participantCount: 0, hasParticipated: false });
  });

  test('counts nobody whose day is over, also before the job has come by', async () => {
    await share(ann, 37.7699, -122.4468);
    const point = await aMiniApp(ann, conversationId, 'meeting-point');
    await tookPart(ann, point.id, []);
    app.clock.advance(24 * 60 * 60 * 1000 + 1);
    for (const who of [ann, bob, cat, eve]) await who.signIn(who.user!.name);
    await share(bob, 37.8044, -122.2712);
    expect((await tookPart(bob, point.id, [])).data.miniApp).toMatchObject({
      participantCount: 1,
      details: { missing: 1 },
    });
    const closed = await complete(ann, point);
    expect(closed.success && closed.resultMessage).toBeNull();
    expect(await resultsIn(cat)).toEqual([]);
  });
});

describe('the ice-breaker', () => {
  test('shows the answers of others to who has answered', async () => {
    const ice = await aMiniApp(ann, conversationId, 'ice-breaker');
    await tookPart(bob, ice.id, [' A nap ']);
    const dataFor = async (who: TestPerson) => (await taken(who, ice)).participations[0]!.data;
    expect(await dataFor(cat)).toBeNull();
    for (const answers of [[], [''], [' \u202e '], ['a', 'b'], [1], ['x'.repeat(301)]]) {
      expect(await takePart(cat, ice.id, answers)).toMatchObject({ code: 'MINI_APP_ANSWERS_INVALID' });
    }
    await tookPart(cat, ice.id, ['A walk']);
    expect(await dataFor(cat)).toMatchObject({ answers: ['A nap'] });
    await tookPart(bob, ice.id, ['A swim']);
    expect(await dataFor(cat)).toMatchObject({ answers: ['A swim'] });
    await complete(ann, ice);
    expect((await resultsIn(ann))[0]!.generatedText).toBe('Ice Breaker: 2 answered');
  });
});

describe('whoever may not write in the room', () => {
  const words = ['Then I say it here'];
  const muted = { status: 403, code: 'MUTED_IN_ROOM' };
  const mute = (minutes: 0 | 10) =>
    ann.get(muteMember, { params: { roomId: room.id, memberId: bob.id }, body: { minutes } });

  test('writes nothing in a mini app either, and still chooses among what others wrote', async () => {
    const [ice, poll] = [
      await aMiniApp(ann, conversationId, 'ice-breaker'),
      await aMiniApp(ann, conversationId, 'poll', {
        title: 'Where?',
        config: { options: ['Meadow', 'Lake'] },
      }),
    ];
    await tookPart(bob, ice.id, ['A dog in a raincoat']);
    await mute(10);

    expect(await takePart(bob, ice.id, words)).toMatchObject(muted);
    expect(await changeState(bob, ice, { state: { note: words[0] } })).toMatchObject(muted);
    await tookPart(ann, ice.id, ['Rain']);
    expect(JSON.stringify([await taken(ann, ice), await looked(ann, ice)])).not.toContain(words[0]);
    await tookPart(bob, poll.id, [1]);

    await mute(0);
    await tookPart(bob, ice.id, words);
    expect(JSON.stringify(await taken(ann, ice))).toContain(words[0]);
  });
});

describe('the questionnaire', () => {
  test('is read by everybody signed in and written by administrators (QUIZ-001, 043, 044, 060, 062)', async () => {
    expect(await app.visitor().call(getQuestionnaire, {})).toMatchObject({ status: 401 });
    const first = await ann.get(getQuestionnaire, {});
    expect(first).toMatchObject({ id: 'default', source: 'default', data: { questionCount: 10 } });
    expect(first.content.split('\n')[0]).toBe('1. Are you a woman or a man?：Woman/Man');
    expect((await ann.get(getQuestionnaire, { query: { language: 'zh' } })).content).toContain(
      '日出还是日落',
    );
    const content = '# Ours\n1. Cats or dogs?：Cats／Dogs\nnonsense\n7.Rain?：Yes/No\n';
    expect(await ann.call(saveQuestionnaire, { body: { content } })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    const before = await aMiniApp(ann, conversationId);
    const saved = await eve.get(saveQuestionnaire, { body: { content } });
    expect(saved).toMatchObject({ source: 'custom', content, data: { questionCount: 2, ignoredLines: 1 } });
    expect(await ann.get(getQuestionnaire, {})).toMatchObject({ id: saved.id, source: 'custom', content });
    const after = await aMiniApp(ann, conversationId);
    expect(after.details).toMatchObject({
      questions: [{ question: 'Cats or dogs?' }, { question: 'Rain?' }],
    });
    await tookPart(ann, after.id, ['Cats', 'No']);
    await tookPart(ann, before.id, quizAnswers('00000'));
    for (const empty of ['', '# nothing', '1. No options']) {
      expect(await eve.call(saveQuestionnaire, { body: { content: empty } })).toMatchObject({
        status: 400,
        code: 'QUESTIONNAIRE_EMPTY',
      });
    }
    expect(await eve.get(saveQuestionnaire, { body: { content: null } })).toMatchObject({
      source: 'default',
    });
    expect(await ann.get(getQuestionnaire, {})).toMatchObject({ source: 'default' });
  });

  test('keeps the languages of what was not changed, in whichever it was saved', async () => {
    const { content } = await ann.get(getQuestionnaire, { query: { language: 'zh' } });
    const [first, second] = content.split('\n');
    await eve.get(saveQuestionnaire, {
      body: { content: `1. Rain or snow?：Rain/Snow\n${second}\n${first}!` },
    });
    const { details } = await aMiniApp(ann, conversationId);
    expect(details).toEqual({
      questions: [
        { id: 'q1', question: 'Rain or snow?', options: ['Rain', 'Snow'], isSpecialRule: true },
        { ...defaultQuizQuestions[1], id: 'q2', isSpecialRule: false },
        expect.not.objectContaining({ translations: expect.anything() }),
      ],
    });
    await eve.get(saveQuestionnaire, { body: { content: null } });
  });
});
