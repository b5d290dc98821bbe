import { type MediaItem, mediaLimits, mediaUrl, thumbnailUrl } from '@dazi/contract/media';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { Lease } from '#platform/lease.ts';
import { bytesOfDataUrl, isImageType, isTooLarge, mediaIdOfKey, storageKey } from './media.rules.ts';
import * as store from './media.store.ts';

/** Says whether somebody may read a medium of one purpose; filled by the feature it belongs to. */
export type MayRead = (
  deps: Deps,
  viewer: Actor | null,
  medium: Pick<store.MediaRow, 'id' | 'ownerId'>,
) => Promise<boolean>;
export type MediaGuards = Record<store.MediaRow['purpose'], MayRead>;

/** A picture that was checked and re-encoded, its files already written, not yet part of anything. */
export interface PreparedPicture {
  row: store.MediaRow;
  data: Buffer;
  thumbnail: Buffer;
}

const thumbnailEdge_px = 480;
/** Larger pictures are scaled down: nobody's screen shows more. */
const longestEdge_px = 2560;

/** Decoded pictures are large: one at a time, in the order of asking. */
const decoding = new Lease();
sharp.concurrency(1);
sharp.cache(false);

function pipeline(bytes: Buffer, animated: boolean) {
  return sharp(bytes, { limitInputPixels: mediaLimits.pixels, animated, failOn: 'error' });
}

/**
 * Decodes and encodes anew: what comes out holds pixels and nothing else, no metadata, no appended files.
 * Throws an AppError for everything that is not a JPEG, PNG, GIF or WebP picture, by content.
 */
async function reencode(bytes: Buffer) {
  const contentType = (await fileTypeFromBuffer(bytes))?.mime;
  if (!isImageType(contentType)) throw new AppError('INVALID_IMAGE');
  const mayMove = contentType === 'image/gif' || contentType === 'image/webp';
  try {
    const upright = pipeline(bytes, mayMove)
      .rotate()
      .resize(longestEdge_px, longestEdge_px, { fit: 'inside', withoutEnlargement: true });
    const encoded = {
      'image/jpeg': () => upright.jpeg({ quality: 86, mozjpeg: false }),
      'image/png': () => upright.png({ compressionLevel: 8 }),
      'image/webp': () => upright.webp({ quality: 86 }),
      'image/gif': () => upright.gif(),
    }[contentType]();
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const thumbnail = await pipeline(data, false)
      .resize(thumbnailEdge_px, thumbnailEdge_px, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
    return { contentType, data, thumbnail, width: info.width, height: info.pageHeight ?? info.height };
  } catch (error) {
    throw new AppError(/pixel limit/i.test(String(error)) ? 'IMAGE_TOO_LARGE' : 'INVALID_IMAGE');
  }
}

/**
 * Checks pictures given as data URLs and writes their files. The rows are written by `attachPictures` in
 * the transaction of what they belong to; `discardPictures` takes the files away when that fails.
 */
export async function preparePictures(
  deps: Deps,
  ownerId: string,
  purpose: store.MediaRow['purpose'],
  dataUrls: readonly string[],
): Promise<PreparedPicture[]> {
  const prepared: PreparedPicture[] = [];
  try {
    for (const url of dataUrls) {
      const picture = await decoding.during(() => encodePicture(deps, ownerId, purpose, url));
      prepared.push(picture);
      await deps.files.write(storageKey(picture.row.id, 'original'), picture.data);
      await deps.files.write(storageKey(picture.row.id, 'thumbnail'), picture.thumbnail);
    }
  } catch (error) {
    await discardPictures(deps, prepared);
    throw error;
  }
  return prepared;
}

async function encodePicture(deps: Deps, ownerId: string, purpose: store.MediaRow['purpose'], url: string) {
  const bytes = bytesOfDataUrl(url);
  if (!bytes || bytes.length === 0) throw new AppError('INVALID_IMAGE');
  if (isTooLarge(bytes)) throw new AppError('IMAGE_TOO_LARGE');
  const { contentType, data, thumbnail, width, height } = await reencode(bytes);
  const now = deps.clock();
  const id = deps.ids.next(now);
  const row: store.MediaRow = {
    id,
    ownerId,
    purpose,
    type: 'image',
    contentType,
    width,
    height,
    createdAt: now,
  };
  return { row, data, thumbnail };
}

export async function attachPictures(
  inner: TransactingDeps,
  pictures: readonly PreparedPicture[],
): Promise<void> {
  await store.insertMedia(
    inner.db,
    pictures.map(({ row }) => row),
  );
}

/** Takes the files away again; what cannot be removed now is swept up later. */
export async function discardPictures(deps: Deps, pictures: readonly PreparedPicture[]): Promise<void> {
  for (const { row } of pictures) await removeFiles(deps, row.id).catch((error) => tellLeft(deps, error));
}

function tellLeft(deps: Deps, error: unknown) {
  deps.log.error({ err: error }, 'media file not removed');
}

async function removeFiles(deps: Deps, mediaId: string) {
  await deps.files.remove(storageKey(mediaId, 'original'));
  await deps.files.remove(storageKey(mediaId, 'thumbnail'));
}

/** Erases media for good, files after rows. */
export async function eraseMedia(inner: TransactingDeps, mediaIds: readonly string[]): Promise<void> {
  await store.deleteMedia(inner.db, mediaIds);
  inner.afterCommit(() => {
    for (const mediaId of mediaIds) {
      removeFiles(inner, mediaId).catch((error) => tellLeft(inner, error));
    }
  });
}

/**
 * Erases media of somebody whose account is being erased. The rows go last: as long as one is there, whoever
 * comes after an interruption knows of its files.
 */
export async function eraseFilesThenRows(deps: Deps, mediaIds: readonly string[]): Promise<void> {
  for (const mediaId of mediaIds) await removeFiles(deps, mediaId);
  await store.deleteMedia(deps.db, mediaIds);
}

export function itemOf(row: Pick<store.MediaRow, 'id' | 'type' | 'width' | 'height'>): MediaItem {
  const { id, type, width, height } = row;
  return { id, type, url: mediaUrl(id), thumbnailUrl: thumbnailUrl(id), width, height };
}

/** The only way to read a medium for somebody. Unknown and not visible are one answer. */
export async function requireMedia(
  deps: Deps,
  guards: MediaGuards,
  viewer: Actor | null,
  mediaId: string,
  variant: 'original' | 'thumbnail',
) {
  const row = await store.findMedia(deps.db, mediaId);
  if (!row || !(await guards[row.purpose](deps, viewer, row))) throw new AppError('NOT_FOUND');
  const file = await deps.files.read(storageKey(mediaId, variant));
  if (!file) throw new AppError('NOT_FOUND');
  return { ...file, contentType: variant === 'thumbnail' ? 'image/webp' : row.contentType };
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
  for await (const key of deps.files.olderThan(before)) {
    batch.add(mediaIdOfKey(key));
    if (batch.size >= strayBatch) await sweep();
  }
  await sweep();
}
