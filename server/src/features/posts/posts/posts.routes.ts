import { blurPosts, countExactPosts } from '@dazi/contract/posts/blurring';
import { listMapCounts } from '@dazi/contract/posts/map-counts';
import { createPost, editPost, removePost } from '@dazi/contract/posts/posts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as blurring from './blurring.service.ts';
import * as mapCounts from './map-counts.service.ts';
import * as posts from './posts.service.ts';

/** Less than a map waits before it asks again. */
const mapCountsLifetime_s = 10;

export function postsRoutes(
  app: FastifyInstance,
  deps: Deps,
  view: posts.ViewOfPost,
  blurredAlong: posts.BlurredAlong,
): void {
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

  handle(app, countExactPosts, async ({ actor, query }) => ({
    data: await blurring.countExact(deps, blurredAlong, actor, query.upTo),
  }));

  handle(app, blurPosts, async ({ actor, body }) => ({
    data: await blurring.blurPosts(deps, blurredAlong, actor, body.upTo),
  }));

  handle(app, listMapCounts, async ({ query, reply }) => {
    // The same for everybody, and seconds old anyway.
    reply.header('cache-control', `public, max-age=${mapCountsLifetime_s}`);
    return { data: await mapCounts.countOnMap(deps, query) };
  });
}
