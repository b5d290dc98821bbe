import { muteMember, setRoomModerator, setSlowMode } from '@dazi/contract/chat/rooms';
import { ask, type Case } from '../../../testing/may.ts';
import { forTheOwner, inRoom } from '../../../testing/may-conversations.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { aRoom, aRoomWithGuests, joined } from './rooms.builder.ts';

const mayAboutHost = (request: Parameters<typeof inRoom>[2]): Case[] =>
  inRoom('the host in the room of the owner', forTheOwner('200'), request);

export const roomOrderSurface: Surface = {
  of: 'chat/rooms',
  calls: [
    {
      endpoint: setRoomModerator,
      // Who stands how, how many there are, the mark, the line in the log, and who hears of it.
      statements: atMost(10, async (scene) => {
        const { owner, dan, params } = await aRoomWithGuests(scene);
        return { as: owner, params: { ...params, memberId: dan.id }, body: { isModerator: true } };
      }),
      sample: ({ userId, ofRoom }) => ({
        params: { ...ofRoom.params, memberId: 'nobody' },
        body: { userId, isModerator: true },
      }),
      may: mayAboutHost(({ roomId }, as, scene) =>
        ask(as, setRoomModerator, {
          params: { roomId, memberId: scene.host.id },
          body: { isModerator: true },
        }),
      ),
      acrossBlocks: "the owner's moderation, which no block touches: its own row says who may",
    },
    {
      endpoint: muteMember,
      // By a room moderator, about whom it is asked how the other one stands; the line, and who hears of it.
      statements: atMost(11, async (scene) => {
        const { owner, room, dan, eve, params } = await aRoomWithGuests(scene);
        await joined(room, eve);
        const of = { ...params, memberId: eve.id };
        await owner.get(setRoomModerator, { params: of, body: { isModerator: true } });
        const body = { minutes: 10, reason: 'Enough' };
        return { as: eve, params: { ...params, memberId: dan.id }, body };
      }),
      sample: ({ userId, ofRoom }) => ({
        params: { ...ofRoom.params, memberId: 'nobody' },
        body: { userId, minutes: 10, reason: 'Enough' },
      }),
      may: mayAboutHost(({ roomId }, as, scene) =>
        ask(as, muteMember, { params: { roomId, memberId: scene.host.id }, body: { minutes: 10 } }),
      ),
      acrossBlocks: "the owner's moderation",
    },
    {
      endpoint: setSlowMode,
      // As it was, as it is, and the line that says so.
      statements: atMost(8, async (scene) => {
        const { owner, params } = await aRoomWithGuests(scene);
        return { as: owner, params, body: { seconds: 30 } };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, seconds: 30 } }),
      may: inRoom("the owner's room", forTheOwner('200'), ({ roomId }, as) =>
        ask(as, setSlowMode, { params: { roomId }, body: { seconds: 30 } }),
      ),
      acrossBlocks: "the owner's moderation",
    },
  ],
  keeps: [
    {
      table: 'conversation_mutes',
      async leave({ ann, bob }) {
        for (const [owner, member] of [
          [bob, ann],
          [ann, bob],
        ] as const) {
          const room = await aRoom(owner);
          await joined(room, member);
          const params = { roomId: room.id, memberId: member.id };
          await owner.get(muteMember, { params, body: { minutes: 60, reason: 'Enough' } });
        }
      },
    },
  ],
};
