import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import { videoLimit_megabytes } from './cleaning.service.ts';
import { mediaIdOfKey } from './media.rules.ts';
import * as store from './media.store.ts';
import { removeFiles, tellLeft } from './stored-media.service.ts';

export { prepareMedia, preparePicture, type Upload } from './cleaning.service.ts';
export { itemOf, type MediaFacts, unfoldedItem } from './reading-media.service.ts';
export {
  digestOfMedium,
  factsOfMedia,
  holdMedia,
  holdMediaUntil,
  openSealed,
  seal,
  sealedFor_ms,
  sweepSealed,
  unsealMedia,
} from './sealed-copies.service.ts';
export { attachMedia, discardMedia, eraseMedia, requireRoomForUpload } from './stored-media.service.ts';

/** Own uploads by id that a post may show; INVALID_IMAGE for what is none, VIDEO_TOO_LARGE. */
export async function requireUploadsForPost(
  deps: Deps,
  actor: Actor,
  mediaIds: readonly string[],
): Promise<void> {
  if (mediaIds.length === 0) return;
  const found = await store.findUploads(deps.db, actor.id, mediaIds);
  if (found.length < new Set(mediaIds).size || new Set(mediaIds).size < mediaIds.length) {
    throw new AppError('INVALID_IMAGE');
  }
  const limit = videoLimit_megabytes.post * 1024 * 1024;
  if (found.some(({ type, bytes }) => type === 'video' && bytes > limit))
    throw new AppError('VIDEO_TOO_LARGE');
}

/** Makes own uploads part of something, each once; false when one is none or has become part of something else. */
export async function claimUploads(
  deps: Deps,
  actor: Actor,
  mediaIds: readonly string[],
  purpose: 'post' | 'message',
): Promise<boolean> {
  if (mediaIds.length === 0) return true;
  const claimed = await store.claimUploads(deps.db, actor.id, mediaIds, purpose);
  return claimed.length === mediaIds.length;
}

export async function sweepUploads(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - uploadLimits.unattached_ms);
  await untilNoneIsLeft(async (limit) => {
    const gone = await store.deleteUploadsBefore(deps.db, before, limit);
    for (const mediaId of gone) await removeFiles(deps, mediaId).catch((error) => tellLeft(deps, error));
    return gone.length;
  });
}

/** So long nobody but moderators is shown what was reported and not decided about. */
const folded_ms = 72 * 60 * 60 * 1000;

/** For 72 hours at most. What was shown again stays so: else one account after the other could keep it folded. */
export async function foldMedia(inner: TransactingDeps, mediaIds: readonly string[]): Promise<boolean> {
  const until = new Date(inner.clock().getTime() + folded_ms);
  return (await store.foldMedia(inner.db, mediaIds, until)).length > 0;
}

export const showMedia = (inner: TransactingDeps, mediaIds: readonly string[]): Promise<void> =>
  store.showMedia(inner.db, mediaIds);

export const endFolds = (deps: Deps): Promise<void> => store.showMediaFoldedUntil(deps.db, deps.clock());

export async function ownMedium(
  deps: Deps,
  actor: Actor,
  mediaId: string,
): Promise<store.MediaRow | undefined> {
  const row = await store.findMedia(deps.db, mediaId);
  return row?.ownerId === actor.id ? row : undefined;
}

/** Files that belong to nothing stay for a day: their rows may be about to be committed. */
const strayAfter_ms = 24 * 60 * 60 * 1000;
const strayBatch = 500;

/** Removes files that no row names: what a crash between writing and committing left behind. */
export async function sweepStrayFiles(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - strayAfter_ms);
  const batch = new Set<string>();
  const sweep = async () => {
    const known = await store.findKnown(deps.db, [...batch]);
    for (const mediaId of batch) if (!known.has(mediaId)) await removeFiles(deps, mediaId);
    batch.clear();
  };
  for await (const { key } of deps.files.olderThan(before)) {
    // A part of an upload that never came to its end.
    if (key.startsWith('parts/')) {
      await deps.files.remove(key);
      continue;
    }
    // Somebody else's file lies where no medium does.
    const mediaId = mediaIdOfKey(key);
    if (mediaId === null) continue;
    batch.add(mediaId);
    if (batch.size >= strayBatch) await sweep();
  }
  await sweep();
}
