import type { Job } from '#platform/jobs.ts';
import { passOnRoomsOfSuspended } from './leaders.service.ts';

export const roomsJobs: readonly Job[] = [
  {
    name: 'pass on rooms of suspended people',
    every_ms: 60 * 60 * 1000,
    once: true,
    run: passOnRoomsOfSuspended,
  },
];
