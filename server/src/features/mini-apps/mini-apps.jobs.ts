import type { Job } from '#platform/jobs.ts';
import { completeOverdue } from './completion.service.ts';
import { forgetOutdated } from './erasure.service.ts';

export const miniAppsJobs: readonly Job[] = [
  {
    name: 'complete mini apps that wait for nobody',
    every_ms: 60 * 1000,
    once: true,
    run: (deps) => completeOverdue(deps),
  },
  { name: 'forget contributed positions', every_ms: 10 * 60 * 1000, once: true, run: forgetOutdated },
];
