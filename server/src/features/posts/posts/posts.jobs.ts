import type { Job } from '#platform/jobs.ts';
import { foldMapCounts } from './map-counts.service.ts';
import { cleanUpPosts } from './posts.service.ts';

/** A cleanup runs on start and every 5 minutes; the map's counters are at most a second or two behind. */
export const postsJobs: readonly Job[] = [
  { name: 'clean up posts', every_ms: 5 * 60 * 1000, once: true, run: cleanUpPosts },
  { name: 'fold map counts', every_ms: 1000, run: foldMapCounts },
];
