import type { Job } from '#platform/jobs.ts';
import { endFolds, sweepStrayFiles, sweepUploads } from './media.service.ts';
import { sweepSealed } from './sealed-copies.service.ts';

export const mediaJobs: readonly Job[] = [
  { name: 'sweep stray media files', every_ms: 6 * 60 * 60 * 1000, once: true, run: sweepStrayFiles },
  { name: 'show what was folded for long enough', every_ms: 60 * 1000, once: true, run: endFolds },
  { name: 'sweep uploads that nothing shows', every_ms: 60 * 60 * 1000, once: true, run: sweepUploads },
  { name: 'sweep sealed copies', every_ms: 60 * 60 * 1000, once: true, run: sweepSealed },
];
