import type { Job } from '#platform/jobs.ts';
import { forgetOldPresence, noteGone } from './presence.service.ts';

export const presenceJobs: readonly Job[] = [
  { name: 'forget old presence', every_ms: 15 * 60 * 1000, once: true, run: forgetOldPresence },
  { name: 'note who is gone', every_ms: 15 * 1000, once: true, run: noteGone },
];
