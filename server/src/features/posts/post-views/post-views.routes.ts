import { getPost, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import { idsLimit } from '@dazi/contract/posts/post-views.rules';
import type { FastifyInstance } from 'fastify';
import { requireConfirmed } from '#features/identity/identity.service.ts';
import { regionOf } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import { keywordsOf } from './post-views.rules.ts';
import * as views from './post-views.service.ts';

export function postViewsRoutes(app: FastifyInstance, deps: Deps, planOf: views.PlanOfPost): void {
  handle(app, listPosts, async ({ viewer, query }) => {
    if (query.gender !== undefined) {
      if (!viewer) throw new AppError('GENDER_FILTER_SIGN_IN');
      requireConfirmed(viewer);
    }
    if (query.ids !== undefined) {
      const ids = query.ids.split(',').filter(Boolean);
      if (ids.length > idsLimit) throw new AppError('INVALID_INPUT');
      return { data: await views.listPostsById(deps, viewer, ids), nextCursor: null };
    }
    const { posts, nextCursor } = await views.listPosts(
      deps,
      viewer,
      {
        region: regionOf(query),
        authorId: query.userId ?? null,
        view: query.view ?? 'all',
        gender: query.gender ?? null,
        keywords: keywordsOf(query.keywords),
        postedSince: query.postedSince ? new Date(query.postedSince) : null,
      },
      query,
    );
    return { data: posts, nextCursor };
  });

  handle(app, getPost, async ({ viewer, params: { messageId } }) => {
    const post = await views.getPost(deps, viewer, messageId);
    return { data: { ...post, planId: await planOf(deps, viewer, messageId) } };
  });

  handle(app, listBookmarks, async ({ actor, query }) => {
    const { bookmarks, nextCursor } = await views.listBookmarks(deps, actor, query);
    return { data: bookmarks, nextCursor };
  });
}
