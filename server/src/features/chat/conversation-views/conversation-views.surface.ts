import {
  type Conversation,
  countUnread,
  getConversation,
  getConversationOfRoom,
  getRoom,
  listConversations,
} from '@dazi/contract/chat/conversation-views';
import { removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { joinRoom } from '@dazi/contract/chat/rooms';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { decade } from '../../../testing/bad-input-scene.ts';
import {
  askForPage,
  foldedWords,
  forAll,
  hiddenOnes,
  inPrivate,
  noSession,
  says,
} from '../../../testing/blocks-looks.ts';
import { wordsInPrivate, wordsInRoom } from '../../../testing/blocks-scene.ts';
import { ask, everyone, hidden, seenByAllBut } from '../../../testing/may.ts';
import {
  foldedForBlocker,
  forMembers,
  holdsWords,
  inOwnRoom,
  inRoom,
  inTalk,
} from '../../../testing/may-conversations.ts';
import { ownersWords, type RoomScene } from '../../../testing/may-talks.ts';
import { perScene } from '../../../testing/once.ts';
import { atMost, expectSame, manyOf, type StatementsScene } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { farAway, haight } from '../../../testing/test-person.ts';

/** A room of Bob's with Ann, Dan and Eve in it, into which somebody asks to be let. */
const aRoomWithMembers = perScene(async ({ app, ann, bob }: StatementsScene) => {
  const room = await aRoom(bob, { placed: true });
  const [dan, eve, far] = [await app.person('Dan'), await app.person('Eve'), await app.person('Far')];
  await joined(room, ann, dan, eve);
  await far.get(joinRoom, { params: { roomId: room.id }, body: farAway });
  return room;
});

const holdsConversation =
  ({ conversationId }: RoomScene) =>
  (data: { id: string }[]) =>
    data.some(({ id }) => id === conversationId);

export const conversationViewsSurface: Surface = {
  of: 'chat/conversation-views',
  calls: [
    {
      endpoint: listConversations,
      // Where the caller is shown, which ring around it holds enough rooms, and those. A further ring where most are not seen.
      statements: atMost(5, async (scene) => {
        await aRoomWithMembers(scene);
        return { as: scene.bob, query: { includeNearby: 'true', ...haight } };
      }),
      sample: ({ userId, page, room }) => ({
        query: {
          ...page,
          cursor: Buffer.from(`${decade} 00-${room.conversationId}`).toString('base64url'),
          userId,
          includeNearby: 'false',
          latitude: '37.77',
          longitude: '-122.44',
          west: '-123',
          south: '37',
          east: '-122',
          north: '38',
          search: 'chess',
          archived: 'false',
          requests: 'false',
          sort: 'unread_first',
        },
      }),
      may: [
        ...inRoom(
          'the own conversations',
          {
            outsiders: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
            members: { ...everyone('200 sees'), visitor: '401 SIGN_IN_REQUIRED' },
          },
          (room, as) => ask(as, listConversations, {}, holdsConversation(room)),
        ),
        ...inRoom(
          'the rooms near by',
          {
            outsiders: seenByAllBut('200 without'),
            members: everyone('200 sees'),
          },
          (room, as) =>
            ask(
              as,
              listConversations,
              { query: { includeNearby: 'true', ...haight } },
              holdsConversation(room),
            ),
        ),
        ...inOwnRoom(
          "the last message, the owner's: folded for the one who has blocked them, nobody else notices",
          {
            outsiders: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
            members: {
              ...everyone('200 sees'),
              blocker: '200 without',
              visitor: '401 SIGN_IN_REQUIRED',
            },
          },
          async ({ conversationId, hostMessageId }, as, scene) => {
            const params = { conversationId, messageId: hostMessageId };
            await scene.host.call(removeMessage, { params, body: {} });
            return ask(as, listConversations, {}, (data: object[]) =>
              JSON.stringify(data).includes(ownersWords),
            );
          },
        ),
      ],
      acrossBlocks: [
        {
          of: "Sol's room near by",
          expected: hiddenOnes('200 without', '200 sees'),
          look: (scene, as) =>
            ask(
              as,
              listConversations,
              { query: { includeNearby: 'true', ...haight } },
              says(scene.outside.id),
            ),
        },
        {
          of: 'Sol among the members of a room near by',
          expected: hiddenOnes('200 without', '200 sees'),
          look: (scene, as) =>
            ask(
              as,
              listConversations,
              { query: { includeNearby: 'true', ...haight } },
              (data: Conversation[]) =>
                scene.mentionsSol(data.find(({ id }) => id === scene.elsewhere.conversationId)!),
            ),
        },
        {
          of: 'Sol among the first members of a shared room',
          expected: forAll('200 sees', noSession),
          look: (scene, as) =>
            ask(as, listConversations, {}, (data: Conversation[]) =>
              scene.mentionsSol(data.find(({ id }) => id === scene.together.conversationId)!.members),
            ),
        },
        {
          of: "Sol's words under a room in the list",
          expected: foldedWords,
          look: (scene, as) =>
            ask(as, listConversations, {}, (data: Conversation[]) =>
              says(wordsInRoom)(data.find(({ id }) => id === scene.together.conversationId)!),
            ),
        },
        {
          of: 'that Sol has mentioned one',
          expected: foldedWords,
          look: (scene, as) =>
            ask(
              as,
              listConversations,
              {},
              (data: Conversation[]) =>
                data.find(({ id }) => id === scene.together.conversationId)!.mentionsMe,
            ),
        },
        inPrivate('the conversation in the list', forAll('200 sees'), (as, _own, scene, viewer) =>
          ask(as, listConversations, {}, (data: Conversation[]) => scene.rowOf(viewer, data) !== undefined),
        ),
        inPrivate('both among its members', forAll('200 sees'), (as, _own, scene, viewer) =>
          ask(
            as,
            listConversations,
            {},
            (data: Conversation[]) => scene.rowOf(viewer, data).members.length === 2,
          ),
        ),
        inPrivate(
          "Sol's last words there",
          { ...forAll('200 sees'), blocker: '200 without' },
          (as, _own, scene, viewer) =>
            ask(as, listConversations, {}, (data: Conversation[]) =>
              says(wordsInPrivate)(scene.rowOf(viewer, data)),
            ),
        ),
        inPrivate('a search for Sol in the list', forAll('200 sees'), (as, _own, scene, viewer) =>
          ask(
            as,
            listConversations,
            { query: { search: 'Sol' } },
            (data: Conversation[]) => scene.rowOf(viewer, data) !== undefined,
          ),
        ),
      ],
    },
    {
      endpoint: getConversation,
      // The conversation, its newest messages, and the requests that wait.
      statements: atMost(6, async (scene) => {
        const { conversationId } = await aRoomWithMembers(scene);
        return { as: scene.bob, params: { conversationId } };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, query: { userId, limit: '5', unfolded: 'true' } }),
      may: [
        inTalk('the conversation of two', getConversation),
        ...inRoom("the owner's words", foldedForBlocker(), ({ conversationId }, as) =>
          ask(
            as,
            getConversation,
            { params: { conversationId } },
            (data: { messages: { content: string }[] }) => holdsWords(data.messages),
          ),
        ),
        ...inRoom(
          'the cards of those who wait',
          forMembers('200 sees', '200 without'),
          ({ conversationId, requestId }, as) =>
            ask(as, getConversation, { params: { conversationId } }, (data: object) =>
              JSON.stringify(data).includes(requestId),
            ),
        ),
      ],
      acrossBlocks: [
        {
          of: "Sol's words in a shared room",
          expected: foldedWords,
          look: (scene, as) =>
            ask(as, getConversation, { params: scene.inTogether() }, (data: { messages: object[] }) =>
              says(wordsInRoom)(data.messages),
            ),
        },
        inPrivate(
          'that Sol is blocked',
          { ...forAll('200 without'), blocker: '200 sees' },
          (as, own, scene) =>
            ask(
              as,
              getConversation,
              { params: { conversationId: own.conversationId } },
              ({ otherParticipant, can }: Conversation) =>
                otherParticipant!.id === scene.sol.id &&
                otherParticipant!.isBlocked &&
                otherParticipant!.blockedByMe &&
                !can.send,
            ),
        ),
        inPrivate('that Sol is online', hiddenOnes('200 without', '200 sees'), (as, own) =>
          ask(
            as,
            getConversation,
            { params: { conversationId: own.conversationId } },
            ({ otherParticipant }: Conversation) => otherParticipant!.isOnline,
          ),
        ),
      ],
    },
    {
      endpoint: getRoom,
      // From a place: the transaction, the profile that says how one is shown there, and the first time the place is remembered.
      statements: atMost(7, async (scene) => {
        const { id: roomId } = await aRoomWithMembers(scene);
        return { as: scene.ann, params: { roomId }, query: { latitude: '1', longitude: '1' } };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, query: { userId, latitude: '1', longitude: '1' } }),
      may: [
        ...inRoom(
          "the owner's room",
          {
            outsiders: { ...everyone('200'), ...hidden('404 ROOM_NOT_FOUND') },
            members: everyone('200'),
          },
          ({ roomId }, as) => ask(as, getRoom, { params: { roomId } }),
        ),
        ...inRoom(
          'the same with an invite',
          {
            outsiders: { ...everyone('200'), ...hidden('404 ROOM_NOT_FOUND') },
            members: everyone('200'),
          },
          ({ roomId, invite }, as) => ask(as, getRoom, { params: { roomId }, query: { invite } }),
        ),
      ],
      acrossBlocks: [
        {
          of: 'what a link to a room says to them',
          expected: forAll('200 without', '200 sees'),
          look: (scene, as) => askForPage(as, `/chat-rooms/${scene.outside.id}`, 'Outside'),
        },
        {
          of: "Sol's room",
          expected: hiddenOnes('404 ROOM_NOT_FOUND', '200'),
          look: (scene, as) => ask(as, getRoom, { params: { roomId: scene.outside.id } }),
        },
      ],
    },
    {
      endpoint: getConversationOfRoom,
      statements: atMost(3, async (scene) => {
        const { id: chatRoomId } = await aRoomWithMembers(scene);
        return { as: scene.ann, body: { chatRoomId } };
      }),
      sample: ({ userId, room }) => ({ body: { userId, chatRoomId: room.id } }),
      may: [
        ...inRoom(
          "the owner's room",
          {
            outsiders: { ...forMembers('200').outsiders, ...hidden('404 ROOM_NOT_FOUND') },
            members: forMembers('200').members,
          },
          ({ roomId }, as) => ask(as, getConversationOfRoom, { body: { chatRoomId: roomId } }),
        ),
      ],
      acrossBlocks: [
        {
          of: 'the conversation of a shared room',
          expected: forAll('200', noSession),
          look: (scene, as) => ask(as, getConversationOfRoom, { body: { chatRoomId: scene.together.id } }),
        },
      ],
    },
    {
      endpoint: countUnread,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: ({ userId, room }) => ({ query: { userId, onScreen: room.conversationId } }),
      may: [
        {
          of: 'the own badge',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, countUnread, {}),
        },
      ],
      acrossBlocks: [inPrivate('the badge', forAll('200'), (as) => ask(as, countUnread, {}))],
    },
  ],
  sizes: [
    {
      of: 'the own conversations and the rooms near by',
      async holds({ app, ann, countOf }) {
        const cara = await app.person('Cara of many rooms');
        const open = async (index: number) => {
          const room = await aRoom(cara);
          await joined(room, await app.person(`Visitor ${index}`), ann);
          const params = { conversationId: room.conversationId };
          await ann.get(sendMessage, { params, body: { content: '@Cara, hello' } });
        };
        await open(manyOf);
        const nearby = { query: { includeNearby: 'true', ...haight } };
        const own = { query: { limit: 50 } };
        await expectSame(
          async () => [
            await countOf(cara, listConversations, own),
            await countOf(cara, listConversations, nearby),
          ],
          open,
          async () => [
            (await cara.get(listConversations, own)).data.length,
            (await cara.get(listConversations, nearby)).data.length,
          ],
        );
      },
    },
  ],
};
