import type { Deps } from './deps.ts';
import { eraseEventsBefore } from './outbox.store.ts';

/** Something done regularly; may run on several nodes at once and does no harm then. */
export interface Job {
  name: string;
  every_ms: number;
  run(deps: Deps): Promise<void>;
}

const outboxLifetime_ms = 7 * 24 * 60 * 60 * 1000;

export const platformJobs: readonly Job[] = [
  {
    name: 'erase old events',
    every_ms: 60 * 60 * 1000,
    run: (deps) => eraseEventsBefore(deps.db, new Date(deps.clock().getTime() - outboxLifetime_ms)),
  },
];

/** Runs each job now and then at its interval. A job that fails is tried again next time. */
export function startJobs(deps: Deps, jobs: readonly Job[]): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const runJob = (job: Job) => {
    const run = job
      .run(deps)
      .catch((error) => deps.log.error({ err: error, job: job.name }, 'job failed'))
      .finally(() => running.delete(run));
    running.add(run);
  };
  const timers = jobs.map((job) => setInterval(runJob, job.every_ms, job));
  for (const job of jobs) runJob(job);
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}
