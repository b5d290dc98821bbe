import { blockPerson, listBlocks, unblockPerson } from '@dazi/contract/people/blocks';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as blocks from './blocks.service.ts';

export function blocksRoutes(app: FastifyInstance, deps: Deps, partBlocked: blocks.PartBlocked): void {
  handle(app, listBlocks, async ({ actor, query }) => {
    const { blocks: data, nextCursor } = await blocks.listBlocks(deps, actor, query.cursor);
    return { data, nextCursor };
  });

  handle(app, blockPerson, async ({ actor, body }) => ({
    data: await blocks.blockPerson(deps, actor, body.blockedId, body.reason ?? null, partBlocked),
  }));

  handle(app, unblockPerson, async ({ actor, body }) => ({
    data: await blocks.unblockPerson(deps, actor, body.blockedId),
  }));
}
