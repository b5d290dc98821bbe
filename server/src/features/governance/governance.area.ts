import type { Area } from '#platform/area.ts';
import { governanceAccount } from './governance.account.ts';
import { governanceNotices } from './governance.notices.ts';
import { governanceRoutes } from './governance.routes.ts';
import { reportableMotion } from './reportable-motions.service.ts';

export const governanceArea: Area = {
  name: 'governance',
  routes: (server, { deps }) => governanceRoutes(server, deps),
  reportTargets: () => ({ motion: reportableMotion }),
  notices: [governanceNotices],
  accountParts: () => [governanceAccount],
};
