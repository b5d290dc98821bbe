import { advisoryLocks } from './database/advisory-locks.ts';
import type { HeldLocks } from './database/connection.ts';
import type { Deps } from './deps.ts';
import { eraseEventsBefore } from './outbox.store.ts';
import { keepParts } from './outbox-parts.ts';
import { untilNoneIsLeft } from './pages.ts';

/**
 * Something done regularly. It may run on several nodes at once and does no harm then: who lost the lock without knowing
 * it goes on for some seconds.
 */
export interface Job {
  name: string;
  every_ms: number;
  /** One node does it for all; the others would only do the same work again. */
  once?: true;
  /** What takes long looks at the signal between its steps: the server ends, and waits for it. */
  run(deps: Deps, signal?: AbortSignal): Promise<void>;
}

async function eraseOldEvents(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - deps.config.outboxDays * day_ms);
  const isInParts = await keepParts(deps, before);
  // A partition goes as a whole, with the last event in it; one that is filled for longer than a day is not waited for.
  const erasedBefore = isInParts ? new Date(before.getTime() - day_ms) : before;
  await untilNoneIsLeft((limit) => eraseEventsBefore(deps.db, erasedBefore, limit));
}

const day_ms = 24 * 60 * 60 * 1000;

export const platformJobs: readonly Job[] = [
  {
    name: 'erase old events',
    every_ms: 60 * 60 * 1000,
    once: true,
    run: eraseOldEvents,
  },
];

export interface JobRuns {
  name: string;
  every_ms: number;
  begunAt: Date | null;
  endedAt: Date | null;
  hasFailed: boolean;
  /** Another node does it, or none yet. */
  isElsewhere: boolean;
}

/** How long what one is enough for is done by nobody when its node dies. */
const lookEvery_ms = 5000;

/** Asks again and again for the lock; `changed` hears when this node gets or loses it. The answer stops that. */
function followLock(
  locks: Pick<HeldLocks, 'hold'>,
  changed: (isHolder: boolean) => void,
): () => Promise<void> {
  let isHolder = false;
  let isStopped = false;
  let asking: Promise<void> | null = null;
  const ask = async () => {
    const isHeld = await locks.hold(advisoryLocks.onceForAll).catch(() => false);
    if (isStopped || isHeld === isHolder) return;
    isHolder = isHeld;
    changed(isHolder);
  };
  const askOnce = () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
  };
  askOnce();
  const timer = setInterval(askOnce, lookEvery_ms);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await asking;
  };
}

/**
 * Not again while it still runs here; one that fails is tried again. With locks, those for one node run here only
 * while this one holds theirs. The answer stops them and waits for those that run.
 */
export function startJobs(
  deps: Deps,
  jobs: readonly Job[],
  runs: JobRuns[] = [],
  locks?: Pick<HeldLocks, 'hold'>,
): (onWait: (job: string) => void) => Promise<void> {
  const running = new Map<Promise<void>, string>();
  const stopping = new AbortController();
  const runJob = (job: Job, known: JobRuns) => {
    if ([...running.values()].includes(job.name)) return;
    known.begunAt = deps.clock();
    const begun_ms = performance.now();
    const labels = { job: job.name };
    const ended = (hasFailed: boolean) => {
      Object.assign(known, { endedAt: deps.clock(), hasFailed });
      deps.measures.observe('job_seconds', (performance.now() - begun_ms) / 1000, labels);
      if (hasFailed) deps.measures.count('job_failed', labels);
    };
    const run = job
      .run(deps, stopping.signal)
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
  const timers = new Map<JobRuns, NodeJS.Timeout>();
  const known = jobs.map((job): JobRuns => {
    const { name, every_ms } = job;
    return { name, every_ms, begunAt: null, endedAt: null, hasFailed: false, isElsewhere: false };
  });
  runs.push(...known);
  const begin = (isForOne: boolean) => {
    for (const [index, job] of jobs.entries()) {
      if ((job.once === true) !== isForOne) continue;
      const runsOfJob = known[index]!;
      runsOfJob.isElsewhere = false;
      runJob(job, runsOfJob);
      timers.set(runsOfJob, setInterval(runJob, job.every_ms, job, runsOfJob));
    }
  };
  const leaveToOthers = () => {
    for (const [index, { once }] of jobs.entries()) {
      if (once !== true) continue;
      known[index]!.isElsewhere = true;
      clearInterval(timers.get(known[index]!));
    }
  };
  begin(false);
  let stopFollowing = async () => {};
  if (locks && jobs.length > 0) {
    leaveToOthers();
    stopFollowing = followLock(locks, (isHolder) => (isHolder ? begin(true) : leaveToOthers()));
  } else begin(true);

  return async (onWait) => {
    stopping.abort();
    await stopFollowing();
    for (const timer of timers.values()) clearInterval(timer);
    for (const [run, name] of running) {
      onWait(name);
      await run;
    }
  };
}
