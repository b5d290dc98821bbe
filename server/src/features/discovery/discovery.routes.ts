import { getProfile, listProfiles, listUsers } from '@dazi/contract/discovery/people';
import { getPost, idsLimit, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import type { FastifyInstance } from 'fastify';
import { keywordsOf, regionOf } from '#features/posts/post-views/post-views.rules.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as discovery from './discovery.service.ts';

/**
 * GET /api/messages               posts by author, place and filters
 * GET /api/messages/{messageId}   one post
 * GET /api/bookmarks              the own bookmarks with their posts
 * GET /api/users                  people; or how many posts somebody has
 * GET /api/profiles/{userId}      a public face
 * GET /api/profiles               public faces by user id
 */
export function discoveryRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, listPosts, async ({ viewer, query }) => {
    if (query.ids !== undefined) {
      const ids = query.ids.split(',').filter(Boolean);
      if (ids.length > idsLimit) throw new AppError('INVALID_INPUT');
      return { data: await discovery.listPostsById(deps, viewer, ids), nextCursor: null };
    }
    const { posts, nextCursor } = await discovery.listPosts(
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

  handle(app, getPost, async ({ viewer, params }) => ({
    data: await discovery.getPost(deps, viewer, params.messageId),
  }));

  handle(app, listBookmarks, async ({ actor, query }) => {
    const { bookmarks, nextCursor } = await discovery.listBookmarks(deps, actor, query);
    return { data: bookmarks, nextCursor };
  });

  handle(app, listUsers, async ({ viewer, query }) => {
    if (query.messageCount === 'true') {
      if (!query.userId) throw new AppError('INVALID_INPUT');
      const messageCount = await discovery.countPosts(deps, viewer, query.userId);
      return { data: { messageCount }, nextCursor: null };
    }
    if (!viewer) throw new AppError('SIGN_IN_REQUIRED');
    const { users, nextCursor } = await discovery.listUsers(deps, viewer, query);
    return { data: users, nextCursor };
  });

  handle(app, getProfile, async ({ viewer, params }) => ({
    data: await discovery.getProfile(deps, viewer, params.userId),
  }));

  handle(app, listProfiles, async ({ actor, query }) => {
    const { profiles, nextCursor } = await discovery.listProfiles(deps, actor, query);
    return { data: profiles, nextCursor };
  });
}
