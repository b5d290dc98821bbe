import { eraseMedia } from '#features/media/media.service.ts';
import type { Deps } from '#platform/deps.ts';
import { firstIdOf } from '#platform/ids.ts';
import * as store from './message-retention.store.ts';

const day_ms = 24 * 60 * 60 * 1000;
/** Messages looked at in one transaction. */
const batch = 200;
/** In one run of the job: whoever stops the server waits for no more. */
const mostBatches = 50;

type Kept = Pick<Deps, 'config' | 'clock'>;

const daysAgo = ({ clock }: Kept, days: number | null) =>
  days === null ? null : new Date(clock().getTime() - days * day_ms);

/** What was said before this is not kept, nor pictures and videos from before the second; null where everything is. */
const keptSince = (deps: Kept) => ({
  messages: daysAgo(deps, deps.config.messageDays),
  media: daysAgo(deps, deps.config.mediaDays),
});

export function isTooOldToKeep(
  deps: Deps,
  { createdAt, type }: { createdAt: Date; type: store.MessageType },
): boolean {
  const { messages, media } = keptSince(deps);
  const isBefore = (since: Date | null) => since !== null && createdAt < since;
  return isBefore(messages) || (store.withMedia.includes(type) && isBefore(media));
}

/**
 * Takes from old messages what was said: each keeps its number, its sender and its time, as one that was taken back does,
 * and devices hear of it as of any change. What the server wrote stays, and so do mini apps.
 */
export async function forgetOldMessages(deps: Deps): Promise<void> {
  for (const [what, since] of Object.entries(keptSince(deps))) {
    if (since) await forgetUntil(deps, what as store.Forgotten, firstIdOf(since));
  }
}

async function forgetUntil(deps: Deps, what: store.Forgotten, before: string): Promise<void> {
  for (let step = 0; step < mostBatches; step++) {
    if ((await forgetBatch(deps, what, before)) < batch) return;
  }
}

/** Answers how many messages were looked at. */
async function forgetBatch(deps: Deps, what: store.Forgotten, before: string): Promise<number> {
  return deps.transact(async (inner) => {
    const after = await store.lockProgress(inner.db, what);
    const old = await store.nextMessages(inner.db, { after, before }, batch);
    const last = old.at(-1);
    if (!last) return 0;
    const range = { after, upTo: last.id };
    await store.redactMessages(inner.db, what, range, inner.clock());
    await store.deleteBesides(inner.db, range);
    const mediaIds = old.flatMap(({ mediaId }) => mediaId ?? []);
    if (mediaIds.length > 0) await eraseMedia(inner, mediaIds);
    await store.saveProgress(inner.db, what, last.id);
    return old.length;
  });
}
