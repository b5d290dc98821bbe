import type { Job } from '#platform/jobs.ts';
import { forgetExpiredSessions } from './identity.service.ts';

export const identityJobs: readonly Job[] = [
  { name: 'forget expired sessions', every_ms: 60 * 60 * 1000, run: forgetExpiredSessions },
];
