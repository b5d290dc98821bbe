import { findPlaces } from '@dazi/contract/places/place-search';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import { townsLike } from './places.service.ts';

export function placesRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, findPlaces, async ({ query }) => ({ data: await townsLike(deps, query.query) }));
}
