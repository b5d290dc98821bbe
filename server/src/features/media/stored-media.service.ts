import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { storageKey } from './media.rules.ts';
import * as store from './media.store.ts';

export async function attachMedia(inner: TransactingDeps, media: readonly PreparedMedium[]): Promise<void> {
  await store.insertMedia(
    inner.db,
    media.map(({ row }) => row),
  );
}

/** Takes the files away again; what cannot be removed now is swept up later. */
export async function discardMedia(deps: Deps, media: readonly PreparedMedium[]): Promise<void> {
  for (const { row } of media) await removeFiles(deps, row.id).catch((error) => tellLeft(deps, error));
}

export function tellLeft(deps: Deps, error: unknown) {
  deps.log.error({ err: error }, 'media file not removed');
}

export async function removeFiles(deps: Deps, mediaId: string) {
  await deps.files.remove(storageKey(mediaId, 'original'));
  await deps.files.remove(storageKey(mediaId, 'thumbnail'));
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

/** A file that was checked and cleaned, written, not yet part of anything. */
export interface PreparedMedium {
  row: store.MediaRow;
  data: Uint8Array;
  thumbnail: Buffer;
}
