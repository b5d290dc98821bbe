import { loadDemoTown } from '@dazi/contract/demo-town/demo-town';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as demoTown from './demo-town.service.ts';

export function demoTownRoutes(app: FastifyInstance, deps: Deps, issuer: string): void {
  handle(app, loadDemoTown, async () => ({ data: await demoTown.loadDemoTown(deps, issuer) }));
}
