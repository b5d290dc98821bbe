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
import { markPrivateMessageRead } from '@dazi/contract/chat/private-conversations';
import { leaveRoom } from '@dazi/contract/chat/rooms';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import {
  blockedSides,
  foldedWords,
  forAll,
  heard,
  heardInPrivate,
  hiddenOnes,
  inPrivate,
  noSession,
  says,
} from '../../../testing/blocks-looks.ts';
import { wordsInPrivate, wordsInRoom } from '../../../testing/blocks-scene.ts';
import { ask, everyone } from '../../../testing/may.ts';
import {
  foldedForBlocker,
  forMembers,
  holdsWords,
  inRoom,
  inTalk,
  ownersAlone,
} from '../../../testing/may-conversations.ts';
import { atMost, expectSame, type StatementsScene } from '../../../testing/statements-scene.ts';
import { perScene, type Surface } from '../../../testing/surface.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
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

/** What somebody says in a room of somebody else; where it stands. */
async function saidInARoom(host: TestPerson, speaker: TestPerson, content: string) {
  const room = await aRoom(host);
  await joined(room, speaker);
  const params = { conversationId: room.conversationId };
  const { data } = await speaker.get(sendMessage, { params, body: { content } });
  return { ...params, messageId: data.id };
}

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
      may: [
        inTalk('what was written to the owner', listMessages),
        ...inRoom("the owner's words", foldedForBlocker(), ({ conversationId }, as) =>
          ask(as, listMessages, { params: { conversationId } }, holdsWords),
        ),
      ],
      acrossBlocks: [
        {
          of: "a page of Sol's words",
          expected: foldedWords,
          look: (scene, as) => ask(as, listMessages, { params: scene.inTogether() }, says(wordsInRoom)),
        },
        inPrivate('what was said', { ...forAll('200 sees'), blocker: '200 without' }, (as, own) =>
          ask(as, listMessages, { params: { conversationId: own.conversationId } }, says(wordsInPrivate)),
        ),
      ],
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
      may: [
        ownersAlone('what was written to the owner', ({ conversationId }, as) =>
          ask(as, searchMessages, { params: { conversationId }, query: { query: 'quiet' } }),
        ),
        ...inRoom("the owner's words", foldedForBlocker(), ({ conversationId }, as) =>
          ask(as, searchMessages, { params: { conversationId }, query: { query: 'quiet' } }, holdsWords),
        ),
      ],
      acrossBlocks: [
        {
          of: "a search for Sol's words",
          expected: foldedWords,
          look: (scene, as) =>
            ask(
              as,
              searchMessages,
              { params: scene.inTogether(), query: { query: 'fountain' } },
              says(wordsInRoom),
            ),
        },
        inPrivate('a search in it', { ...forAll('200 sees'), blocker: '200 without' }, (as, own) =>
          ask(
            as,
            searchMessages,
            { params: { conversationId: own.conversationId }, query: { query: 'between' } },
            says(wordsInPrivate),
          ),
        ),
      ],
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
      may: [
        {
          ...inTalk('an answer of the owner', sendMessage, { content: 'Hello' }),
          expected: {
            ...everyone('404 CONVERSATION_NOT_FOUND'),
            visitor: '401 MESSAGE_SIGN_IN_REQUIRED',
            owner: '200',
          },
        },
        ...inRoom(
          'an own message',
          forMembers('200', '200', '401 MESSAGE_SIGN_IN_REQUIRED'),
          ({ conversationId }, as) =>
            ask(as, sendMessage, { params: { conversationId }, body: { content: 'Hello' } }),
        ),
        ...inRoom(
          "an answer to the owner's message",
          forMembers('200', '200', '401 MESSAGE_SIGN_IN_REQUIRED'),
          ({ conversationId, messageId }, as) =>
            ask(as, sendMessage, {
              params: { conversationId },
              body: { content: 'Yes', replyToId: messageId },
            }),
        ),
      ],
      acrossBlocks: [
        inPrivate('the same by the other call', blockedSides('403 BLOCKED_CONVERSATION'), (as, own) =>
          ask(as, sendMessage, {
            params: { conversationId: own.conversationId },
            body: { content: 'Hello' },
          }),
        ),
      ],
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
      may: [
        {
          ...inTalk('what was written to the owner', editMessage, { content: 'x' }),
          expected: {
            ...everyone('404 CONVERSATION_NOT_FOUND'),
            visitor: '401 SIGN_IN_REQUIRED',
            owner: '403 NOT_YOUR_MESSAGE',
          },
        },
        ...inRoom(
          "the owner's message",
          forMembers('200', '403 NOT_YOUR_MESSAGE'),
          ({ conversationId, messageId }, as) =>
            ask(as, editMessage, { params: { conversationId, messageId }, body: { content: 'Shall I?' } }),
        ),
      ],
      acrossBlocks: [
        inPrivate('other words for what was said', blockedSides('403 BLOCKED_CONVERSATION'), (as, own) =>
          ask(as, editMessage, {
            params: { conversationId: own.conversationId, messageId: own.toSol },
            body: { content: 'Hello there' },
          }),
        ),
      ],
    },
    {
      endpoint: removeMessage,
      // As an edit; what it said is sealed with its picture.
      statements: atMost(15, async (scene) => {
        const { params } = await aTalk(scene);
        const picture = { type: 'IMAGE', content: await uploaded(scene.bob) };
        const messageId = await said(scene, params.conversationId, picture);
        return { as: scene.bob, params: { ...params, messageId }, body: {} };
      }),
      sample: ({ userId, inRoom }) => ({ params: { ...inRoom, messageId: 'nothing' }, body: { userId } }),
      may: [
        {
          ...inTalk('what was written to the owner', removeMessage, {}),
          expected: {
            ...everyone('404 CONVERSATION_NOT_FOUND'),
            visitor: '401 SIGN_IN_REQUIRED',
            owner: '403 NOT_YOUR_MESSAGE',
          },
        },
        ...inRoom(
          "the owner's message",
          forMembers('200', '403 NOT_YOUR_MESSAGE'),
          ({ conversationId, messageId }, as) =>
            ask(as, removeMessage, { params: { conversationId, messageId }, body: {} }),
        ),
        ...inRoom(
          "the host's message: it is not the room owner's either",
          forMembers('403 NOT_YOUR_MESSAGE'),
          ({ conversationId, hostMessageId }, as) =>
            ask(as, removeMessage, { params: { conversationId, messageId: hostMessageId }, body: {} }),
        ),
      ],
      acrossBlocks: [
        inPrivate('taking the own words back', forAll('200'), (as, own) =>
          ask(as, removeMessage, {
            params: { conversationId: own.conversationId, messageId: own.toSol },
            body: {},
          }),
        ),
      ],
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
      may: [
        inTalk('what was written to the owner', reactToMessage, { reactionType: 'HEART' }),
        ...inRoom("the owner's message", forMembers('200'), ({ conversationId, messageId }, as) =>
          ask(as, reactToMessage, { params: { conversationId, messageId }, body: { reactionType: 'AGREE' } }),
        ),
      ],
      acrossBlocks: [
        inPrivate("reactions to Sol's words", blockedSides('403 BLOCKED_CONVERSATION'), (as, own) =>
          ask(as, reactToMessage, {
            params: { conversationId: own.conversationId, messageId: own.fromSol },
            body: { reactionType: 'HEART' },
          }),
        ),
      ],
    },
    {
      endpoint: markRead,
      statements: atMost(6, async (scene) => {
        const { params } = await aTalk(scene);
        await said(scene, params.conversationId, {});
        return { as: scene.ann, params, body: {} };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, body: { userId, sequence: 1 } }),
      may: [
        inTalk('how far the owner has read', markRead, {}),
        ...inRoom('how far one has read', forMembers('200'), ({ conversationId }, as) =>
          ask(as, markRead, { params: { conversationId }, body: {} }),
        ),
      ],
      acrossBlocks: [
        inPrivate('reading', forAll('200'), async (as, own) => {
          await as.get(markPrivateMessageRead, { params: { messageId: own.fromSol }, body: {} });
          return ask(as, markRead, { params: { conversationId: own.conversationId }, body: {} });
        }),
      ],
    },
    {
      endpoint: tellTyping,
      statements: atMost(2, async (scene) => ({
        as: scene.ann,
        params: (await aTalk(scene)).params,
        body: {},
      })),
      sample: ({ userId, inRoom }) => ({ params: inRoom, body: { userId } }),
      may: [
        inTalk('that one is writing to the owner', tellTyping, {}),
        ...inRoom('that one is writing', forMembers('200'), ({ conversationId }, as) =>
          ask(as, tellTyping, { params: { conversationId }, body: {} }),
        ),
      ],
      acrossBlocks: 'that one is writing oneself; who hears of it stands with its event',
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
      may: [
        inTalk('the conversation of two', changeConversationSettings, { isMuted: true }),
        ...inRoom("the owner's room", forMembers('200'), ({ conversationId }, as) =>
          ask(as, changeConversationSettings, { params: { conversationId }, body: { isMuted: true } }),
        ),
      ],
      acrossBlocks: [
        inPrivate('muting it', forAll('200'), (as, own) =>
          ask(as, changeConversationSettings, {
            params: { conversationId: own.conversationId },
            body: { isMuted: true },
          }),
        ),
      ],
    },
    {
      endpoint: listMembers,
      // The owner stands first, whatever the name.
      statements: atMost(5, async (scene) => ({ as: scene.ann, params: (await aTalk(scene)).params })),
      sample: ({ userId, inRoom, bob }) => ({
        params: inRoom,
        query: { userId, query: 'b', limit: '5', cursor: bob.id },
      }),
      may: [
        inTalk('the two', listMembers),
        ...inRoom('the owner among the members', forMembers('200 sees'), ({ conversationId }, as, scene) =>
          ask(as, listMembers, { params: { conversationId } }, (data: { userId: string }[]) =>
            data.some(({ userId }) => userId === scene.people.owner.id),
          ),
        ),
      ],
      acrossBlocks: [
        {
          of: 'all members of a shared room',
          expected: forAll('200 sees', noSession),
          look: (scene, as) => ask(as, listMembers, { params: scene.inTogether() }, scene.mentionsSol),
        },
      ],
    },
    {
      endpoint: removeConversation,
      statements: atMost(4, async ({ app, ann }) => {
        const conversationId = await aPrivateConversation(ann, await app.person('Ivy'));
        return { as: ann, params: { conversationId }, body: {} };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, body: { userId } }),
      may: [
        inTalk('the conversation of two', removeConversation, {}),
        ...inRoom("the owner's room", forMembers('400 PRIVATE_ONLY_DELETE'), ({ conversationId }, as) =>
          ask(as, removeConversation, { params: { conversationId }, body: {} }),
        ),
      ],
      acrossBlocks: [
        {
          ...inPrivate('taking it out of the list', forAll('200'), (as, own) =>
            ask(as, removeConversation, { params: { conversationId: own.conversationId }, body: {} }),
          ),
          last: true,
        },
      ],
    },
    {
      endpoint: getLinkPreview,
      statements: atMost(1, ({ ann }) => ({ as: ann, query: { url: 'http://127.0.0.1/' } })),
      // Of this network, so that nothing outside is asked.
      sample: { query: { url: 'http://127.0.0.1/' } },
      may: [
        {
          of: 'an address inside of this network: nobody hears what is there',
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) =>
            ask(
              as,
              getLinkPreview,
              { query: { url: 'http://127.0.0.1/' } },
              (data: object | null) => data !== null,
            ),
        },
      ],
      acrossBlocks: 'pages elsewhere',
    },
  ],
  events: [
    {
      type: 'new_message',
      acrossBlocks: [
        heard(
          "Sol's words in a shared room",
          'Do you hear the sea',
          hiddenOnes('silence', 'heard', 'silence'),
          (scene) =>
            scene.sol.get(sendMessage, {
              params: scene.inTogether(),
              body: { content: 'Do you hear the sea' },
            }),
        ),
        heard(
          'that something was said in a shared room: numbers have no gaps',
          'new_message',
          forAll('heard', 'silence'),
          (scene) =>
            scene.sol.get(sendMessage, { params: scene.inTogether(), body: { content: 'Something' } }),
        ),
        heardInPrivate("Sol's words", 'A whisper', ({ sol }, conversationId) =>
          sol.call(sendMessage, { params: { conversationId }, body: { content: 'A whisper' } }),
        ),
      ],
    },
    {
      type: 'conversation_update',
      acrossBlocks: [
        heardInPrivate('that Sol has read', 'readers', ({ sol }, conversationId) =>
          sol.get(markRead, { params: { conversationId }, body: {} }),
        ),
      ],
    },
    {
      type: 'typing',
      acrossBlocks: [
        heard(
          'that Sol is writing in a shared room',
          'typing',
          hiddenOnes('silence', 'heard', 'silence'),
          (scene) => scene.sol.get(tellTyping, { params: scene.inTogether(), body: {} }),
        ),
        heardInPrivate('that Sol is writing', 'typing', ({ sol }, conversationId) =>
          sol.get(tellTyping, { params: { conversationId }, body: {} }),
        ),
      ],
    },
    { type: 'member_join', acrossBlocks: 'members of one room see each other, as in the list of members' },
    { type: 'member_leave', acrossBlocks: 'members of one room see each other, as in the list of members' },
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
  keeps: [
    { table: 'conversation_members', leave: ({ ann }) => aRoom(ann) },
    {
      table: 'former_members',
      async leave({ ann, bob }) {
        const room = await aRoom(bob);
        await joined(room, ann);
        await ann.get(leaveRoom, { params: { roomId: room.id }, body: {} });
      },
    },
    { table: 'messages', leave: ({ ann, bob }) => saidInARoom(bob, ann, 'Hello') },
    { table: 'message_mentions', leave: ({ ann, bob }) => saidInARoom(ann, bob, `Hello @${ann.user!.name}`) },
    {
      table: 'message_reactions',
      async leave({ ann, bob }) {
        const params = await saidInARoom(ann, bob, 'Hello');
        await ann.get(reactToMessage, { params, body: { reactionType: 'HEART' } });
      },
    },
  ],
};
