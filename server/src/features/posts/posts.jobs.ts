import type { Job } from '#platform/jobs.ts';
import { cleanUpPosts } from './posts.service.ts';

/** A cleanup runs on start and every 5 minutes. */
export const postsJobs: readonly Job[] = [
  { name: 'clean up posts', every_ms: 5 * 60 * 1000, run: cleanUpPosts },
];
