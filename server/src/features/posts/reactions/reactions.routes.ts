import { addReaction, listReactions, removeReaction } from '@dazi/contract/posts/reactions';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as reactions from './reactions.service.ts';

export function reactionsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, listReactions, async ({ viewer, query }) => ({
    data: await reactions.listReactions(deps, viewer, query.messageId),
  }));

  handle(app, addReaction, async ({ actor, body }) => ({
    data: await reactions.addReaction(deps, actor, body.messageId, body.reactionType),
  }));

  handle(app, removeReaction, async ({ actor, body }) => {
    await reactions.removeReaction(deps, actor, body.messageId, body.reactionType);
    return { data: null };
  });
}
