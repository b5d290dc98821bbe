import {
  castBoardVote,
  createMotion,
  getMotion,
  listBoardMembers,
  listChainLinks,
  listMotions,
  listResolutions,
  listVotingRecords,
  voteOnMotion,
} from '@dazi/contract/governance/governance';
import { sql } from 'drizzle-orm';
import { cursorOf } from '#platform/cursor.ts';
import type { SampleScene } from '../../testing/bad-input-scene.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import { perScene, type Surface } from '../../testing/surface.ts';
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
    },
    {
      endpoint: listVotingRecords,
      statements: atMost(2, async (scene) => {
        await aSittingBoard(scene);
        return { as: scene.ann };
      }),
      sample: { query: { limit: '5', cursor: '7' } },
    },
    {
      endpoint: listMotions,
      statements: atMost(2, async (scene) => {
        await aSittingBoard(scene);
        return { as: scene.ann };
      }),
      sample: async (scene) => {
        const motion = await aMotionOfAnn(scene);
        return { query: { limit: '5', cursor: `p${cursorOf(motion)}`, except: 'PASSED' } };
      },
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
    },
    {
      endpoint: createMotion,
      // With what whoever looks is told.
      statements: atMost(7, async (scene) => ({
        as: (await aSittingBoard(scene)).first,
        body: { title: 'Benches', content: 'More of them' },
      })),
      sample: ({ userId }) => ({ body: { title: 'Benches', content: 'More', createdBy: userId } }),
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
    },
    {
      endpoint: listResolutions,
      statements: atMost(3, async (scene) => {
        await aSittingBoard(scene);
        return { as: scene.ann };
      }),
      sample: { query: { limit: '5', cursor: '7' } },
    },
    {
      endpoint: listChainLinks,
      statements: atMost(3, async (scene) => {
        await aSittingBoard(scene);
        return { as: scene.ann, params: { chain: 'ballots' } };
      }),
      sample: { params: { chain: 'ballots' }, query: { after: '0', limit: '5' } },
    },
  ],
};
