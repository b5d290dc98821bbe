import {
  changeConversationSettings,
  editMessage,
  listMembers,
  listMessages,
  markRead,
  reactToMessage,
  removeConversation,
  removeMessage,
  searchMessages,
  sendMessage,
  tellTyping,
} from '@dazi/contract/chat/conversations';
import { getLinkPreview } from '@dazi/contract/chat/link-previews';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { atMost, expectSame, type StatementsScene } from '../../../testing/statements-scene.ts';
import { perScene, type Surface } from '../../../testing/surface.ts';
import { uploaded } from '../../../testing/test-uploads.ts';
import { aPrivateConversation } from './conversations.builder.ts';

/** A room of Bob's with Ann, Dan and Eve in it, where Bob has called Ann and Dan. */
const aTalk = perScene(async ({ app, ann, bob }: StatementsScene) => {
  const room = await aRoom(bob, { placed: true });
  await joined(room, ann, await app.person('Dan'), await app.person('Eve'));
  const params = { conversationId: room.conversationId };
  const content = 'Hello @Ann and @Dan';
  const said = await bob.get(sendMessage, { params, body: { content } });
  return { params, content, saidId: said.data.id };
});

const said = async ({ bob }: StatementsScene, conversationId: string, body: object) =>
  (await bob.get(sendMessage, { params: { conversationId }, body: { content: 'Hello', ...body } })).data.id;

export const conversationsSurface: Surface = {
  of: 'chat/conversations',
  calls: [
    {
      endpoint: listMessages,
      // The session, the membership, who has read how far, and the page.
      statements: atMost(4, async (scene) => ({ as: scene.ann, params: (await aTalk(scene)).params })),
      sample: ({ userId, inRoom }) => ({
        params: inRoom,
        query: { userId, before: '9', after: '0', around: '2', changedAfter: '0', limit: '5' },
      }),
    },
    {
      endpoint: searchMessages,
      // Looked for among the newest, then by the index, then made into messages.
      statements: atMost(6, async (scene) => ({
        as: scene.ann,
        params: (await aTalk(scene)).params,
        query: { query: 'hello' },
      })),
      sample: ({ userId, inRoom }) => ({ params: inRoom, query: { userId, query: 'hello', before: '9' } }),
    },
    {
      endpoint: sendMessage,
      // The most there can be: a message that was perhaps sent before, answers another one and mentions people.
      statements: atMost(11, async (scene) => {
        const { params, content, saidId } = await aTalk(scene);
        return { as: scene.bob, params, body: { content, replyToId: saidId, clientId: 'the-first-one' } };
      }),
      sample: ({ userId, inRoom, saidId }) => ({
        params: inRoom,
        body: { userId, content: 'Hello @Bob', type: 'TEXT', clientId: 'made-by-me', replyToId: saidId },
      }),
      largestBody_megabytes: 3,
    },
    {
      endpoint: editMessage,
      // The message locked, its mentions looked for and replaced, and counted as a change that all hear of.
      statements: atMost(14, async (scene) => {
        const { params, content } = await aTalk(scene);
        const messageId = await said(scene, params.conversationId, { content });
        return { as: scene.bob, params: { ...params, messageId }, body: { content: 'Hello @Eve' } };
      }),
      sample: ({ userId, inRoom, saidId }) => ({
        params: { ...inRoom, messageId: saidId },
        body: { userId, content: 'Hello, all' },
      }),
    },
    {
      endpoint: removeMessage,
      // As an edit, and its picture goes.
      statements: atMost(13, async (scene) => {
        const { params } = await aTalk(scene);
        const picture = { type: 'IMAGE', content: await uploaded(scene.bob) };
        const messageId = await said(scene, params.conversationId, picture);
        return { as: scene.bob, params: { ...params, messageId }, body: {} };
      }),
      sample: ({ userId, inRoom }) => ({ params: { ...inRoom, messageId: 'nothing' }, body: { userId } }),
    },
    {
      endpoint: reactToMessage,
      // What all hear and what the actor is answered are two looks at the message.
      statements: atMost(10, async (scene) => {
        const { params, saidId } = await aTalk(scene);
        return { as: scene.ann, params: { ...params, messageId: saidId }, body: { reactionType: 'HEART' } };
      }),
      sample: ({ userId, inRoom, saidId }) => ({
        params: { ...inRoom, messageId: saidId },
        body: { userId, reactionType: 'AGREE' },
      }),
    },
    {
      endpoint: markRead,
      statements: atMost(6, async (scene) => {
        const { params } = await aTalk(scene);
        await said(scene, params.conversationId, {});
        return { as: scene.ann, params, body: {} };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, body: { userId, sequence: 1 } }),
    },
    {
      endpoint: tellTyping,
      statements: atMost(2, async (scene) => ({
        as: scene.ann,
        params: (await aTalk(scene)).params,
        body: {},
      })),
      sample: ({ userId, inRoom }) => ({ params: inRoom, body: { userId } }),
    },
    {
      endpoint: changeConversationSettings,
      statements: atMost(4, async (scene) => ({
        as: scene.ann,
        params: (await aTalk(scene)).params,
        body: { isMuted: true },
      })),
      sample: ({ userId, inRoom }) => ({
        params: inRoom,
        body: { userId, isMuted: true, isPinned: true, isArchived: false },
      }),
    },
    {
      endpoint: listMembers,
      // The owner stands first, whatever the name.
      statements: atMost(5, async (scene) => ({ as: scene.ann, params: (await aTalk(scene)).params })),
      sample: ({ userId, inRoom, bob }) => ({
        params: inRoom,
        query: { userId, query: 'b', limit: '5', cursor: bob.id },
      }),
    },
    {
      endpoint: removeConversation,
      statements: atMost(4, async ({ app, ann }) => {
        const conversationId = await aPrivateConversation(ann, await app.person('Ivy'));
        return { as: ann, params: { conversationId }, body: {} };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, body: { userId } }),
    },
    {
      endpoint: getLinkPreview,
      statements: atMost(1, ({ ann }) => ({ as: ann, query: { url: 'http://127.0.0.1/' } })),
      // Of this network, so that nothing outside is asked.
      sample: { query: { url: 'http://127.0.0.1/' } },
    },
  ],
  sizes: [
    {
      of: 'messages, with reactions, mentions, answers and pictures',
      async holds(scene) {
        const { ann, bob, countOf } = scene;
        const room = await aRoom(bob);
        await joined(room, ann);
        const params = { conversationId: room.conversationId };
        const say = async (index: number) => {
          const said = await bob.get(sendMessage, { params, body: { content: `@Ann ${index}` } });
          const of = { ...params, messageId: said.data.id };
          await ann.get(reactToMessage, { params: of, body: { reactionType: 'HEART' } });
          await ann.get(sendMessage, { params, body: { content: 'Yes', replyToId: said.data.id } });
          const content = await uploaded(bob);
          await bob.get(sendMessage, { params, body: { type: 'IMAGE', content } });
        };
        await say(-1);
        await expectSame(
          async () => [
            await countOf(ann, listMessages, { params }),
            await countOf(ann, searchMessages, { params, query: { query: '@ann' } }),
          ],
          say,
          async () => [(await ann.get(listMessages, { params })).data.length],
        );
      },
    },
  ],
};
