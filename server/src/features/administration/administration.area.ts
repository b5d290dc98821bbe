import type { Area } from '#platform/area.ts';
import { administrationRoutes } from './administration.routes.ts';

export const administrationArea: Area = {
  name: 'administration',
  routes: (server, { deps, running }) => administrationRoutes(server, deps, running),
};
