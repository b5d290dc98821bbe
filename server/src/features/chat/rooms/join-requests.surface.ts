import { answerJoinRequest, joinRoom, listJoinRequests } from '@dazi/contract/chat/rooms';
import type { SampleScene } from '../../../testing/bad-input-scene.ts';
import { hiddenOnes } from '../../../testing/blocks-looks.ts';
import { ask } from '../../../testing/may.ts';
import { forTheOwner, inRoom } from '../../../testing/may-conversations.ts';
import { perScene } from '../../../testing/once.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { farAway } from '../../../testing/test-person.ts';
import { aRoom, aRoomWithARequest } from './rooms.builder.ts';

const aRequestOfFar = perScene(async ({ far, ofRoom }: SampleScene) =>
  far.get(joinRoom, { ...ofRoom, body: farAway }),
);

export const joinRequestsSurface: Surface = {
  of: 'chat/rooms',
  calls: [
    {
      endpoint: listJoinRequests,
      statements: atMost(4, async (scene) => {
        const { owner, params } = await aRoomWithARequest(scene);
        return { as: owner, params };
      }),
      sample: ({ userId, ofRoom }) => ({
        ...ofRoom,
        query: { userId, status: 'PENDING', limit: '5', cursor: '0' },
      }),
      may: [
        ...inRoom('a request that waits', forTheOwner('200 sees'), ({ roomId, requestId }, as) =>
          ask(as, listJoinRequests, { params: { roomId } }, (data: { id: string }[]) =>
            data.some(({ id }) => id === requestId),
          ),
        ),
      ],
      acrossBlocks: [
        {
          of: "Sol's request to be let in",
          expected: hiddenOnes('200 without', '200 sees', 'no room'),
          look: async (scene, as, viewer) =>
            viewer === 'visitor'
              ? 'no room'
              : ask(
                  as,
                  listJoinRequests,
                  { params: { roomId: scene.asked[viewer]!.room.id } },
                  scene.mentionsSol,
                ),
        },
      ],
    },
    {
      endpoint: answerJoinRequest,
      // The same by the owner, and the request is answered.
      statements: atMost(18, async (scene) => {
        const { owner, params, requestId } = await aRoomWithARequest(scene);
        return { as: owner, params, body: { requestId, action: 'approve' } };
      }),
      sample: async (scene) => {
        const { userId, ofRoom } = scene;
        const asked = await aRequestOfFar(scene);
        return {
          ...ofRoom,
          body: { userId, requestId: asked.data.requestId, action: 'deny', responseMessage: 'Sorry' },
        };
      },
      may: [
        ...inRoom('a request that waits', forTheOwner('200'), ({ roomId, requestId }, as) =>
          ask(as, answerJoinRequest, { params: { roomId }, body: { requestId, action: 'approve' } }),
        ),
      ],
      acrossBlocks: [
        {
          of: "answering Sol's request, as its owner may",
          expected: hiddenOnes('404 REQUEST_NOT_FOUND', '200', 'no room'),
          look: async (scene, as, viewer) =>
            viewer === 'visitor'
              ? 'no room'
              : ask(as, answerJoinRequest, {
                  params: { roomId: scene.asked[viewer]!.room.id },
                  body: { requestId: scene.asked[viewer]!.requestId, action: 'approve' },
                }),
        },
      ],
    },
  ],
  keeps: [
    {
      table: 'join_requests',
      async leave({ ann, bob }) {
        const params = { roomId: (await aRoom(bob)).id };
        const { data } = await ann.get(joinRoom, { params, body: { ...farAway, message: 'May I?' } });
        const body = { requestId: data.requestId!, action: 'deny', responseMessage: 'No' };
        await bob.get(answerJoinRequest, { params, body });
      },
    },
  ],
};
