import {
  messageRedactedPort,
  reportableMessage,
} from '#features/chat/conversations/conversations.service.ts';
import type { Area } from '#platform/area.ts';
import { fill } from '#platform/ports.ts';
import { miniAppsAccount } from './mini-apps.account.ts';
import { miniAppsJobs } from './mini-apps.jobs.ts';
import { miniAppsRoutes } from './mini-apps.routes.ts';
import { miniAppRedacted } from './mini-apps.service.ts';
import { reportableMiniApp } from './reportable-mini-apps.service.ts';
import { WaitingEnds } from './waiting.service.ts';

export const miniAppsArea: Area = {
  name: 'mini-apps',
  routes: (server, { deps }) => miniAppsRoutes(server, deps),
  jobs: () => miniAppsJobs,
  start: ({ deps }) => new WaitingEnds(deps),
  accountParts: () => [miniAppsAccount],
  reportTargets: (ports) => ({
    'mini-app': reportableMiniApp(reportableMessage(ports.get(messageRedactedPort))),
  }),
  fills: [fill(messageRedactedPort, miniAppRedacted)],
};
