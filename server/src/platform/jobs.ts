import type { Deps } from './deps.ts';
import { eraseEventsBefore } from './outbox.store.ts';
import { untilNoneIsLeft } from './pages.ts';

/** Something done regularly; may run on several nodes at once and does no harm then. */
export interface Job {
  name: string;
  every_ms: number;
  run(deps: Deps): Promise<void>;
}

async function eraseOldEvents(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - outboxLifetime_ms);
  await untilNoneIsLeft((limit) => eraseEventsBefore(deps.db, before, limit));
}

const outboxLifetime_ms = 7 * 24 * 60 * 60 * 1000;

export const platformJobs: readonly Job[] = [
  {
    name: 'erase old events',
    every_ms: 60 * 60 * 1000,
    run: eraseOldEvents,
  },
];

/** Runs each job at its interval; one that fails is tried again. The answer stops them and waits for those that run. */
export function startJobs(
  deps: Deps,
  jobs: readonly Job[],
): (onWait: (job: string) => void) => Promise<void> {
  const running = new Map<Promise<void>, string>();
  const runJob = (job: Job) => {
    const run = job
      .run(deps)
      .catch((error) => deps.log.error({ err: error, job: job.name }, 'job failed'))
      .finally(() => running.delete(run));
    running.set(run, job.name);
  };
  const timers = jobs.map((job) => setInterval(runJob, job.every_ms, job));
  for (const job of jobs) runJob(job);
  return async (onWait) => {
    for (const timer of timers) clearInterval(timer);
    for (const [run, name] of running) {
      onWait(name);
      await run;
    }
  };
}
