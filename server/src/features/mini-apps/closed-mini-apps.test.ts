import { type Conversation, listConversations } from '@dazi/contract/chat/conversation-views';
import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import { openRequestPart, sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import {
  addMiniApp,
  changeMiniAppState,
  completeMiniApp,
  getMiniApp,
  listParticipations,
} from '@dazi/contract/mini-apps/mini-apps';
import { quiz } from '@dazi/contract/mini-apps/quiz.rules';
import { decide } from '@dazi/contract/moderation/decisions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { aMiniApp, takePart, tookPart } from './mini-apps.builder.ts';

const link = 'https://chess.example/tables?from=ann';
let app: TestApp;
let people = 0;
/** Has written to somebody who does not know them. */
let ann: TestPerson;
let bob: TestPerson;
let conversationId: string;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
});
afterAll(() => app.close());
beforeEach(async () => {
  people++;
  [ann, bob] = [await app.person(`Ann ${people}`), await app.person(`Bob ${people}`)];
  const body = { receiverId: bob.id, content: 'Hello' };
  conversationId = (await ann.get(sendPrivateMessage, { body })).data.conversationId;
});

const log = async (as: TestPerson) => (await as.get(listMessages, { params: { conversationId } })).data;
const iceBreaker = (question: string) => ({ config: { questionId: null, question } });
const question = iceBreaker('What do you play?');
const open = (messageId: string) =>
  bob.get(openRequestPart, { params: { conversationId, messageId }, body: {} });

/** Everything that Bob gets to see of it. */
async function seen(miniAppId: string) {
  await allNotified(app.deps);
  const list = (await bob.get(listConversations, { query: { requests: 'true' } })).data as Conversation[];
  const params = { miniAppId };
  const answers = [
    await log(bob),
    list,
    await bob.call(getMiniApp, { params }),
    await bob.call(listParticipations, { params }),
    (await notificationsOf(bob)).list,
  ];
  return { text: JSON.stringify(answers), list };
}

describe('in a message request a mini app is closed for its link', () => {
  test.each([
    ['its title', quiz.type, { title: `See ${link}` }],
    ['its question', 'ice-breaker', iceBreaker(`Have you seen ${link}?`)],
  ])('in %s', async (_where, appType, more) => {
    const stream = await TestStream.open(bob);
    const { id, message } = await aMiniApp(ann, conversationId, appType, more);
    await stream.until((frame) => frame.type === 'new_message' && frame.sequence === message.sequence);
    stream.close();
    expect(JSON.stringify(stream.frames)).not.toContain('from=ann');
    const { text, list } = await seen(id);
    expect(text).not.toContain('from=ann');
    expect(list).toMatchObject([{ lastMessage: { content: '', closedKind: 'link' } }]);
    expect((await log(bob)).at(-1)).toMatchObject({ content: '', closed: true, closedKind: 'link' });
    expect(await bob.call(getMiniApp, { params: { miniAppId: id } })).toMatchObject({
      code: 'MINI_APP_NOT_FOUND',
    });
    expect((await ann.get(getMiniApp, { params: { miniAppId: id } })).data.id).toBe(id);
    expect((await open(message.id)).data).toMatchObject({ closed: false, content: message.content });
    expect(JSON.stringify(await bob.get(getMiniApp, { params: { miniAppId: id } }))).toContain('from=ann');
  });

  test('in what is said in it later, and in its result', async () => {
    const { id, message } = await aMiniApp(ann, conversationId, 'ice-breaker', question);
    expect((await log(bob)).at(-1)).toMatchObject({ closed: false, content: message.content });
    expect(await bob.call(getMiniApp, { params: { miniAppId: id } })).toMatchObject({ status: 200 });
    await tookPart(ann, id, [`Chess, at ${link}`]);
    expect((await log(bob)).at(-1)).toMatchObject({ closed: true, content: '' });
    await ann.get(completeMiniApp, { params: { miniAppId: id }, body: {} });
    expect((await seen(id)).text).not.toContain('from=ann');
    // The game alone is opened, not what came of it.
    await open(message.id);
    expect((await bob.get(getMiniApp, { params: { miniAppId: id } })).data.result).toBeNull();
  });

  test('in its state', async () => {
    const { id } = await aMiniApp(ann, conversationId, quiz.type);
    await ann.get(changeMiniAppState, { params: { miniAppId: id }, body: { state: { note: link } } });
    expect((await seen(id)).text).not.toContain('from=ann');
    expect((await log(bob)).at(-1)).toMatchObject({ closed: true });
  });

  test('and not any more once it was answered', async () => {
    const { id, message } = await aMiniApp(ann, conversationId, quiz.type, { title: link });
    await bob.get(sendMessage, { params: { conversationId }, body: { content: 'Hi' } });
    expect((await log(bob)).find(({ id: one }) => one === message.id)).toMatchObject({
      ...{ closed: false, content: message.content },
    });
    expect((await bob.get(getMiniApp, { params: { miniAppId: id } })).data.title).toBe(link);
  });
});

describe('to somebody who does not know them', () => {
  const add = (more: object) =>
    ann.call(addMiniApp, { params: { conversationId }, body: { appType: 'ice-breaker', ...more } });

  test('newcomers send no link in a mini app, nor say one in it', async () => {
    const { id } = await aMiniApp(ann, conversationId, 'ice-breaker', question);
    app.deps.config.demoPublic = true;
    try {
      const refused = { code: 'NEWCOMER_LINKS' };
      for (const more of [{ title: link, ...question }, iceBreaker(link)]) {
        expect(await add(more)).toMatchObject(refused);
      }
      expect(await add(question)).toMatchObject({ status: 200 });
      expect(await takePart(ann, id, [link])).toMatchObject(refused);
      const body = { state: { note: link } };
      expect(await ann.call(changeMiniAppState, { params: { miniAppId: id }, body })).toMatchObject(refused);
      expect(await takePart(ann, id, ['Chess'])).toMatchObject({ status: 200 });
    } finally {
      app.deps.config.demoPublic = false;
    }
  });

  test('who is limited adds none, and says nothing in one', async () => {
    const { id } = await aMiniApp(ann, conversationId, 'ice-breaker', question);
    const judge = await app.person('Judge');
    const body = { personId: ann.id, action: 'limit' as const, until: null, rule: 4, reason: 'No means no' };
    await judge.get(decide, { body });
    const refused = { code: 'ACCOUNT_LIMITED' };
    expect(await add(question)).toMatchObject(refused);
    expect(await takePart(ann, id, ['Chess'])).toMatchObject(refused);
  });
});
