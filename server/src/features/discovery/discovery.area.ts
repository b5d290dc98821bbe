import { viewOfProfilePort } from '#features/people/profiles/profiles.service.ts';
import type { Area } from '#platform/area.ts';
import { previewsPort } from '#platform/http/web-pages.ts';
import { fill } from '#platform/ports.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import { getProfile } from './discovery.service.ts';
import { previewOfPlan, previewOfPost, previewOfRoom } from './link-preview.service.ts';
import { peopleRoutes } from './people.routes.ts';

export const discoveryArea: Area = {
  name: 'discovery',
  routes(server, { deps }) {
    discoveryRoutes(server, deps);
    peopleRoutes(server, deps);
  },
  fills: [
    fill(viewOfProfilePort, getProfile),
    fill(previewsPort, { post: previewOfPost, room: previewOfRoom, plan: previewOfPlan }),
  ],
};
