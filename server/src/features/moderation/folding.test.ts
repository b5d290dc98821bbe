import { type Conversation, listConversations } from '@dazi/contract/chat/conversation-views';
import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import { getProfile } from '@dazi/contract/discovery/people';
import { foldedLink } from '@dazi/contract/kernel/links';
import { decide } from '@dazi/contract/moderation/decisions';
import { report } from '@dazi/contract/moderation/moderation';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { cellOf } from '@dazi/contract/places/cells';
import { addComment, listComments } from '@dazi/contract/posts/comments';
import { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { editPost } from '@dazi/contract/posts/posts';
import { addReaction } from '@dazi/contract/posts/reactions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { reportTargets } from '#src/areas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { uploaded } from '../../testing/test-uploads.ts';
import { endFolds } from './folding.service.ts';
import { caseOf, reasonGiven } from './moderation.builder.ts';

const hour_ms = 60 * 60 * 1000;
const week_ms = 7 * 24 * hour_ms;

let app: TestApp;
let ann: TestPerson;
let judge: TestPerson;
/** Here for a week and in good standing. */
let settled: TestPerson[];
let round = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
  judge = await app.person('Judge');
});
afterAll(() => app.close());
beforeEach(async () => {
  round++;
  const names = Array.from({ length: 20 }, (_, number) => `Settled ${round} ${number}`);
  settled = await Promise.all(names.map((name) => app.person(name)));
  app.clock.advance(week_ms);
  for (const person of [judge, ...settled]) await person.signIn(person.user!.name);
  ann = await app.person(`Ann ${round}`);
});

type Key = { targetType: 'post' | 'comment' | 'message' | 'person'; targetId: string };
const tell = (as: TestPerson, target: Key, reason: string, rest: object = {}) =>
  as.call(report, { body: { ...target, reason, ...rest } as never });
const told = async (as: TestPerson, target: Key, reason: string, rest: object = {}) =>
  expect(await tell(as, target, reason, rest)).toMatchObject({ status: 200 });
const decided = (target: Key, action: string) =>
  judge.call(decide, { body: { target, action, ...reasonGiven } as never });

const aPost = async () => {
  const post = await ann.post({ content: 'See https://shop.example', imageUrls: [await picture()] });
  return { post, target: { targetType: 'post', targetId: post.id } as const, url: post.media[0]!.url };
};
const readBy = async (person: TestPerson, url: string) => [
  (await person.fetch(url)).status,
  (await person.fetch(`${url}/thumbnail`)).status,
];
const shownTo = async (person: TestPerson, postId: string) =>
  (await person.get(listPosts, { query: { ids: postId } })).data[0]!;
const isFolded = async (postId: string) => (await shownTo(settled[9]!, postId)).media[0]!.isFolded;

describe('pictures that were reported', () => {
  test('of children fold at once, file and thumbnail too, for everybody but moderators; the words stay', async () => {
    const { post, target, url } = await aPost();
    const [stranger, reporter] = settled;
    expect(await readBy(stranger!, url)).toEqual([200, 200]);
    await told(reporter!, target, 'minor');
    const shown = await shownTo(stranger!, post.id);
    expect(shown).toMatchObject({ content: 'See https://shop.example', media: [{ isFolded: true }] });
    for (const person of [stranger!, ann, reporter!, app.visitor()]) {
      expect(await readBy(person, url)).toEqual([404, 404]);
    }
    expect(await readBy(judge, url)).toEqual([200, 200]);
    expect((await judge.fetch(url)).headers.get('cache-control')).toBe('private, no-store');
    expect(await caseOf(judge, post.id)).toMatchObject({ isFolded: true, snapshot: { media: [{}] } });
  });

  test('fold from two settled reporters on, for what is sexual and for scams', async () => {
    const { post, target } = await aPost();
    await told(settled[0]!, target, 'sexual');
    const newcomer = await app.person(`Newcomer ${round}`);
    await told(newcomer, target, 'sexual');
    await told(settled[1]!, target, 'spam');
    expect(await isFolded(post.id)).toBe(false);
    expect((await caseOf(judge, post.id))!.isFolded).toBe(false);
    await told(settled[2]!, target, 'scam');
    expect(await isFolded(post.id)).toBe(true);
  });

  test('are not folded by somebody who is limited', async () => {
    const { post, target } = await aPost();
    const until = new Date(app.clock.read().getTime() + 48 * hour_ms).toISOString();
    const body = { personId: settled[0]!.id, action: 'limit' as const, until, ...reasonGiven };
    await judge.get(decide, { body });
    for (const person of settled.slice(0, 2)) await told(person, target, 'sexual');
    expect(await isFolded(post.id)).toBe(false);
    await told(settled[2]!, target, 'sexual');
    expect(await isFolded(post.id)).toBe(true);
  });

  test('are folded no more by whose reports were mostly dismissed', async () => {
    const [crier, fair] = settled;
    for (let number = 0; number < 3; number++) {
      const { target } = await aPost();
      await told(crier!, target, 'minor');
      await decided(target, number < 2 ? 'dismiss' : 'warn');
    }
    const { post, target } = await aPost();
    await told(crier!, target, 'minor');
    expect(await isFolded(post.id)).toBe(false);
    await told(fair!, target, 'minor');
    expect(await isFolded(post.id)).toBe(true);
  });

  test('fold once for two reports that come at the same moment', async () => {
    const { post, target } = await aPost();
    await Promise.all(settled.slice(0, 2).map((person) => told(person, target, 'sexual')));
    expect(await isFolded(post.id)).toBe(true);
  });
});

describe('20 accounts report one innocent post', () => {
  test('nothing folds but its picture and its link, until it is decided', async () => {
    const { post, target, url } = await aPost();
    const words = await ann.post({ content: 'Only words, and https://shop.example' });
    const before = await shownTo(ann, words.id);
    for (const person of settled) {
      await told(person, target, 'scam');
      await told(person, { targetType: 'post', targetId: words.id }, 'minor');
    }
    expect(await shownTo(ann, words.id)).toEqual(before);
    const withoutLink = `See ${foldedLink}`;
    expect(await shownTo(ann, post.id)).toMatchObject({ content: withoutLink, isActive: true });
    expect(await readBy(ann, url)).toEqual([404, 404]);
    expect(await decided(target, 'dismiss')).toMatchObject({ status: 200 });
    expect(await shownTo(ann, post.id)).toMatchObject({ content: post.content });
    expect(await isFolded(post.id)).toBe(false);
    expect(await readBy(ann, url)).toEqual([200, 200]);
    // Nor again by whoever has not reported it yet: a moderator has looked.
    await told(await app.person(`Late ${round}`), target, 'minor');
    expect(await isFolded(post.id)).toBe(false);
  });

  test('after 72 hours without a decision it is shown again, told to who looks, and stays so', async () => {
    const { post, target, url } = await aPost();
    for (const person of settled.slice(0, 10)) await told(person, target, 'scam');
    app.clock.advance(72 * hour_ms - 1000);
    await endFolds(app.deps, reportTargets);
    for (const person of [ann, settled[9]!]) await person.signIn(person.user!.name);
    expect(await readBy(ann, url)).toEqual([404, 404]);
    const stream = await TestStream.open(ann);
    await stream.listen([cellOf(post.location, 12)]);
    app.clock.advance(1000);
    await endFolds(app.deps, reportTargets);
    await stream.untilEvent(({ type, messageId }) => type === 'post_edited' && messageId === post.id);
    stream.close();
    expect(await isFolded(post.id)).toBe(false);
    expect(await readBy(ann, url)).toEqual([200, 200]);
    for (const person of settled.slice(10)) {
      await person.signIn(person.user!.name);
      await told(person, target, 'minor');
    }
    expect(await isFolded(post.id)).toBe(false);
  });
});

describe('links that were reported', () => {
  const words = 'Win at https://scam.example/now and smile';
  const shown = `Win at ${foldedLink} and smile`;
  const noticesOf = async (person: TestPerson) => {
    await allNotified(app.deps);
    const notices = JSON.stringify((await notificationsOf(person)).list);
    expect(notices).not.toContain('scam.example');
    return notices;
  };
  const scam = async (target: Key, number = 2) => {
    for (const person of settled.slice(0, number)) await told(person, target, 'scam');
  };

  test('fold from two settled reporters on, wherever a post is read; moderators read them in the case', async () => {
    const post = await ann.post({ content: words });
    const target = { targetType: 'post', targetId: post.id } as const;
    await told(settled[0]!, target, 'scam');
    await told(settled[1]!, target, 'minor');
    expect(await shownTo(settled[5]!, post.id)).toMatchObject({ content: words });
    const stream = await TestStream.open(settled[5]!);
    await stream.listen([cellOf(post.location, 12)]);
    await told(settled[2]!, target, 'sexual');
    await stream.untilEvent(({ type, messageId }) => type === 'post_edited' && messageId === post.id);
    for (const person of [ann, settled[5]!, app.visitor()]) {
      expect((await person.get(getPost, { params: { messageId: post.id } })).data.content).toBe(shown);
    }
    expect(await (await app.visitor().fetch(`/post/${post.id}`)).text()).not.toContain('scam.example');
    await settled[0]!.get(addReaction, { body: { messageId: post.id, reactionType: 'SAD' } });
    expect(await noticesOf(ann)).toContain(shown);
    expect(await caseOf(judge, post.id)).toMatchObject({ isFolded: true, snapshot: { content: words } });
    await decided(target, 'warn');
    expect(await shownTo(settled[5]!, post.id)).toMatchObject({ content: words });
    stream.close();
  });

  test('stay folded when the author edits, and are looked at anew in new words only', async () => {
    const post = await ann.post({ content: words });
    const target = { targetType: 'post', targetId: post.id } as const;
    const params = { messageId: post.id };
    await scam(target);
    await ann.get(editPost, { params, body: { content: `${shown}!` } });
    expect(await shownTo(settled[5]!, post.id)).toMatchObject({ content: `${shown}!` });
    await decided(target, 'dismiss');
    expect(await shownTo(settled[5]!, post.id)).toMatchObject({ content: `${words}!` });
    for (const person of settled.slice(5, 7)) await told(person, target, 'scam');
    expect(await shownTo(settled[5]!, post.id)).toMatchObject({ content: `${words}!` });
    await decided(target, 'dismiss');
    await ann.get(editPost, { params, body: { content: 'https://other.example' } });
    for (const person of settled.slice(7, 9)) await told(person, target, 'scam');
    expect(await shownTo(settled[5]!, post.id)).toMatchObject({ content: foldedLink });
  });

  test('of comments, which whoever looks at the post asks for anew', async () => {
    const post = await settled[0]!.post();
    const { data } = await ann.get(addComment, { body: { messageId: post.id, content: words } });
    const stream = await TestStream.open(settled[5]!);
    await stream.listen([cellOf(post.location, 12)]);
    await scam({ targetType: 'comment', targetId: data.id });
    await stream.untilEvent(({ type, messageId }) => type === 'comments_changed' && messageId === post.id);
    const [comment] = (await settled[5]!.get(listComments, { query: { messageId: post.id } })).data;
    expect(comment).toMatchObject({ content: shown, isActive: true });
    expect(await noticesOf(settled[0]!)).toContain(shown);
    stream.close();
  });

  test('of messages, in the log, in quotes, in the list and in notices, also to their author', async () => {
    const [bob, cara] = settled;
    const room = await aRoom(bob!);
    await joined(room, cara!, ann);
    const params = { conversationId: room.conversationId };
    const name = `@${bob!.user!.name}`;
    const { data } = await ann.get(sendMessage, { params, body: { content: `${name} ${words}` } });
    await allNotified(app.deps);
    for (const person of [bob!, cara!]) {
      await told(person, { targetType: 'message', targetId: data.id }, 'scam');
    }
    const list = (await bob!.get(listConversations, {})).data as Conversation[];
    const { lastMessage } = list.find(({ id }) => id === room.conversationId)!;
    expect(lastMessage).toMatchObject({ content: `${name} ${shown}` });
    expect(await noticesOf(bob!)).toContain(shown);
    const answer = await bob!.get(sendMessage, { params, body: { content: 'No', replyToId: data.id } });
    expect(answer.data.replyTo).toMatchObject({ content: `${name} ${shown}` });
    for (const person of [ann, bob!]) {
      const log = (await person.get(listMessages, { params })).data;
      expect(log.find(({ id }) => id === data.id)).toMatchObject({ content: `${name} ${shown}` });
      expect(JSON.stringify(log)).not.toContain('scam.example');
    }
    app.clock.advance(72 * hour_ms);
    await endFolds(app.deps, reportTargets);
    await bob!.signIn(bob!.user!.name);
    const log = (await bob!.get(listMessages, { params })).data;
    const again = log.find(({ id }) => id === data.id)!;
    expect(again.content).toBe(`${name} ${words}`);
    expect(again.change).toBeGreaterThan(answer.data.change);
  });
});

describe('the same holds for', () => {
  test('pictures among messages, of which the conversation hears', async () => {
    const [bob] = settled;
    const conversationId = await aPrivateConversation(ann, bob!);
    const params = { conversationId };
    const content = await uploaded(ann);
    const { data } = await ann.get(sendMessage, { params, body: { type: 'IMAGE', content } });
    const target = { targetType: 'message', targetId: data.id } as const;
    await told(bob!, target, 'minor');
    const again = (await ann.get(listMessages, { params })).data.find(({ id }) => id === data.id)!;
    expect(again).toMatchObject({ media: { isFolded: true } });
    expect(again.change).toBeGreaterThan(data.change);
    expect(await readBy(bob!, data.media!.url)).toEqual([404, 404]);
    await decided(target, 'dismiss');
    expect(await readBy(bob!, data.media!.url)).toEqual([200, 200]);
  });

  test("somebody's picture, but not for what they are called", async () => {
    const { data } = await ann.get(saveAvatar, { body: { avatarUrl: await picture() } });
    const url = data.avatarUrl!;
    const target = { targetType: 'person', targetId: ann.id } as const;
    await told(settled[0]!, target, 'sexual', { part: 'name' });
    await told(settled[1]!, target, 'sexual', { part: 'bio' });
    expect(await readBy(settled[5]!, url)).toEqual([200, 200]);
    await told(settled[2]!, target, 'sexual', { part: 'picture' });
    await told(settled[3]!, target, 'sexual');
    expect(await readBy(settled[5]!, url)).toEqual([404, 404]);
    const saysSo = async (person: TestPerson) =>
      (await person.get(getProfile, { params: { userId: ann.id } })).data.isPictureFolded;
    expect([await saysSo(settled[5]!), await saysSo(ann), await saysSo(app.visitor())]).toEqual([
      true,
      true,
      true,
    ]);
    await app.deps.db.execute(sql`UPDATE cases SET folded_until = ${app.clock.read().toISOString()}`);
    await endFolds(app.deps, reportTargets);
    expect(await readBy(settled[5]!, url)).toEqual([200, 200]);
    expect([await saysSo(settled[5]!), await saysSo(ann)]).toEqual([false, false]);
  });
});
