import {
  castBoardVote,
  createMotion,
  getMotion,
  listBoardMembers,
  listChainLinks,
  listMotions,
  listResolutions,
  listVotingRecords,
  type Motion,
  voteOnMotion,
} from '@dazi/contract/governance/governance';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { sql } from 'drizzle-orm';
import { cursorOf } from '#platform/cursor.ts';
import type { SampleScene } from '../../testing/bad-input-scene.ts';
import { forAll } from '../../testing/blocks-looks.ts';
import { ask, type Case, everyone, ownerOnly } from '../../testing/may.ts';
import { perScene } from '../../testing/once.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { aBoard, aMotion, ballot, castVote } from './governance.builder.ts';

/** A board whose first eleven have said YES to two motions, and all of it to a third. */
const aSittingBoard = perScene(async ({ app }: StatementsScene) => {
  const board = await aBoard(app);
  const [first, last] = [board[0]!, board[11]!];
  const [passing, other, passed] = [await aMotion(first), await aMotion(first), await aMotion(first)];
  for (const member of board.slice(0, 11))
    for (const motion of [passing, other, passed]) await ballot(member, motion);
  await ballot(last, passed);
  return { first, second: board[1]!, last, passing, other };
});

const aMotionOfAnn = perScene(async ({ ann, bob }: SampleScene) => {
  await castVote(bob, ann);
  const motion = await aMotion(ann);
  await ballot(ann, motion);
  return motion;
});

const maySeeCandidates = (endpoint: Endpoint): Case[] => [
  {
    of: 'the owner as a candidate, whom blocks leave where they are',
    expected: everyone('200 sees'),
    async request(scene, as) {
      await castVote(scene.host, scene.people.owner);
      return ask(as, endpoint, {}, (data: unknown) => JSON.stringify(data).includes(scene.people.owner.id));
    },
  },
];

export const governanceSurface: Surface = {
  of: 'governance',
  calls: [
    {
      endpoint: listBoardMembers,
      statements: atMost(2, async (scene) => {
        await aSittingBoard(scene);
        return { as: scene.ann };
      }),
      sample: { query: { from: '12' } },
      may: maySeeCandidates(listBoardMembers),
      acrossBlocks: [
        {
          of: `Sol in public office, which no block touches: ${listBoardMembers.name}`,
          expected: forAll('200 sees', '200 sees'),
          look: (scene, as: TestPerson) =>
            ask(as, listBoardMembers, {}, (data: unknown) => JSON.stringify(data).includes(scene.sol.id)),
        },
      ],
    },
    {
      endpoint: castBoardVote,
      // Both accounts and the chains held, what stands, the board before and after; the link with all it changes in one;
      // who is told, and what the new board agrees on, with one resolution.
      statements: atMost(14, async (scene) => {
        const { first, second, last, other } = await aSittingBoard(scene);
        await castVote(second, first, 'remove');
        await ballot(last, other);
        // As if they had not been told of late.
        await scene.app.deps.db.execute(sql`UPDATE board_candidates SET told_at = NULL`);
        return { as: second, body: { candidateId: first.id, action: 'add' } };
      }),
      sample: ({ userId, bob }) => ({ body: { voterId: userId, candidateId: bob.id, action: 'check' } }),
      may: [
        {
          of: 'a vote for the owner, blocked or not',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED', owner: '400 BOARD_VOTE_YOURSELF' },
          async request(scene, as) {
            const body = { candidateId: scene.people.owner.id, action: 'add' };
            const outcome = await ask(as, castBoardVote, { body });
            if (as.user) await castVote(as, scene.people.owner, 'remove');
            return outcome;
          },
        },
        {
          of: 'whether the owner has voted for the host: everybody hears of their own votes alone',
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
          async request(scene, as) {
            await castVote(scene.people.owner, scene.host);
            const body = { candidateId: scene.host.id, action: 'check' };
            return ask(as, castBoardVote, { body }, ({ hasVoted }: { hasVoted: boolean }) => hasVoted);
          },
        },
      ],
      acrossBlocks: [
        {
          of: 'a board vote for Sol, which no block touches',
          expected: forAll('200', '401 SIGN_IN_REQUIRED'),
          look: (scene, as) => ask(as, castBoardVote, { body: { candidateId: scene.sol.id, action: 'add' } }),
        },
      ],
    },
    {
      endpoint: listVotingRecords,
      statements: atMost(2, async (scene) => {
        await aSittingBoard(scene);
        return { as: scene.ann };
      }),
      sample: { query: { limit: '5', cursor: '7' } },
      may: maySeeCandidates(listVotingRecords),
      acrossBlocks: [
        {
          of: `Sol in public office, which no block touches: ${listVotingRecords.name}`,
          expected: forAll('200 sees', '200 sees'),
          look: (scene, as: TestPerson) =>
            ask(as, listVotingRecords, {}, (data: unknown) => JSON.stringify(data).includes(scene.sol.id)),
        },
      ],
    },
    {
      endpoint: listMotions,
      // The session, the motions, and who has a seat.
      statements: atMost(3, async (scene) => {
        await aSittingBoard(scene);
        return { as: scene.ann };
      }),
      sample: async (scene) => {
        const motion = await aMotionOfAnn(scene);
        return { query: { limit: '5', cursor: `p${cursorOf(motion)}`, except: 'PASSED' } };
      },
      may: [
        {
          of: 'what the owner has put to the board',
          expected: everyone('200 sees'),
          async request(scene, as) {
            await castVote(scene.host, scene.people.owner);
            const { id } = await aMotion(scene.people.owner);
            return ask(as, listMotions, { query: { limit: 100 } }, (data: Motion[]) =>
              data.some((motion) => motion.id === id && motion.createdBy === scene.people.owner.id),
            );
          },
        },
      ],
      acrossBlocks: [
        {
          of: `Sol in public office, which no block touches: ${listMotions.name}`,
          expected: forAll('200 sees', '200 sees'),
          look: (scene, as: TestPerson) =>
            ask(as, listMotions, {}, (data: unknown) => JSON.stringify(data).includes(scene.sol.id)),
        },
      ],
    },
    {
      endpoint: getMotion,
      // The session, the motion, and what it became.
      statements: atMost(3, async (scene) => {
        const { passing, other } = await aSittingBoard(scene);
        return [passing, other].map(({ id }) => ({ as: scene.ann, params: { motionId: id } }));
      }),
      sample: async (scene) => {
        const motion = await aMotionOfAnn(scene);
        return { params: { motionId: motion.id } };
      },
      may: [
        {
          of: 'one motion of the owner, blocked or not',
          expected: everyone('200 sees'),
          async request(scene, as) {
            await castVote(scene.host, scene.people.owner);
            const { id: motionId } = await aMotion(scene.people.owner);
            return ask(
              as,
              getMotion,
              { params: { motionId } },
              ({ creator }: Motion) => creator?.id === scene.people.owner.id,
            );
          },
        },
      ],
      acrossBlocks: [
        {
          of: 'a motion of Sol, which no block touches',
          expected: forAll('200 sees', '200 sees'),
          look: (scene, as) =>
            ask(as, getMotion, { params: { motionId: scene.motion.id } }, (data: unknown) =>
              JSON.stringify(data).includes(scene.sol.id),
            ),
        },
      ],
    },
    {
      endpoint: createMotion,
      // With what whoever looks is told.
      statements: atMost(7, async (scene) => ({
        as: (await aSittingBoard(scene)).first,
        body: { title: 'Benches', content: 'More of them' },
      })),
      sample: ({ userId }) => ({ body: { title: 'Benches', content: 'More', createdBy: userId } }),
      may: [
        {
          of: 'a motion, by the owner, who is on the board',
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_A_BOARD_MEMBER'),
          async request(scene, as) {
            await castVote(scene.host, scene.people.owner);
            return ask(as, createMotion, { body: { title: 'Benches', content: 'More of them' } });
          },
        },
      ],
      acrossBlocks: 'the own motion; who sees it stands under the motions',
    },
    {
      endpoint: voteOnMotion,
      // The twelfth YES: the ballot and its voter, the ends of two chains, the motion, its resolution, both again, and what is told.
      statements: atMost(15, async (scene) => {
        const { last, passing } = await aSittingBoard(scene);
        return { as: last, params: { motionId: passing.id }, body: { vote: 'YES' } };
      }),
      sample: async (scene) => {
        const { userId } = scene;
        const motion = await aMotionOfAnn(scene);
        return { params: { motionId: motion.id }, body: { voterId: userId, vote: 'YES' } };
      },
      may: [
        {
          of: 'a ballot, by the owner, who is on the board',
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_A_BOARD_MEMBER'),
          async request(scene, as) {
            await castVote(scene.host, scene.people.owner);
            const { id: motionId } = await aMotion(scene.people.owner);
            return ask(as, voteOnMotion, { params: { motionId }, body: { vote: 'YES' } });
          },
        },
      ],
      acrossBlocks: 'the motion, which no block touches: its own row says who may',
    },
    {
      endpoint: listResolutions,
      statements: atMost(3, async (scene) => {
        await aSittingBoard(scene);
        return { as: scene.ann };
      }),
      sample: { query: { limit: '5', cursor: '7' } },
      may: [
        {
          of: 'what the board has resolved',
          expected: everyone('200'),
          request: (_scene, as) => ask(as, listResolutions, {}),
        },
      ],
      acrossBlocks: 'what all of the board has said YES to; their motions stand above',
    },
    {
      endpoint: listChainLinks,
      statements: atMost(3, async (scene) => {
        await aSittingBoard(scene);
        return { as: scene.ann, params: { chain: 'ballots' } };
      }),
      sample: { params: { chain: 'ballots' }, query: { after: '0', limit: '5' } },
      may: [
        {
          of: 'the ballot of the owner in the chain, blocked or not',
          expected: everyone('200 sees'),
          async request(scene, as) {
            await castVote(scene.host, scene.people.owner);
            await ballot(scene.people.owner, await aMotion(scene.people.owner));
            return ask(as, listChainLinks, { params: { chain: 'ballots' } }, (data: unknown) =>
              JSON.stringify(data).includes(scene.people.owner.id),
            );
          },
        },
      ],
      acrossBlocks: [
        {
          of: 'Sol in the chains, which no block touches',
          expected: forAll('200 sees', '200 sees'),
          look: (scene, as) =>
            ask(as, listChainLinks, { params: { chain: 'ballots' } }, (data: unknown) =>
              JSON.stringify(data).includes(scene.sol.id),
            ),
        },
      ],
    },
  ],
  events: [{ type: 'governance_changed', acrossBlocks: 'which list is another now; names nobody' }],
  keeps: [
    { table: 'board_votes', leave: ({ ann, bob }) => castVote(ann, bob) },
    { table: 'board_vote_details', leave: ({ ann, bob }) => castVote(ann, bob) },
    { table: 'board_candidates', leave: ({ ann, bob }) => castVote(bob, ann) },
    { table: 'motions', leave: ({ ann }) => aMotion(ann) },
    { table: 'ballot_details', leave: async ({ ann }) => ballot(ann, await aMotion(ann)) },
  ],
};
