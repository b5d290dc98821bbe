import { createHash } from 'node:crypto';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import type { MediaFacts } from './reading-media.service.ts';
import * as store from './sealed-copies.store.ts';
import { eraseMedia, fileOf } from './stored-media.service.ts';

/** How long after something was taken away a report may still open its copy. */
export const sealedFor_ms = 72 * 60 * 60 * 1000;

export type Sealed = Pick<store.SealedCopy, 'ownerId' | 'kind' | 'targetId' | 'content' | 'mediaIds'>;

/** Copies what its author takes away in this transaction; to be called before its media are erased, which then wait. */
export async function seal(inner: TransactingDeps, sealed: Sealed): Promise<void> {
  const sealedAt = inner.clock();
  await store.insertSealed(inner.db, { id: inner.ids.next(sealedAt), ...sealed, sealedAt });
  await holdMedia(inner, sealed.mediaIds, new Date(sealedAt.getTime() + sealedFor_ms));
}

/** The copies of these things that a report may still open, by the id of the thing, the latest first. */
export async function openSealed(
  deps: Deps,
  kind: Sealed['kind'],
  targetIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<store.SealedCopy, 'content' | 'mediaIds' | 'sealedAt'>[]>> {
  if (targetIds.length === 0) return new Map();
  const since = new Date(deps.clock().getTime() - sealedFor_ms);
  const rows = await store.listSealed(deps.db, kind, targetIds, since);
  const byTarget = new Map<string, typeof rows>();
  for (const row of rows) byTarget.set(row.targetId, [...(byTarget.get(row.targetId) ?? []), row]);
  return byTarget;
}

export const holdMedia = (inner: TransactingDeps, mediaIds: readonly string[], until: Date): Promise<void> =>
  store.holdMedia(inner.db, mediaIds, until, { isExact: false });

/** The same, also where they were held for longer. */
export const holdMediaUntil = (
  inner: TransactingDeps,
  mediaIds: readonly string[],
  until: Date,
): Promise<void> => store.holdMedia(inner.db, mediaIds, until, { isExact: true });

export async function factsOfMedia(
  deps: Deps,
  mediaIds: readonly string[],
): Promise<ReadonlyMap<string, MediaFacts>> {
  return new Map((await store.factsOfMedia(deps.db, mediaIds)).map((row) => [row.id, row]));
}

const batch = 200;

export async function sweepSealed(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - sealedFor_ms);
  await untilNoneIsLeft((limit) => store.deleteSealedBefore(deps.db, before, limit));
  for (let ended = batch; ended === batch; ) {
    ended = await deps.transact(async (inner) => {
      const { count, sealedIds } = await store.endHolds(inner.db, inner.clock(), batch);
      await eraseMedia(inner, sealedIds);
      return count;
    });
  }
}

/** Makes sealed media part of something again; answers those that were still there. */
export const unsealMedia = (
  inner: TransactingDeps,
  mediaIds: readonly string[],
  purpose: 'post' | 'message' | 'avatar',
): Promise<string[]> => store.unseal(inner.db, mediaIds, purpose);

/** Of the bytes as they are stored, as hex; null when there is no such file. */
export async function digestOfMedium(deps: Deps, mediaId: string): Promise<string | null> {
  const found = await fileOf(deps, mediaId, 'original');
  const bytes = await found?.open();
  if (!bytes) return null;
  const digest = createHash('sha256');
  for await (const chunk of bytes) digest.update(chunk);
  return digest.digest('hex');
}
