import type { Area } from '#platform/area.ts';
import { mediaAccount } from './media.account.ts';
import { mediaJobs } from './media.jobs.ts';
import { mediaRoutes } from './media.routes.ts';
import { uploadsRoutes } from './uploads.routes.ts';

export const mediaArea: Area = {
  name: 'media',
  async routes(server, { deps, mediaGuards }) {
    mediaRoutes(server, deps, mediaGuards);
    await uploadsRoutes(server, deps);
  },
  jobs: () => mediaJobs,
  accountParts: () => [mediaAccount],
};
