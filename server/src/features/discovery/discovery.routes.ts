import { getProfile, listProfiles, listUsers } from '@dazi/contract/discovery/people';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as discovery from './discovery.service.ts';

export function discoveryRoutes(app: FastifyInstance, deps: Deps): void {
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
