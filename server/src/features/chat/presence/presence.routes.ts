import { clearPresence, sharePresence } from '@dazi/contract/chat/presence';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as presence from './presence.service.ts';

export function presenceRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, sharePresence, async ({ actor, body }) => {
    const { latitude, longitude, display, sharedAt } = await presence.sharePresence(deps, actor, body);
    const until = presence.sharedUntil(sharedAt).toISOString();
    return { data: { latitude, longitude, display, sharedUntil: until } };
  });

  handle(app, clearPresence, async ({ actor }) => {
    await presence.clearPresence(deps, actor.id);
    return { data: null };
  });
}
