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
  type RoomBan,
  removeInvite,
  removeParticipant,
  removeRoom,
  updateDetails,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { addMember } from '#features/chat/conversations/conversations.service.ts';
import { decade, type SampleScene } from '../../../testing/bad-input-scene.ts';
import { forAll, heard, hiddenOnes, noSession } from '../../../testing/blocks-looks.ts';
import { ask, type Case, everyone, hidden, type Outcome } from '../../../testing/may.ts';
import { forMembers, forTheOwner, inRoom } from '../../../testing/may-conversations.ts';
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

/** Three members are needed; the vote of the last of six elects nobody. */
const votes = { ...forMembers('409 TOO_FEW_VOTERS'), members: forMembers('200').members };

const mayPutOut = (endpoint: Endpoint, ofWhoAsked: Outcome): Case[] => [
  ...inRoom('the host in the room of the owner', forTheOwner('200'), ({ roomId }, as, scene) =>
    ask(as, endpoint, { params: { roomId }, body: { targetUserId: scene.host.id } }),
  ),
  ...inRoom('somebody who has only asked to join', forTheOwner(ofWhoAsked), ({ roomId }, as, scene) =>
    ask(as, endpoint, { params: { roomId }, body: { targetUserId: scene.asker.id } }),
  ),
];

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
          expected: { ...everyone('200'), visitor: '401 ROOM_SIGN_IN_REQUIRED' },
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
                visitor: '401 JOIN_SIGN_IN_REQUIRED',
                owner: '409 ALREADY_A_MEMBER',
              },
              members: { ...everyone('409 ALREADY_A_MEMBER'), visitor: '401 JOIN_SIGN_IN_REQUIRED' },
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
      // Somebody takes over: two lines in the log, the roles, the votes begin anew, and who left is noted.
      statements: atMost(19, async (scene) => {
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
    {
      endpoint: removeParticipant,
      // Who left is noted.
      statements: atMost(12, async (scene) => {
        const { owner, dan, params } = await aRoomWithGuests(scene);
        return { as: owner, params, body: { targetUserId: dan.id } };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, targetUserId: 'nobody' } }),
      may: mayPutOut(removeParticipant, '404 PARTICIPANT_NOT_FOUND'),
      acrossBlocks: "the owner's moderation",
    },
    {
      endpoint: banParticipant,
      // Who left is noted.
      statements: atMost(13, async (scene) => {
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
      may: mayPutOut(banParticipant, '200'),
      acrossBlocks: [
        {
          of: 'banning Sol, who has only asked to be let in, as the owner may',
          expected: hiddenOnes('404 PARTICIPANT_NOT_FOUND', '200', 'no room'),
          look: async (scene, as, viewer) =>
            viewer === 'visitor'
              ? 'no room'
              : ask(as, banParticipant, {
                  params: { roomId: scene.asked[viewer]!.room.id },
                  body: { targetUserId: scene.sol.id },
                }),
        },
        {
          of: 'banning Sol out of the own room',
          expected: forAll('200', 'no room'),
          look: async (scene, as, viewer) => {
            if (viewer === 'visitor') return 'no room';
            // Among the members the owner meets them, whatever is between the two.
            const room = await aRoom(as, { placed: true, name: 'With Sol' });
            const { id, name } = scene.sol.user!;
            await scene.app.deps.transact((inner) =>
              addMember(inner, room.conversationId, { id, name }, 'AUTO'),
            );
            return ask(as, banParticipant, {
              params: { roomId: room.id },
              body: { targetUserId: scene.sol.id },
            });
          },
        },
      ],
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
      may: [
        ...inRoom('who is banned', forTheOwner('200 sees'), async ({ roomId }, as, scene) => {
          await banned(scene.app.deps, roomId, scene.asker.id);
          return ask(as, listRoomBans, { params: { roomId } }, (data: RoomBan[]) =>
            data.some(({ user }) => user.id === scene.asker.id),
          );
        }),
      ],
      acrossBlocks: [
        {
          of: 'Sol among those who are banned',
          expected: hiddenOnes('200 without', '200 sees', 'no room'),
          look: async (scene, as, viewer) => {
            if (viewer === 'visitor') return 'no room';
            const roomId = scene.asked[viewer]!.room.id;
            await banned(scene.app.deps, roomId, scene.sol.id);
            return ask(as, listRoomBans, { params: { roomId } }, scene.mentionsSol);
          },
        },
      ],
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
      may: [
        ...inRoom('somebody who is banned', forTheOwner('200'), async ({ roomId }, as, scene) => {
          await banned(scene.app.deps, roomId, scene.asker.id);
          return ask(as, liftRoomBan, { params: { roomId }, body: { targetUserId: scene.asker.id } });
        }),
      ],
      acrossBlocks: [
        {
          of: 'letting Sol join again, as the owner may',
          expected: hiddenOnes('404 BAN_NOT_FOUND', '200', 'no room'),
          look: async (scene, as, viewer) => {
            if (viewer === 'visitor') return 'no room';
            const roomId = scene.asked[viewer]!.room.id;
            await banned(scene.app.deps, roomId, scene.sol.id);
            return ask(as, liftRoomBan, { params: { roomId }, body: { targetUserId: scene.sol.id } });
          },
        },
      ],
    },
    {
      endpoint: inviteToRoom,
      statements: atMost(5, async (scene) => {
        const { owner, params } = await aRoomWithGuests(scene);
        return { as: owner, params, body: {} };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, renew: true } }),
      may: [
        ...inRoom('the invite', forTheOwner('200 sees'), ({ roomId, invite }, as) =>
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
      endpoint: getLeaderVotes,
      statements: atMost(3, async (scene) => {
        const { room } = await aRoomWithGuests(scene);
        await voted(scene, room, [scene.ann]);
        return { as: scene.ann, params: { conversationId: room.conversationId } };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, query: { userId } }),
      may: [
        ...inRoom('the votes', forMembers('200'), ({ conversationId }, as) =>
          ask(as, getLeaderVotes, { params: { conversationId } }),
        ),
      ],
      acrossBlocks: [
        {
          of: "Sol's vote",
          expected: forAll('200 sees', noSession),
          look: (scene, as) => ask(as, getLeaderVotes, { params: scene.inTogether() }, scene.mentionsSol),
        },
      ],
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
      may: [
        ...inRoom('a vote for the host', votes, ({ conversationId }, as, scene) =>
          ask(as, voteForLeader, { params: { conversationId }, body: { candidateId: scene.host.id } }),
        ),
      ],
      acrossBlocks: [
        {
          of: 'a vote for Sol',
          expected: forAll('200', noSession),
          look: (scene, as) =>
            ask(as, voteForLeader, { params: scene.inTogether(), body: { candidateId: scene.host.id } }),
        },
      ],
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
  keeps: [
    { table: 'rooms', leave: ({ ann }) => aRoom(ann) },
    {
      table: 'join_requests',
      async leave({ ann, bob }) {
        const params = { roomId: (await aRoom(bob)).id };
        const { data } = await ann.get(joinRoom, { params, body: { ...farAway, message: 'May I?' } });
        const body = { requestId: data.requestId!, action: 'deny', responseMessage: 'No' };
        await bob.get(answerJoinRequest, { params, body });
      },
    },
    {
      table: 'room_bans',
      async leave({ ann, bob }) {
        const room = await aRoom(bob);
        await joined(room, ann);
        const body = { targetUserId: ann.id, reason: 'Enough' };
        await bob.get(banParticipant, { params: { roomId: room.id }, body });
      },
    },
    {
      table: 'leader_votes',
      async leave({ app, ann, bob }) {
        const room = await aRoom(bob);
        await joined(room, ann, await app.person('Voter'));
        const params = { conversationId: room.conversationId };
        await ann.get(voteForLeader, { params, body: { candidateId: bob.id } });
        await bob.get(voteForLeader, { params, body: { candidateId: ann.id } });
      },
    },
  ],
};
