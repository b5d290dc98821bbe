import type { Job } from '#platform/jobs.ts';
import { sweepUnattached } from './conversations.service.ts';

export const conversationsJobs: readonly Job[] = [
  { name: 'sweep uploads that no message shows', every_ms: 60 * 60 * 1000, run: sweepUnattached },
];
