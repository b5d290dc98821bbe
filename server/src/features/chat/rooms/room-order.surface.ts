import { setRoomModerator } from '@dazi/contract/chat/rooms';
import { ask, type Case } from '../../../testing/may.ts';
import { forTheOwner, inRoom } from '../../../testing/may-conversations.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { aRoomWithGuests } from './rooms.builder.ts';

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
  ],
};
