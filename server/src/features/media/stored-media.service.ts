import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import type { StoredFile } from '#platform/storage/file-storage.ts';
import { storageKey } from './media.rules.ts';
import * as store from './media.store.ts';
import { storageRefusal } from './storage.rules.ts';

type Owner = Pick<Actor, 'id' | 'createdAt'>;

/** Errors: UPLOADS_WAITING, STORAGE_USED_UP. */
async function requireRoomFor(
  deps: Deps,
  owner: Owner,
  more: Parameters<typeof storageRefusal>[2],
): Promise<void> {
  const now = deps.clock();
  const since = new Date(now.getTime() - uploadLimits.unattached_ms);
  const refusal = storageRefusal(await store.findStored(deps.db, owner.id, since), owner, more, now);
  if (refusal) throw new AppError(refusal);
}

/** Whether there is a place for an upload of this size, before it is read. Errors: as `requireRoomFor`, UPLOADS_PAUSED. */
export async function requireRoomForUpload(deps: Deps, owner: Owner, bytes = 1): Promise<void> {
  await requireFreeDisk(deps);
  await requireRoomFor(deps, owner, { bytes, waiting: { files: 1, bytes } });
}

/** Files are taken as long as the disk has room for everything else. Error: UPLOADS_PAUSED. */
export async function requireFreeDisk(deps: Deps): Promise<void> {
  if ((await deps.files.freeShare()) >= uploadLimits.freeShare) return;
  throw new AppError('UPLOADS_PAUSED', { retryAfter_s: uploadLimits.pause_s });
}

/** Makes files part of what is written. Errors: UPLOADS_WAITING, STORAGE_USED_UP. */
export async function attachMedia(
  inner: TransactingDeps,
  owner: Owner,
  media: readonly PreparedMedium[],
): Promise<void> {
  if (media.length === 0) return;
  const sizes = media.map(({ row: { purpose, bytes } }) => ({ bytes, isWaiting: purpose === 'upload' }));
  const waiting = sizes.filter(({ isWaiting }) => isWaiting);
  const sum = (files: readonly { bytes: number }[]) => files.reduce((all, { bytes }) => all + bytes, 0);
  await store.lockStored(inner.db, owner.id);
  await requireRoomFor(inner, owner, {
    bytes: sum(sizes),
    waiting: { files: waiting.length, bytes: sum(waiting) },
  });
  await store.insertMedia(
    inner.db,
    media.map(({ row }) => row),
  );
}

/** What cannot be removed now is swept up later. */
export async function discardMedia(deps: Deps, media: readonly PreparedMedium[]): Promise<void> {
  for (const { row } of media) await removeFiles(deps, row.id).catch((error) => tellLeft(deps, error));
}

export function tellLeft(deps: Deps, error: unknown) {
  deps.log.error({ err: error }, 'media file not removed');
}

const mostTold = 10_000;
/** Files that are missing are told once: who looks at a page asks for them over and over. */
const told = new Set<string>();

function tellMissing(deps: Deps, mediaId: string, variant: 'original' | 'thumbnail'): void {
  deps.measures.count('media_missing', {});
  const key = storageKey(mediaId, variant);
  if (told.has(key) || told.size >= mostTold) return;
  told.add(key);
  deps.log.error({ mediaId, variant }, 'a medium has no file');
}

/** Null when it is not there, which should not be: its row is. */
export async function fileOf(
  deps: Deps,
  mediaId: string,
  variant: 'original' | 'thumbnail',
): Promise<StoredFile | null> {
  const found = await deps.files.find(storageKey(mediaId, variant));
  if (found) return found;
  tellMissing(deps, mediaId, variant);
  return null;
}

export async function removeFiles(deps: Deps, mediaId: string) {
  await Promise.all([
    deps.files.remove(storageKey(mediaId, 'original')),
    deps.files.remove(storageKey(mediaId, 'thumbnail')),
  ]);
}

/** Erases media for good, files after rows; those that are held stay sealed until their hold ends. */
export async function eraseMedia(inner: TransactingDeps, mediaIds: readonly string[]): Promise<void> {
  const gone = await store.deleteOrSeal(inner.db, mediaIds);
  inner.afterCommit(() => {
    for (const mediaId of gone) {
      removeFiles(inner, mediaId).catch((error) => tellLeft(inner, error));
    }
  });
}

/** Erases media of an erased account; rows go last, so that an interrupted run still finds the files. */
export async function eraseFilesThenRows(deps: Deps, mediaIds: readonly string[]): Promise<void> {
  for (const mediaId of mediaIds) await removeFiles(deps, mediaId);
  await store.deleteMedia(deps.db, mediaIds);
}

export interface PreparedMedium {
  row: store.MediaRow;
  data: Uint8Array;
  thumbnail: Buffer;
}
