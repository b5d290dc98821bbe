import { eraseMedia } from '#features/media/media.service.ts';
import type { Deps } from '#platform/deps.ts';
import { firstIdOf } from '#platform/ids.ts';
import * as store from './message-retention.store.ts';

const day_ms = 24 * 60 * 60 * 1000;
/** Messages looked at in one transaction. */
const batch = 200;
/** In one run of the job: whoever stops the server waits for no more. */
const mostBatches = 50;

/** What was said before this is not kept; null where everything is. */
function keptSince({ config, clock }: Pick<Deps, 'config' | 'clock'>): Date | null {
  return config.messageDays === null ? null : new Date(clock().getTime() - config.messageDays * day_ms);
}

export function isTooOldToKeep(deps: Deps, { createdAt }: { createdAt: Date }): boolean {
  const since = keptSince(deps);
  return since !== null && createdAt < since;
}

/**
 * Takes from old messages what was said: each keeps its number, its sender and its time, as one that was taken back does,
 * and devices hear of it as of any change. What the server wrote stays, and so do mini apps.
 */
export async function forgetOldMessages(deps: Deps): Promise<void> {
  const since = keptSince(deps);
  if (since === null) return;
  for (let step = 0; step < mostBatches; step++) {
    if ((await forgetBatch(deps, firstIdOf(since))) < batch) return;
  }
}

/** Answers how many messages were looked at. */
async function forgetBatch(deps: Deps, before: string): Promise<number> {
  return deps.transact(async (inner) => {
    const after = await store.lockProgress(inner.db);
    const old = await store.nextMessages(inner.db, { after, before }, batch);
    const last = old.at(-1);
    if (!last) return 0;
    const range = { after, upTo: last.id };
    await store.redactMessages(inner.db, range, inner.clock());
    await store.deleteBesides(inner.db, range);
    const mediaIds = old.flatMap(({ mediaId }) => mediaId ?? []);
    if (mediaIds.length > 0) await eraseMedia(inner, mediaIds);
    await store.saveProgress(inner.db, last.id);
    return old.length;
  });
}
