import type { Job } from '#platform/jobs.ts';
import { settleEndedGroups } from './closing.service.ts';
import { forgetFoundAddresses } from './wallet.service.ts';

export const walletJobs: readonly Job[] = [
  { name: 'return what ended groups had', every_ms: 60 * 60 * 1000, once: true, run: settleEndedGroups },
  { name: 'forget found addresses', every_ms: 60 * 60 * 1000, once: true, run: forgetFoundAddresses },
];
