import {
  editMessage,
  listMessages,
  reactToMessage,
  removeMessage,
  searchMessages,
  sendMessage,
} from '@dazi/contract/chat/conversations';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import {
  blockedSides,
  foldedWords,
  forAll,
  heard,
  heardInPrivate,
  hiddenOnes,
  inPrivate,
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
import { atMost, expectSame } from '../../../testing/statements-scene.ts';
import { aTalk, said } from '../../../testing/statements-talk.ts';
import type { Surface } from '../../../testing/surface.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { uploaded } from '../../../testing/test-uploads.ts';

/** What somebody says in a room of somebody else; where it stands. */
async function saidInARoom(host: TestPerson, speaker: TestPerson, content: string) {
  const room = await aRoom(host);
  await joined(room, speaker);
  const params = { conversationId: room.conversationId };
  const { data } = await speaker.get(sendMessage, { params, body: { content } });
  return { ...params, messageId: data.id };
}

export const messagesSurface: Surface = {
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
      // As an edit; what it said is sealed with its picture; of somebody else's how both stand in the room.
      statements: atMost(16, async (scene) => {
        const { params } = await aTalk(scene);
        const picture = { type: 'IMAGE', content: await uploaded(scene.bob) };
        const messageId = await said(scene, params.conversationId, picture);
        const body = { type: 'IMAGE', content: await uploaded(scene.ann) };
        const { data: other } = await scene.ann.get(sendMessage, { params, body });
        return [messageId, other.id].map((id) => ({
          as: scene.bob,
          params: { ...params, messageId: id },
          body: {},
        }));
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
          "the host's message: the room's owner keeps it in order",
          forMembers('200', '403 NOT_YOUR_MESSAGE'),
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
