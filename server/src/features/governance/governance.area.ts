import type { Area } from '#platform/area.ts';
import { governanceAccount } from './governance.account.ts';
import { governanceNotices } from './governance.notices.ts';
import { governanceRoutes } from './governance.routes.ts';

export const governanceArea: Area = {
  name: 'governance',
  routes: (server, { deps }) => governanceRoutes(server, deps),
  notices: [governanceNotices],
  accountParts: () => [governanceAccount],
};
