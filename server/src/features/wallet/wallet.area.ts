import { groupEndsPort } from '#features/chat/rooms/rooms.service.ts';
import type { Area } from '#platform/area.ts';
import { fill } from '#platform/ports.ts';
import { returnFromGroup } from './closing.service.ts';
import { reportableTransfer } from './reportable-transfers.service.ts';
import { walletAccount } from './wallet.account.ts';
import { walletJobs } from './wallet.jobs.ts';
import { walletNotices } from './wallet.notices.ts';
import { walletRoutes } from './wallet.routes.ts';

export const walletArea: Area = {
  name: 'wallet',
  routes: (server, { deps }) => walletRoutes(server, deps),
  jobs: () => walletJobs,
  notices: [walletNotices],
  accountParts: () => [walletAccount],
  reportTargets: () => ({ transfer: reportableTransfer }),
  fills: [fill(groupEndsPort, returnFromGroup)],
};
