import { listMessages, removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { leaveRoom, removeRoom } from '@dazi/contract/chat/rooms';
import { createMotion } from '@dazi/contract/governance/governance';
import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import { decide } from '@dazi/contract/moderation/decisions';
import { listOwnReports, listReports, report } from '@dazi/contract/moderation/moderation';
import { reportReasons, urgencyOf } from '@dazi/contract/moderation/moderation.rules';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { addComment, removeComment } from '@dazi/contract/posts/comments';
import { editPost, removePost } from '@dazi/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aBoard } from '#features/governance/governance.builder.ts';
import { sealedFor_ms, sweepSealed } from '#features/media/media.service.ts';
import { aMiniApp } from '#features/mini-apps/mini-apps.builder.ts';
import { cleanUpPosts } from '#features/posts/posts/posts.service.ts';
import { send } from '#features/wallet/wallet.builder.ts';
import { comeBack } from '../../testing/busy-person.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';
import { uploaded } from '../../testing/test-uploads.ts';
import { caseOf } from './moderation.builder.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cara: TestPerson;
let judge: TestPerson;
let round = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(60_000);
  round++;
  [ann, bob, cara, judge] = await Promise.all([
    app.person(`Ann ${round}`),
    app.person(`Bob ${round}`),
    app.person(`Cara ${round}`),
    app.person('Judge'),
  ]);
});

type Key = { targetType: string; targetId: string };
const tell = (as: TestPerson, target: Key, rest: object = {}) =>
  as.call(report, { body: { reason: 'spam', ...target, ...rest } as never });
const of = (targetType: string, targetId: string): Key => ({ targetType, targetId });
const said = async (as: TestPerson, conversationId: string, body: { content: string; type?: 'IMAGE' }) =>
  (await as.get(sendMessage, { params: { conversationId }, body })).data;
const seen = (targetId: string) => caseOf(judge, targetId);
const decided = (target: Key, action: string) =>
  judge.call(decide, { body: { target, action, rule: 1, reason: 'Not kind' } as never });

describe('what was reported', () => {
  test('is a case with what it said, why, and how soon it is looked at', async () => {
    const post = await ann.post({ content: 'Buy my pills', imageUrls: [await picture()] });
    expect(await tell(bob, of('post', post.id), { details: '  Third time today  ' })).toMatchObject({
      status: 200,
      data: { urgency: 'week' },
    });
    app.clock.advance(1000);
    expect(await tell(cara, of('post', post.id), { reason: 'minor' })).toMatchObject({
      data: { urgency: 'hour' },
    });
    expect(await seen(post.id)).toMatchObject({
      targetType: 'post',
      person: { id: ann.id, name: `Ann ${round}`, standing: { kind: 'good' } },
      snapshot: {
        content: 'Buy my pills',
        media: [{ id: post.media[0]!.id }],
        goneAt: null,
        isPrivate: false,
      },
      urgency: 'hour',
      version: 2,
      reports: [
        { reason: 'minor', details: null, reporter: { id: cara.id, upheld: 0, dismissed: 0 } },
        { reason: 'spam', details: 'Third time today', state: 'open', reporter: { id: bob.id } },
      ],
      can: ['dismiss', 'warn', 'remove', 'limit', 'suspend', 'close'],
      isInvolved: false,
    });
  });

  test.each([...reportReasons])('for %s', async (reason) => {
    const rest = { reason, part: 'picture' };
    expect(await tell(bob, of('person', ann.id), rest)).toMatchObject({
      status: 200,
      data: { urgency: urgencyOf[reason] },
    });
    expect((await seen(ann.id))?.reports[0]).toMatchObject({ reason, part: 'picture' });
  });

  test('may be of eight kinds', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cara);
    const { conversationId } = room;
    const post = await cara.post();
    const comment = await ann.get(addComment, { body: { messageId: post.id, content: 'A rude word' } });
    const message = await said(ann, conversationId, { content: 'Another' });
    const miniApp = await aMiniApp(ann, conversationId, 'ice-breaker');
    for (const [type, id, content] of [
      ['comment', comment.data.id, 'A rude word'],
      ['message', message.id, 'Another'],
      ['mini-app', miniApp.id, miniApp.title],
      ['person', ann.id, `Ann ${round}`],
      ['room', room.id, room.name],
    ] as const) {
      expect(await tell(bob, of(type, id))).toMatchObject({ status: 200 });
      expect((await seen(id))!.snapshot!.content).toContain(content);
      expect((await seen(id))!.person).toMatchObject({ id: ann.id });
      expect(await tell(ann, of(type, id))).toMatchObject({ status: 400, code: 'OWN_REPORT' });
    }
  });

  test('the same twice is refused until it is settled; after a dismissal only once it reads differently', async () => {
    const { id } = await ann.post();
    await tell(bob, of('post', id));
    expect(await tell(bob, of('post', id), { reason: 'hate' })).toMatchObject({
      status: 409,
      code: 'REPORT_REPEATED',
      error: 'You have reported this already',
    });
    expect(await tell(cara, of('post', id))).toMatchObject({ status: 200 });
    await decided(of('post', id), 'dismiss');
    expect(await tell(bob, of('post', id))).toMatchObject({ status: 409 });
    await ann.get(editPost, { params: { messageId: id }, body: { content: 'Worse than before' } });
    expect(await tell(bob, of('post', id))).toMatchObject({ status: 200 });
    expect(await seen(id)).toMatchObject({
      snapshot: { content: 'Worse than before' },
      reports: [{ state: 'open' }, { state: 'dismissed' }, { state: 'dismissed' }],
    });
    // What somebody does may happen again.
    await tell(bob, of('person', ann.id));
    await decided(of('person', ann.id), 'dismiss');
    expect(await tell(bob, of('person', ann.id))).toMatchObject({ status: 200 });
  });

  test('twice at the same moment makes one', async () => {
    const { id } = await ann.post();
    const answers = await Promise.all(Array.from({ length: 8 }, () => tell(bob, of('post', id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await seen(id))!.reports).toHaveLength(1);
  });

  test('thirty a day, and no more at once', async () => {
    const posts = await Promise.all(Array.from({ length: 33 }, () => ann.post()));
    const answers = await Promise.all(posts.map(({ id }) => tell(bob, of('post', id))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toMatchObject(
      Array(3).fill({ code: 'TOO_MANY_REPORTS' }),
    );
  });

  test('is in one’s own list, with what came of it', async () => {
    const [one, other] = [await ann.post(), await ann.post()];
    await tell(bob, of('post', one.id));
    app.clock.advance(1000);
    await tell(bob, of('post', other.id), { reason: 'hate' });
    await decided(of('post', one.id), 'remove');
    const { data } = await bob.get(listOwnReports, {});
    expect(data).toMatchObject([
      { reason: 'hate', state: 'open', decidedAt: null, rule: null },
      { reason: 'spam', state: 'upheld', decidedAt: expect.any(String), rule: { number: 1 } },
    ]);
    expect((await cara.get(listOwnReports, {})).data).toEqual([]);
  });

  test.each([
    [{ reason: 'because' }],
    [{ reason: undefined }],
    [{ targetType: 'wallet' }],
    [{ targetId: '' }],
    [{ targetId: 'x'.repeat(65) }],
    [{ part: 'shoes' }],
    [{ details: 'x'.repeat(501) }],
    [{ details: 7 }],
    [{ details: 'a\u0000b' }],
    [{ targetId: 'a\u0000b' }],
    [{ targetType: 'post', targetId: 'x', part: 'bio' }],
  ])('%j is not accepted', async (wrong) => {
    expect(await tell(bob, of('person', ann.id), wrong)).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    });
    expect(await seen(ann.id)).toBeUndefined();
  });

  test('words that say nothing are none, and half a letter is a sign of its own', async () => {
    for (const [index, details] of ['   ', '\u00a0\t\n', 'a\ud800b'].entries()) {
      const post = await ann.post();
      expect(await tell(bob, of('post', post.id), { details })).toMatchObject({ status: 200 });
      expect((await seen(post.id))!.reports).toMatchObject([{ details: [null, null, 'a\ufffdb'][index] }]);
    }
  });

  test('ten times a minute at most', async () => {
    const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' });
    const [one, other] = [await strict.person('One'), await strict.person('Other')];
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      statuses.push((await tell(one, of('post', (await other.post()).id))).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    await strict.close();
  });
});

describe('across a block, and after it is gone', () => {
  test('whoever blocked first is reported all the same, and the answer does not tell', async () => {
    const room = await aRoom(ann);
    const post = await ann.post();
    await joined(room, cara);
    const inPrivate = await aPrivateConversation(ann, cara);
    const words = await said(ann, inPrivate, { content: 'A threat' });
    await block(app.deps, ann, cara);
    const open = await tell(bob, of('post', post.id));
    const answers = [
      await tell(cara, of('post', post.id)),
      await tell(cara, of('person', ann.id)),
      await tell(cara, of('room', room.id)),
      await tell(cara, of('message', words.id)),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200 });
      expect(Object.keys(answer)).toEqual(Object.keys(open));
    }
  });

  test('of all eight kinds, by whoever blocked and by whoever was blocked', async () => {
    const board = await aBoard(app, `Board ${round}`, 2);
    const dora = board[0]!;
    await dora.saveProfile({ gender: 'F', age: 30 });
    for (const blocker of [cara, dora]) {
      const [reader, author] = [await app.person(`Reader ${blocker.id}`), dora];
      const room = await aRoom(author);
      await joined(room, reader);
      const comment = await author.get(addComment, {
        body: { messageId: (await bob.post()).id, content: 'Rude' },
      });
      const paid = await send(author, reader, 1, { memo: 'For nothing' });
      const motion = await author.get(createMotion, { body: { title: 'Out', content: 'With them' } });
      const kinds = [
        of('post', (await author.post()).id),
        of('comment', comment.data.id),
        of('message', (await said(author, room.conversationId, { content: 'Another' })).id),
        of('person', author.id),
        of('room', room.id),
        of('transfer', paid.success ? paid.data.transaction.id : paid.code),
        of('motion', motion.data.id),
        of('mini-app', (await aMiniApp(author, room.conversationId, 'ice-breaker')).id),
      ];
      if (blocker === cara) await block(app.deps, reader, author);
      else await block(app.deps, author, reader);
      for (const kind of kinds)
        expect(await tell(reader, kind), kind.targetType).toMatchObject({ status: 200 });
    }
  });

  test('deleted and over is answered like what is there', async () => {
    const expiresAt = new Date(app.clock.read().getTime() + 60_000).toISOString();
    const [gone, over] = [
      await ann.post({ content: 'Gone' }),
      await ann.post({ content: 'Over', expiresAt }),
    ];
    const comment = await ann.get(addComment, {
      body: { messageId: (await cara.post()).id, content: 'Rude' },
    });
    await ann.get(removePost, { params: { messageId: gone.id }, body: {} });
    await ann.get(removeComment, { params: { commentId: comment.data.id }, body: {} });
    app.clock.advance(61_000);
    await cleanUpPosts(app.deps);
    for (const [target, content, goneBy] of [
      [of('post', gone.id), 'Gone', 'author'],
      [of('post', over.id), 'Over', 'expiry'],
      [of('comment', comment.data.id), 'Rude', 'author'],
    ] as const) {
      expect(await tell(bob, target)).toMatchObject({ status: 200 });
      const found = await seen(target.targetId);
      expect(found).toMatchObject({
        snapshot: { content, goneBy, goneAt: expect.any(String) },
        isRemovable: false,
      });
      expect(found!.can).not.toContain('remove');
    }
  });

  test('a message taken back is read from its sealed copy, its picture too, until the copy is erased', async () => {
    const conversationId = await aPrivateConversation(ann, bob);
    const params = (messageId: string) => ({ params: { conversationId, messageId }, body: {} });
    const url = await uploaded(ann);
    const shown = await said(ann, conversationId, { type: 'IMAGE', content: url });
    const words = await said(ann, conversationId, { content: 'I know where you live' });
    const later = await said(ann, conversationId, { content: 'Never reported' });
    for (const { id } of [shown, words, later]) await ann.get(removeMessage, params(id));
    await block(app.deps, ann, bob);
    for (const person of [bob, judge]) expect((await person.fetch(url)).status).toBe(404);
    expect(await tell(bob, of('message', shown.id))).toMatchObject({ status: 200 });
    expect(await tell(bob, of('message', words.id))).toMatchObject({ status: 200 });
    const snapshot = (await seen(words.id))!.snapshot!;
    expect(snapshot).toMatchObject({
      content: 'I know where you live',
      type: 'TEXT',
      isPrivate: true,
      room: null,
    });
    const [medium] = (await seen(shown.id))!.snapshot!.media;
    expect((await judge.fetch(medium!.url)).status).toBe(200);
    expect((await cara.fetch(medium!.url)).status).toBe(404);
    // What nobody reported in time nobody reads.
    app.clock.advance(sealedFor_ms);
    await sweepSealed(app.deps);
    [bob, judge] = [await app.person(`Bob ${round}`), await app.person('Judge')];
    expect(await tell(bob, of('message', later.id))).toMatchObject({ status: 200 });
    expect((await seen(later.id))!.snapshot).toBeNull();
    // What was reported stays with its case.
    expect((await judge.fetch(medium!.url)).status).toBe(200);
    await decided(of('message', shown.id), 'dismiss');
    expect((await judge.fetch(medium!.url)).status).toBe(404);
  });

  test('a name, a bio and a picture that were replaced are seen behind what is there', async () => {
    await ann.saveProfile({ displayName: 'An insult', bio: 'Sells pills' });
    const { data } = await ann.get(saveAvatar, { body: { avatarUrl: await picture() } });
    await ann.saveProfile({ displayName: `Ann ${round}`, bio: 'Nice' });
    await ann.get(saveAvatar, { body: { avatarUrl: null } });
    expect((await cara.fetch(data.avatarUrl!)).status).toBe(404);
    await tell(bob, of('person', ann.id), { part: 'name' });
    const { snapshot } = (await seen(ann.id))!;
    expect(snapshot!.content.split('\n')).toEqual([`Ann ${round}`, 'Nice', 'An insult', 'Sells pills']);
    expect((await judge.fetch(snapshot!.media[0]!.url)).status).toBe(200);
  });

  test('edits and deletions change nothing of what was copied', async () => {
    const post = await ann.post({ content: 'First words' });
    await tell(bob, of('post', post.id));
    await ann.get(editPost, { params: { messageId: post.id }, body: { content: 'Harmless' } });
    expect(await seen(post.id)).toMatchObject({ snapshot: { content: 'First words', wasEdited: true } });
    await ann.get(removePost, { params: { messageId: post.id }, body: {} });
    expect(await seen(post.id)).toMatchObject({
      snapshot: { content: 'First words', wasEdited: false, goneBy: 'author' },
    });
    expect(await decided(of('post', post.id), 'remove')).toMatchObject({
      status: 400,
      code: 'NOT_REMOVABLE',
    });
    expect(await decided(of('post', post.id), 'warn')).toMatchObject({ status: 200 });
  });

  test('who left a room reports what was said while they were in it, for thirty days', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cara);
    const before = await said(ann, room.conversationId, { content: 'Before' });
    await cara.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    const after = await said(ann, room.conversationId, { content: 'After' });
    expect(await tell(cara, of('message', before.id))).toMatchObject({ status: 200 });
    expect(await tell(cara, of('message', after.id))).toMatchObject({
      status: 404,
      code: 'MESSAGE_NOT_FOUND',
    });
    const { data } = await bob.get(listMessages, { params: { conversationId: room.conversationId } });
    const joining = data.find(({ type }) => type === 'JOIN')!;
    expect(await tell(bob, of('message', joining.id))).toMatchObject({ status: 404 });
    app.clock.advance(30 * 24 * 60 * 60 * 1000);
    cara = await app.person(`Cara ${round}`);
    const other = await said(await app.person(`Ann ${round}`), room.conversationId, { content: 'Later' });
    expect(await tell(cara, of('message', other.id))).toMatchObject({ status: 404 });
    expect(await tell(cara, of('message', before.id))).toMatchObject({ status: 404 });
  });

  test('what never was, and what never was theirs to see, is not found', async () => {
    const conversationId = await aPrivateConversation(ann, bob);
    const words = await said(ann, conversationId, { content: 'Between us' });
    expect(await tell(cara, of('message', words.id))).toMatchObject({
      status: 404,
      code: 'MESSAGE_NOT_FOUND',
    });
    for (const [type, code] of [
      ['post', 'POST_NOT_FOUND'],
      ['comment', 'COMMENT_NOT_FOUND'],
      ['person', 'PERSON_NOT_FOUND'],
      ['message', 'MESSAGE_NOT_FOUND'],
      ['room', 'ROOM_NOT_FOUND'],
      ['transfer', 'TRANSFER_NOT_FOUND'],
      ['motion', 'MOTION_NOT_FOUND'],
      ['mini-app', 'MINI_APP_NOT_FOUND'],
    ] as const) {
      expect(await tell(cara, of(type, 'unknown'))).toMatchObject({ status: 404, code });
    }
    // An id of another kind is none of this one.
    expect(await tell(bob, of('post', words.id))).toMatchObject({ status: 404 });
  });

  test('a room passes on to its next owner, and is reported also after it ended', async () => {
    const room = await aRoom(ann, { name: 'Cheap pills', description: 'Only today' });
    await joined(room, cara);
    await tell(bob, of('room', room.id));
    await ann.get(removeAccount, { params: { userId: ann.id }, body: {} });
    expect(await seen(room.id)).toMatchObject({ person: { id: cara.id }, isRemovable: true });
    await cara.get(removeRoom, { body: { chatRoomId: room.id } });
    expect(await seen(room.id)).toMatchObject({
      snapshot: { content: 'Cheap pills\nOnly today', goneBy: 'room' },
      isRemovable: false,
    });
    const last = await aRoom(cara);
    await cara.get(removeRoom, { body: { chatRoomId: last.id } });
    expect(await tell(bob, of('room', last.id))).toMatchObject({ status: 200 });
  });
});

test('who has deleted their account is not named as a reporter any more, until they are back (PRIVACY-013)', async () => {
  const post = await ann.post({ content: 'Buy my pills' });
  await tell(bob, of('post', post.id));
  const reporter = async () => (await seen(post.id))!.reports.map((one) => one.reporter?.id ?? null);
  expect(await reporter()).toEqual([bob.id]);
  await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
  expect(await reporter()).toEqual([null]);
  expect(JSON.stringify(await seen(post.id))).not.toContain(bob.id);
  const back = await comeBack(app, `Bob ${round}`);
  await back.get(restoreAccount, { body: {} });
  expect(await reporter()).toEqual([bob.id]);
});

describe('a motion', () => {
  test('is reported like anything public, and decided by administrators', async () => {
    const board = await aBoard(app, 'Member', 2);
    const body = { title: 'Out', content: 'With them' };
    const motion = (await board[0]!.get(createMotion, { body })).data;
    expect(await tell(bob, of('motion', motion.id))).toMatchObject({ status: 200 });
    expect(await seen(motion.id)).toMatchObject({
      snapshot: { content: 'Out\nWith them' },
      person: { id: board[0]!.id },
      isRemovable: true,
    });
  });
});

test('only moderators see the queue', async () => {
  await tell(bob, of('person', ann.id));
  expect(await ann.call(listReports, {})).toMatchObject({ status: 403, code: 'MODERATORS_ONLY' });
});
