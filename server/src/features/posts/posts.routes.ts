import { createPost, editPost, removePost } from '@dazi/contract/posts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as posts from './posts.service.ts';

/**
 * POST   /api/messages               publishes
 * PATCH  /api/messages/{messageId}   changes the text of the own post
 * DELETE /api/messages/{messageId}   takes the own post back
 */
export function postsRoutes(app: FastifyInstance, deps: Deps, view: posts.ViewOfPost): void {
  handle(app, createPost, async ({ actor, body }) => ({
    data: await view(deps, actor, await posts.createPost(deps, actor, body)),
  }));

  handle(app, editPost, async ({ actor, params, body }) => {
    await posts.editPost(deps, actor, params.messageId, body);
    return { data: await view(deps, actor, params.messageId) };
  });

  handle(app, removePost, async ({ actor, params }) => {
    await posts.removePost(deps, actor, params.messageId);
    return { data: { id: params.messageId } };
  });
}
