import {
  countUnread,
  getConversation,
  getConversationOfRoom,
  getRoom,
  listConversations,
} from '@dazi/contract/chat/conversation-views';
import { sendMessage } from '@dazi/contract/chat/conversations';
import { joinRoom } from '@dazi/contract/chat/rooms';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { decade } from '../../../testing/bad-input-scene.ts';
import { atMost, expectSame, manyOf, type StatementsScene } from '../../../testing/statements-scene.ts';
import { perScene, type Surface } from '../../../testing/surface.ts';
import { farAway, haight } from '../../../testing/test-person.ts';

/** A room of Bob's with Ann, Dan and Eve in it, into which somebody asks to be let. */
const aRoomWithMembers = perScene(async ({ app, ann, bob }: StatementsScene) => {
  const room = await aRoom(bob, { placed: true });
  const [dan, eve, far] = [await app.person('Dan'), await app.person('Eve'), await app.person('Far')];
  await joined(room, ann, dan, eve);
  await far.get(joinRoom, { params: { roomId: room.id }, body: farAway });
  return room;
});

export const conversationViewsSurface: Surface = {
  of: 'chat/conversation-views',
  calls: [
    {
      endpoint: listConversations,
      // Where the caller is shown, and at most four rings around it, until the rooms of one fill the answer.
      statements: atMost(7, async (scene) => {
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
    },
    {
      endpoint: getConversation,
      // The conversation, its newest messages, and the requests that wait.
      statements: atMost(6, async (scene) => {
        const { conversationId } = await aRoomWithMembers(scene);
        return { as: scene.bob, params: { conversationId } };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, query: { userId, limit: '5', unfolded: 'true' } }),
    },
    {
      endpoint: getRoom,
      // From a place: the transaction, the profile that says how one is shown there.
      statements: atMost(4, async (scene) => {
        const { id: roomId } = await aRoomWithMembers(scene);
        return { as: scene.ann, params: { roomId }, query: { latitude: '1', longitude: '1' } };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, query: { userId, latitude: '1', longitude: '1' } }),
    },
    {
      endpoint: getConversationOfRoom,
      statements: atMost(3, async (scene) => {
        const { id: chatRoomId } = await aRoomWithMembers(scene);
        return { as: scene.ann, body: { chatRoomId } };
      }),
      sample: ({ userId, room }) => ({ body: { userId, chatRoomId: room.id } }),
    },
    {
      endpoint: countUnread,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: ({ userId, room }) => ({ query: { userId, onScreen: room.conversationId } }),
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
