import { getServerState, listAccounts } from '@dazi/contract/administration/administration';
import type { FastifyInstance } from 'fastify';
import type { RunningServer } from '#platform/area.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as administration from './administration.service.ts';

export function administrationRoutes(app: FastifyInstance, deps: Deps, running: RunningServer): void {
  handle(app, getServerState, async () => ({ data: await administration.getServerState(deps, running) }));

  handle(app, listAccounts, async ({ query }) => {
    const { accounts, nextCursor } = await administration.listAccounts(deps, query);
    return { data: accounts, nextCursor };
  });
}
