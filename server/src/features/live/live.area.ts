import type { Area } from '#platform/area.ts';
import { liveRoutes } from './live.routes.ts';
import { hiddenFromPort, LiveHub, recordOpenStreamsPort, subscriptionsPort } from './live.service.ts';

export const liveArea: Area = {
  name: 'live',
  routes: (server, { deps, ports }) =>
    liveRoutes(
      server,
      new LiveHub(
        deps,
        ports.get(hiddenFromPort),
        ports.get(subscriptionsPort),
        ports.get(recordOpenStreamsPort),
      ),
    ),
};
