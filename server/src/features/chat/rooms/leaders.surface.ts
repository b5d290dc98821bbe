import { getLeaderVotes, objectToLeader, voteForLeader } from '@dazi/contract/chat/rooms';
import { forAll, noSession } from '../../../testing/blocks-looks.ts';
import { ask } from '../../../testing/may.ts';
import { forMembers, inRoom } from '../../../testing/may-conversations.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { aRoom, aRoomWithGuests, joined, voted } from './rooms.builder.ts';

/** Three members are needed; the vote of the last of six elects nobody. */
const votes = { ...forMembers('409 TOO_FEW_VOTERS'), members: forMembers('200').members };

export const leadersSurface: Surface = {
  of: 'chat/rooms',
  calls: [
    {
      endpoint: getLeaderVotes,
      // The membership, the room, the votes, and how many members count.
      statements: atMost(5, async (scene) => {
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
      // As leaving, with the vote that elects, how many members count, and what the room remembers of it.
      statements: atMost(19, async (scene) => {
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
      endpoint: objectToLeader,
      // As the vote that elects, without votes.
      statements: atMost(14, async (scene) => {
        const { room, owner, dan } = await aRoomWithGuests(scene);
        await voted(scene, room, [scene.ann, dan]);
        return { as: owner, params: { conversationId: room.conversationId }, body: {} };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, body: { userId } }),
      may: [
        ...inRoom('where nobody was voted out', forMembers('409 NO_OBJECTION'), ({ conversationId }, as) =>
          ask(as, objectToLeader, { params: { conversationId }, body: {} }),
        ),
      ],
      acrossBlocks: 'the own room, which no block takes away',
    },
  ],
  keeps: [
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
