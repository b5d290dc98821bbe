import { appealLimits } from '@dazi/contract/moderation/moderation.rules';
import { closedBefore, endMeasures, eraseClosedAccount } from '#features/identity/identity.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { forgetEarlierNames, forgetRefusedFaces } from '#features/people/profiles/profiles.service.ts';
import type { AccountPart } from '#platform/account-part.ts';
import type { ReportTargets } from '#platform/area.ts';
import type { Deps } from '#platform/deps.ts';
import type { Job } from '#platform/jobs.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import { sweepCases, tellOverdue } from './cases.service.ts';
import { forgetAbout, hasOpenAppeal } from './decisions.store.ts';
import { endFolds } from './folding.service.ts';
import { forgetNotesAndLooks } from './moderated-people.service.ts';
import { countMonths } from './moderation-counts.service.ts';

const hour_ms = 60 * 60 * 1000;

/** Accounts erased in one run; the rest waits for the next. */
const batch = 100;

/** Closed accounts go once nothing can be appealed any more; an open appeal is waited for, and holds up nobody else. */
export async function eraseClosed(deps: Deps, parts: readonly AccountPart[]): Promise<void> {
  const before = new Date(deps.clock().getTime() - appealLimits.within_ms);
  let erased = 0;
  for await (const { userId } of closedBefore(deps, before)) {
    if (await hasOpenAppeal(deps.db, userId)) continue;
    try {
      await eraseClosedAccount(deps, parts, userId);
      if (++erased === batch) return;
    } catch (error) {
      deps.log.error({ err: error }, 'closed account not erased, will be tried again');
    }
  }
}

/** Whoever is back asks for everything again, on all devices. */
async function endAndTell(deps: Deps, parts: readonly AccountPart[]): Promise<void> {
  const ended = await endMeasures(deps, parts);
  if (ended.length === 0) return;
  await deps.transact(async (inner) => {
    for (const userId of ended) tellPerson(inner, userId, { type: 'standing_changed' });
  });
}

export const moderationJobs = (parts: readonly AccountPart[], targets: ReportTargets): readonly Job[] => [
  { name: 'end measures', every_ms: 30_000, once: true, run: (deps) => endAndTell(deps, parts) },
  { name: 'end folds', every_ms: 60_000, once: true, run: (deps) => endFolds(deps, targets) },
  {
    name: 'tell of what nobody has looked at in time',
    every_ms: 60_000,
    once: true,
    run: (deps) => tellOverdue(deps, targets),
  },
  { name: 'erase closed accounts', every_ms: hour_ms, once: true, run: (deps) => eraseClosed(deps, parts) },
  { name: 'sweep settled cases', every_ms: hour_ms, once: true, run: sweepCases },
  { name: 'count the months of moderation', every_ms: hour_ms, once: true, run: countMonths },
  {
    name: 'forget what moderation keeps for a while',
    every_ms: 6 * hour_ms,
    once: true,
    async run(deps) {
      await forgetNotesAndLooks(deps);
      await forgetRefusedFaces(deps);
      await forgetEarlierNames(deps);
      await untilNoneIsLeft((limit) => forgetAbout(deps.db, deps.clock(), limit));
    },
  },
];
