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

/** How the last runs of a job on this node went. */
export interface JobRuns {
  name: string;
  every_ms: number;
  /** Null before it first ran. */
  begunAt: Date | null;
  /** Of the last run that ended. */
  endedAt: Date | null;
  hasFailed: boolean;
}

/** Runs each job at its interval; one that fails is tried again. The answer stops them and waits for those that run. */
export function startJobs(
  deps: Deps,
  jobs: readonly Job[],
  runs: JobRuns[] = [],
): (onWait: (job: string) => void) => Promise<void> {
  const running = new Map<Promise<void>, string>();
  const runJob = (job: Job, known: JobRuns) => {
    known.begunAt = deps.clock();
    const begun_ms = performance.now();
    const labels = { job: job.name };
    const ended = (hasFailed: boolean) => {
      Object.assign(known, { endedAt: deps.clock(), hasFailed });
      deps.measures.observe('job_seconds', (performance.now() - begun_ms) / 1000, labels);
      if (hasFailed) deps.measures.count('job_failed', labels);
    };
    const run = job
      .run(deps)
      .then(
        () => ended(false),
        (error) => {
          ended(true);
          deps.log.error({ err: error, job: job.name }, 'job failed');
        },
      )
      .finally(() => running.delete(run));
    running.set(run, job.name);
  };
  const timers = jobs.map((job) => {
    const { name, every_ms } = job;
    const known: JobRuns = { name, every_ms, begunAt: null, endedAt: null, hasFailed: false };
    runs.push(known);
    runJob(job, known);
    return setInterval(runJob, every_ms, job, known);
  });
  return async (onWait) => {
    for (const timer of timers) clearInterval(timer);
    for (const [run, name] of running) {
      onWait(name);
      await run;
    }
  };
}
