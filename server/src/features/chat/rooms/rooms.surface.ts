import { listMembers } from '@dazi/contract/chat/conversations';
import {
  answerJoinRequest,
  banParticipant,
  changeRoom,
  createRoom,
  getLeaderVotes,
  inviteToRoom,
  joinRoom,
  leaveRoom,
  liftRoomBan,
  listJoinRequests,
  listRoomBans,
  type Room,
  removeInvite,
  removeParticipant,
  removeRoom,
  updateDetails,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import { decade, type SampleScene } from '../../../testing/bad-input-scene.ts';
import { atMost, expectSame, manyOf, type StatementsScene } from '../../../testing/statements-scene.ts';
import { perScene, type Surface } from '../../../testing/surface.ts';
import { farAway, haight, type TestPerson } from '../../../testing/test-person.ts';
import { aRoom, banned, joined } from './rooms.builder.ts';

const guests = perScene(async ({ app }: StatementsScene) => ({
  dan: await app.person('Dan'),
  eve: await app.person('Eve'),
  far: await app.person('Far'),
}));
let owners = 0;

/** A room of somebody who has no other one, with Ann and Dan in it. */
async function aRoomWithGuests(scene: StatementsScene) {
  const owner = await scene.app.person(`Owner ${owners++}`);
  const room = await aRoom(owner, { placed: true });
  const { dan, eve, far } = await guests(scene);
  await joined(room, scene.ann, dan);
  return { room, owner, dan, eve, far, params: { roomId: room.id } };
}

/** The same where Far, from far away, asks to be let in. */
async function aRoomWithARequest(scene: StatementsScene) {
  const made = await aRoomWithGuests(scene);
  const asked = await made.far.get(joinRoom, { params: made.params, body: farAway });
  return { ...made, requestId: asked.data.requestId! };
}

/** These vote for Ann; the second of three elects her. */
async function voted(scene: StatementsScene, room: Room, voters: readonly TestPerson[]) {
  const params = { conversationId: room.conversationId };
  for (const voter of voters) await voter.get(voteForLeader, { params, body: { candidateId: scene.ann.id } });
}

/** Into Ann's room. */
const aRequestOfFar = perScene(async ({ far, ofRoom }: SampleScene) =>
  far.get(joinRoom, { ...ofRoom, body: farAway }),
);

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
    },
    {
      endpoint: changeRoom,
      statements: atMost(5, async (scene) => {
        const { owner, params } = await aRoomWithGuests(scene);
        return { as: owner, params, body: { joinRadius: 7 } };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, joinRadius: 5 } }),
    },
    {
      endpoint: leaveRoom,
      // Somebody takes over: two lines in the log, the roles, and the votes begin anew.
      statements: atMost(18, async (scene) => {
        const { room, dan, params } = await aRoomWithGuests(scene);
        await voted(scene, room, [scene.ann, dan]);
        return { as: scene.ann, params, body: {} };
      }),
      sample: ({ userId, bobsRoom }) => ({ params: { roomId: bobsRoom.id }, body: { userId } }),
    },
    {
      endpoint: removeRoom,
      statements: atMost(8, async (scene) => {
        const { room, owner } = await aRoomWithGuests(scene);
        return { as: owner, body: { chatRoomId: room.id } };
      }),
      // Nothing: the others go on with the room.
      sample: ({ userId }) => ({ body: { userId, chatRoomId: 'nothing' } }),
    },
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
    },
    {
      endpoint: removeParticipant,
      statements: atMost(11, async (scene) => {
        const { owner, dan, params } = await aRoomWithGuests(scene);
        return { as: owner, params, body: { targetUserId: dan.id } };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, targetUserId: 'nobody' } }),
    },
    {
      endpoint: banParticipant,
      statements: atMost(12, async (scene) => {
        const { room, owner, dan, eve, params } = await aRoomWithGuests(scene);
        await joined(room, eve);
        await owner.get(removeParticipant, { params, body: { targetUserId: eve.id } });
        // Who is out already: what their part was is asked instead of taking them out.
        return [dan, eve].map(({ id }) => ({ as: owner, params, body: { targetUserId: id } }));
      }),
      sample: ({ userId, ofRoom }) => ({
        ...ofRoom,
        body: { userId, targetUserId: 'nobody', reason: 'Rude' },
      }),
    },
    {
      endpoint: listRoomBans,
      statements: atMost(4, async (scene) => {
        const { room, owner, eve, params } = await aRoomWithGuests(scene);
        await banned(scene.app.deps, room.id, eve.id);
        return { as: owner, params };
      }),
      sample: ({ userId, ofRoom }) => ({
        ...ofRoom,
        query: { userId, limit: '5', cursor: Buffer.from(`${decade} 7`).toString('base64url') },
      }),
    },
    {
      endpoint: liftRoomBan,
      // The room is kept as it is meanwhile; who is banned, their request, and who hears of it.
      statements: atMost(8, async (scene) => {
        const { room, owner, eve, params } = await aRoomWithGuests(scene);
        await banned(scene.app.deps, room.id, eve.id);
        return { as: owner, params, body: { targetUserId: eve.id } };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, targetUserId: 'nobody' } }),
    },
    {
      endpoint: inviteToRoom,
      statements: atMost(5, async (scene) => {
        const { owner, params } = await aRoomWithGuests(scene);
        return { as: owner, params, body: {} };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, renew: true } }),
    },
    {
      endpoint: removeInvite,
      statements: atMost(4, async (scene) => {
        const { owner, params } = await aRoomWithGuests(scene);
        await owner.get(inviteToRoom, { params, body: {} });
        return { as: owner, params, body: {} };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId } }),
    },
    {
      endpoint: getLeaderVotes,
      statements: atMost(3, async (scene) => {
        const { room } = await aRoomWithGuests(scene);
        await voted(scene, room, [scene.ann]);
        return { as: scene.ann, params: { conversationId: room.conversationId } };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, query: { userId } }),
    },
    {
      endpoint: voteForLeader,
      // As leaving, with the vote that elects.
      statements: atMost(17, async (scene) => {
        const { room, dan } = await aRoomWithGuests(scene);
        await voted(scene, room, [scene.ann]);
        return {
          as: dan,
          params: { conversationId: room.conversationId },
          body: { candidateId: scene.ann.id },
        };
      }),
      sample: ({ userId, inRoom, bob }) => ({ params: inRoom, body: { userId, candidateId: bob.id } }),
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
    },
  ],
  sizes: [
    {
      of: 'members, join requests and bans',
      async holds(scene) {
        const { app, bob, countOf } = scene;
        const room = await aRoom(bob, { placed: true });
        const params = { roomId: room.id };
        const of = { conversationId: room.conversationId };
        const requests = { params, query: { limit: 50 } };
        const comeAndAsk = async (index: number) => {
          await joined(room, await app.person(`Guest ${index}`));
          const other = await app.person(`Asker ${index}`);
          await other.get(joinRoom, { params, body: farAway });
          await banned(app.deps, room.id, other.id);
        };
        await comeAndAsk(manyOf);
        await expectSame(
          async () => [
            await countOf(bob, listMembers, { params: of }),
            await countOf(bob, listJoinRequests, requests),
            await countOf(bob, listRoomBans, { params }),
          ],
          comeAndAsk,
          async () => [
            (await bob.get(listMembers, { params: of })).data.length,
            (await bob.get(listJoinRequests, requests)).data.length,
            (await bob.get(listRoomBans, { params })).data.length,
          ],
        );
      },
    },
  ],
};
