import {
  changeRoom,
  createRoom,
  inviteToRoom,
  joinRoom,
  leaveRoom,
  removeInvite,
  removeRoom,
  updateDetails,
} from '@dazi/contract/chat/rooms';
import { heard, hiddenOnes } from '../../../testing/blocks-looks.ts';
import { ask, everyone, hidden, limited } from '../../../testing/may.ts';
import { forMembers, forTheOwner, inRoom } from '../../../testing/may-conversations.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { haight } from '../../../testing/test-person.ts';
import { aRoom, aRoomWithGuests, guests, voted } from './rooms.builder.ts';

export const roomsSurface: Surface = {
  of: 'chat/rooms',
  calls: [
    {
      endpoint: createRoom,
      // The position, the conversation, its first member, the room, and who hears of it.
      statements: atMost(13, ({ bob }) => ({ as: bob, body: { name: 'Go', ...haight } })),
      sample: ({ userId }) => ({
        body: {
          authorId: userId,
          name: 'Go',
          description: 'Any level',
          ...haight,
          locationDisplay: 'approximate',
          placed: false,
          joinRadius: 5,
        },
      }),
      may: [
        {
          of: 'an own room',
          expected: { ...everyone('200'), ...limited, visitor: '401 ROOM_SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, createRoom, { body: { name: 'Go', ...haight } }),
        },
      ],
      acrossBlocks: 'the own room',
    },
    {
      endpoint: joinRoom,
      // Who stands how, then the newcomer, the line in the log, and who hears of it: the members, the map, oneself.
      statements: atMost(17, async (scene) => {
        const { params } = await aRoomWithGuests(scene);
        return { as: (await guests(scene)).eve, params, body: haight };
      }),
      sample: ({ userId, bobsRoom }) => ({
        params: { roomId: bobsRoom.id },
        body: { userId, ...haight, locationDisplay: 'approximate', message: 'Hello', invite: 'nothing' },
      }),
      may: [
        ...[false, true].flatMap((isInvited) =>
          inRoom(
            isInvited ? "the owner's room with an invite" : "the owner's room",
            {
              outsiders: {
                ...everyone('200'),
                ...hidden('404 ROOM_NOT_FOUND'),
                ...limited,
                visitor: '401 JOIN_SIGN_IN_REQUIRED',
                owner: '409 ALREADY_A_MEMBER',
              },
              members: {
                ...everyone('409 ALREADY_A_MEMBER'),
                ...limited,
                visitor: '401 JOIN_SIGN_IN_REQUIRED',
              },
            },
            ({ roomId, invite }, as) =>
              ask(as, joinRoom, { params: { roomId }, body: isInvited ? { invite } : haight }),
          ),
        ),
      ],
      acrossBlocks: [
        {
          of: "joining Sol's room",
          expected: hiddenOnes('404 ROOM_NOT_FOUND', '200', '401 JOIN_SIGN_IN_REQUIRED'),
          look: (scene, as) => ask(as, joinRoom, { params: { roomId: scene.outside.id }, body: haight }),
        },
      ],
    },
    {
      endpoint: changeRoom,
      statements: atMost(5, async (scene) => {
        const { owner, params } = await aRoomWithGuests(scene);
        return { as: owner, params, body: { joinRadius: 7 } };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, joinRadius: 5 } }),
      may: [
        ...inRoom("the owner's room", forTheOwner('200'), ({ roomId }, as) =>
          ask(as, changeRoom, { params: { roomId }, body: { joinRadius: 7 } }),
        ),
      ],
      acrossBlocks: "the owner's moderation, which no block touches: its own row says who may",
    },
    {
      endpoint: leaveRoom,
      // Somebody takes over: two lines in the log, the roles, since when they lead, the votes; and who left is noted.
      statements: atMost(20, async (scene) => {
        const { room, dan, params } = await aRoomWithGuests(scene);
        await voted(scene, room, [scene.ann, dan]);
        return { as: scene.ann, params, body: {} };
      }),
      sample: ({ userId, bobsRoom }) => ({ params: { roomId: bobsRoom.id }, body: { userId } }),
      may: [
        ...inRoom(
          "the owner's room",
          {
            outsiders: { ...forMembers('200').outsiders, ...hidden('404 ROOM_NOT_FOUND') },
            members: forMembers('200').members,
          },
          ({ roomId }, as) => ask(as, leaveRoom, { params: { roomId }, body: {} }),
        ),
      ],
      acrossBlocks: 'the own membership',
    },
    {
      endpoint: removeRoom,
      statements: atMost(8, async (scene) => {
        const { room, owner } = await aRoomWithGuests(scene);
        return { as: owner, body: { chatRoomId: room.id } };
      }),
      // Nothing: the others go on with the room.
      sample: ({ userId }) => ({ body: { userId, chatRoomId: 'nothing' } }),
      may: [
        ...inRoom("the owner's room", forTheOwner('200'), ({ roomId }, as) =>
          ask(as, removeRoom, { body: { chatRoomId: roomId } }),
        ),
      ],
      acrossBlocks: "the owner's moderation",
    },
    {
      endpoint: inviteToRoom,
      statements: atMost(5, async (scene) => {
        const { owner, params } = await aRoomWithGuests(scene);
        return { as: owner, params, body: {} };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, renew: true } }),
      may: [
        ...inRoom('the invite', forTheOwner('200 sees', limited), ({ roomId, invite }, as) =>
          ask(
            as,
            inviteToRoom,
            { params: { roomId }, body: {} },
            (data: { invite: string }) => data.invite === invite,
          ),
        ),
      ],
      acrossBlocks: "the owner's moderation",
    },
    {
      endpoint: removeInvite,
      statements: atMost(4, async (scene) => {
        const { owner, params } = await aRoomWithGuests(scene);
        await owner.get(inviteToRoom, { params, body: {} });
        return { as: owner, params, body: {} };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId } }),
      may: [
        ...inRoom('the invite', forTheOwner('200'), ({ roomId }, as) =>
          ask(as, removeInvite, { params: { roomId }, body: {} }),
        ),
      ],
      acrossBlocks: "the owner's moderation",
    },
    {
      endpoint: updateDetails,
      statements: atMost(7, async (scene) => {
        const { room, owner } = await aRoomWithGuests(scene);
        const body = { action: 'update_details', title: 'Shogi', description: 'Bring a board' };
        return { as: owner, params: { conversationId: room.conversationId }, body };
      }),
      sample: ({ userId, inRoom }) => ({
        params: inRoom,
        body: { userId, action: 'update_details', title: 'Shogi', description: 'Bring a board' },
      }),
      may: [
        ...inRoom(
          "the owner's room",
          forMembers('200', '403 NOT_THE_OWNER', '401 MANAGE_SIGN_IN_REQUIRED'),
          ({ conversationId }, as) =>
            ask(as, updateDetails, {
              params: { conversationId },
              body: { action: 'update_details', title: 'Go in the park' },
            }),
        ),
      ],
      acrossBlocks: "the owner's moderation",
    },
  ],
  events: [
    {
      type: 'room_changed',
      acrossBlocks: [
        heard(
          "another name of Sol's room",
          'room_changed',
          hiddenOnes('silence', 'heard'),
          ({ sol, outside }) =>
            sol.get(updateDetails, {
              params: { conversationId: outside.conversationId },
              body: { action: 'update_details', title: 'Outdoors', description: '' },
            }),
        ),
      ],
    },
    { type: 'membership', acrossBlocks: 'where one stands oneself' },
  ],
  keeps: [{ table: 'rooms', leave: ({ ann }) => aRoom(ann) }],
};
