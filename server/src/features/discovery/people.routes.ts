import { listOnlineUsers } from '@dazi/contract/chat/presence';
import { findMatches, searchProfiles } from '@dazi/contract/discovery/people';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as people from './people.service.ts';

export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, findMatches, async ({ actor }) => {
    const { matches, sharedUntil } = await people.findMatches(deps, actor);
    return { data: matches, sharedUntil: sharedUntil?.toISOString() ?? null };
  });

  handle(app, searchProfiles, async ({ actor, query }) => ({
    data: await people.searchProfiles(deps, actor, query.name),
  }));

  handle(app, listOnlineUsers, async ({ actor, query }) => {
    const { people: data, sharedUntil } = await people.listOnlineUsers(deps, actor, query.radius);
    return { data, sharedUntil: sharedUntil?.toISOString() ?? null };
  });
}
