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
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as chainLinks from './chain-links.service.ts';
import * as board from './governance.service.ts';
import * as motionViews from './motion-views.service.ts';
import * as motions from './motions.service.ts';

export function governanceRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, listBoardMembers, async ({ viewer, query }) => ({
    data: await board.listBoardMembers(deps, viewer, query.from),
  }));

  handle(app, castBoardVote, async ({ actor, body }) => {
    const hasVoted = await board.castBoardVote(deps, actor, body);
    return { data: { hasVoted }, hasVoted };
  });

  handle(app, listVotingRecords, async ({ viewer, query }) => {
    const { records, nextCursor } = await board.listVotingRecords(deps, viewer, query);
    return { data: records, nextCursor };
  });

  handle(app, listMotions, async ({ viewer, query }) => {
    const { motions: data, nextCursor } = await motionViews.listMotions(deps, viewer, query);
    return { data, nextCursor };
  });

  handle(app, getMotion, async ({ viewer, params }) => {
    const { motion, resolution } = await motionViews.getMotion(deps, viewer, params.motionId);
    return { data: motion, resolution };
  });

  handle(app, createMotion, async ({ actor, body }) => ({
    data: await motions.createMotion(deps, actor, body),
  }));

  handle(app, voteOnMotion, async ({ actor, params, body }) => {
    const { motion, resolution } = await motions.voteOnMotion(deps, actor, params.motionId, body.vote);
    return { data: motion, resolution };
  });

  handle(app, listResolutions, async ({ query }) => {
    const { resolutions, nextCursor, total } = await motionViews.listResolutions(deps, query);
    return { data: resolutions, nextCursor, total };
  });

  handle(app, listChainLinks, async ({ params, query }) => {
    const { links, head } = await chainLinks.listChainLinks(deps, params.chain, query);
    return { data: links, head };
  });
}
