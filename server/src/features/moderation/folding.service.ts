import { showMedia } from '#features/media/media.service.ts';
import type { ReportTargets } from '#platform/area.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import * as store from './cases.store.ts';

/** Shows for good what was reported and is still there, folded or not; whoever looks at what was folded hears of it. */
export async function unfold(
  inner: TransactingDeps,
  targets: ReportTargets,
  cases: readonly store.CaseRow[],
): Promise<void> {
  await showMedia(inner, await store.listCaseMedia(inner.db, cases));
  for (const { targetType, targetId, foldedUntil } of cases) {
    const target = targets[targetType];
    await target.foldLinks?.(inner, targetId, 'shown');
    if (foldedUntil !== null) await target.tellFolded?.(inner, targetId);
  }
  await store.endFolds(inner.db, cases);
}

/** Nobody has looked for so long that it is shown again. */
export const endFolds = (deps: Deps, targets: ReportTargets): Promise<void> =>
  untilNoneIsLeft((limit) =>
    deps.transact(async (inner) => {
      const cases = await store.lockFoldedUntil(inner.db, inner.clock(), limit);
      await unfold(inner, targets, cases);
      return cases.length;
    }),
  );
