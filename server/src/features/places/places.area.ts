import type { Area } from '#platform/area.ts';
import { placesAccount } from './places.account.ts';
import { placesRoutes } from './places.routes.ts';

export const placesArea: Area = {
  name: 'places',
  routes: (server, { deps }) => placesRoutes(server, deps),
  accountParts: () => [placesAccount],
};
