import {
  type MediaItem,
  mediaLimits,
  mediaUrl,
  thumbnailUrl,
  type VideoType,
} from '@dazi/contract/media/media';
import { uploadLimits } from '@dazi/contract/media/uploads';
import { AppError } from '#platform/app-error.ts';
import type { MediaGuards } from '#platform/area.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { Mutex } from '#platform/mutex.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import { remuxVideo, VideoRefused } from '#platform/video/remux-thread.ts';
import { strippedAvi } from './avi.rules.ts';
import { bytesOfDataUrl, isTooLarge, mediaIdOfKey, storageKey, videoTypeOf } from './media.rules.ts';
import * as store from './media.store.ts';
import { cleanedPicture, contentTypeOf, plainPoster, posterFrom } from './pictures.service.ts';
import { isWholeMp4, isWholeWebm } from './whole-video.rules.ts';

/** A file as it was sent, and for a video the still to show before it plays: data URLs. */
export interface Upload {
  url: string;
  poster: string | null;
}

/** A file that was checked and cleaned, written, not yet part of anything. */
export interface PreparedMedium {
  row: store.MediaRow;
  data: Uint8Array;
  thumbnail: Buffer;
}

/** Decoded pictures are large: one at a time, in the order of asking. */
const decoding = new Mutex();
/** A video made to last holds up other videos for some seconds, and nothing else. */
const remuxing = new Mutex();
/** Pictures and sound as they were, everything else gone. Throws INVALID_VIDEO, VIDEO_CODEC. */
async function cleanedVideo(bytes: Buffer, type: VideoType) {
  if (type === 'video/x-msvideo') {
    const avi = strippedAvi(bytes);
    if (!avi) throw new AppError('INVALID_VIDEO');
    return { ...avi, contentType: type };
  }
  const isWhole = type === 'video/webm' ? isWholeWebm(bytes) : isWholeMp4(bytes);
  if (!isWhole) throw new AppError('INVALID_VIDEO');
  try {
    return await remuxing.runExclusive(() => remuxVideo(bytes));
  } catch (error) {
    if (error instanceof VideoRefused)
      throw new AppError(error.isUnknownCodec ? 'VIDEO_CODEC' : 'INVALID_VIDEO');
    throw error;
  }
}

async function posterOf(bytes: Buffer | null, width: number, height: number): Promise<Buffer> {
  if (bytes === null) return plainPoster(width, height);
  return decoding.runExclusive(() => posterFrom(bytes));
}

function bytesOf(url: string): Buffer {
  const bytes = bytesOfDataUrl(url);
  if (!bytes || bytes.length === 0) throw new AppError('INVALID_IMAGE');
  if (isTooLarge(bytes)) throw new AppError('IMAGE_TOO_LARGE');
  return bytes;
}

/** A file as it came, and for a video the still to show before it plays. */
export interface ReceivedFile {
  bytes: Buffer;
  poster: Buffer | null;
}

const received = ({ url, poster }: Upload): ReceivedFile => ({
  bytes: bytesOf(url),
  poster: poster === null ? null : bytesOf(poster),
});

type Takes = 'pictures and videos' | 'pictures';

/** How large a video may be, in megabytes; pictures are as large everywhere. */
const videoLimit_megabytes = {
  post: mediaLimits.video_megabytes,
  avatar: 0,
  message: uploadLimits.video_megabytes,
  upload: uploadLimits.video_megabytes,
};

async function cleaned({ bytes, poster }: ReceivedFile, purpose: store.MediaRow['purpose'], takes: Takes) {
  const videoType = videoTypeOf(await contentTypeOf(bytes));
  if (!videoType) {
    if (isTooLarge(bytes)) throw new AppError('IMAGE_TOO_LARGE');
    return { type: 'image' as const, ...(await decoding.runExclusive(() => cleanedPicture(bytes))) };
  }
  if (takes === 'pictures') throw new AppError('INVALID_IMAGE');
  if (bytes.length > videoLimit_megabytes[purpose] * 1024 * 1024) throw new AppError('VIDEO_TOO_LARGE');
  const { bytes: data, contentType, width, height } = await cleanedVideo(bytes, videoType);
  const thumbnail = await posterOf(poster, width, height);
  return { type: 'video' as const, contentType, data, thumbnail, width, height };
}

/**
 * Checks files given as data URLs, by their content, and writes what is kept of them. The rows are written
 * by `attachMedia` in the transaction of what they belong to; `discardMedia` takes the files away when that
 * fails. Errors: INVALID_IMAGE, IMAGE_TOO_LARGE, INVALID_VIDEO, VIDEO_CODEC, VIDEO_TOO_LARGE.
 */
export async function prepareMedia(
  deps: Deps,
  ownerId: string,
  purpose: store.MediaRow['purpose'],
  uploads: readonly Upload[],
): Promise<PreparedMedium[]> {
  return prepareFiles(
    deps,
    ownerId,
    purpose,
    uploads.map((upload) => () => received(upload)),
  );
}

/** The same for files that came as they are; each is read when its turn comes. */
export async function prepareFiles(
  deps: Deps,
  ownerId: string,
  purpose: store.MediaRow['purpose'],
  files: readonly (() => ReceivedFile)[],
  takes: Takes = 'pictures and videos',
): Promise<PreparedMedium[]> {
  const prepared: PreparedMedium[] = [];
  try {
    for (const file of files) {
      const { data, thumbnail, ...facts } = await cleaned(file(), purpose, takes);
      const now = deps.clock();
      const row = { id: deps.ids.next(now), ownerId, purpose, ...facts, bytes: data.length, createdAt: now };
      prepared.push({ row, data, thumbnail });
      await deps.files.write(storageKey(row.id, 'original'), data);
      await deps.files.write(storageKey(row.id, 'thumbnail'), thumbnail);
    }
  } catch (error) {
    await discardMedia(deps, prepared);
    throw error;
  }
  return prepared;
}

/**
 * One picture given as a data URL; what else it may be is not looked into: the face of a person does not move.
 * Errors: INVALID_IMAGE, IMAGE_TOO_LARGE.
 */
export async function preparePicture(
  deps: Deps,
  ownerId: string,
  purpose: store.MediaRow['purpose'],
  url: string,
): Promise<PreparedMedium> {
  const files = [() => received({ url, poster: null })];
  const [picture] = await prepareFiles(deps, ownerId, purpose, files, 'pictures');
  return picture!;
}

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

/** What a reader is told of a medium. */
export type MediaFacts = Pick<store.MediaRow, 'id' | 'type' | 'contentType' | 'width' | 'height'>;

export function itemOf(row: MediaFacts): MediaItem {
  const { id, type, contentType, width, height } = row;
  return { id, type, contentType, url: mediaUrl(id), thumbnailUrl: thumbnailUrl(id), width, height };
}

async function mayRead(
  deps: Deps,
  guards: MediaGuards,
  viewer: Actor | null,
  row: store.MediaRow,
  unfolds: boolean,
) {
  if (row.purpose === 'upload') return row.ownerId === viewer?.id;
  return guards[row.purpose](deps, viewer, row, unfolds);
}

/** The same, at addresses that answer also what is folded. */
export const unfoldedItem = (item: MediaItem): MediaItem => ({
  ...item,
  url: `${item.url}?unfolded=true`,
  thumbnailUrl: `${item.thumbnailUrl}?unfolded=true`,
});

/** The only way to read a medium for somebody. Unknown and not visible are one answer. */
export async function requireMedia(
  deps: Deps,
  guards: MediaGuards,
  viewer: Actor | null,
  mediaId: string,
  variant: 'original' | 'thumbnail',
  unfolds = false,
) {
  const row = await store.findMedia(deps.db, mediaId);
  if (!row || !(await mayRead(deps, guards, viewer, row, unfolds))) throw new AppError('NOT_FOUND');
  const file = await deps.files.find(storageKey(mediaId, variant));
  if (!file) throw new AppError('NOT_FOUND');
  return {
    ...file,
    contentType: variant === 'thumbnail' ? 'image/webp' : row.contentType,
    /** Who may read it may change at any moment, so nobody keeps it. */
    mayBeCached: row.purpose === 'post' || row.purpose === 'avatar',
  };
}

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

/** UPLOAD_QUOTA when somebody has uploaded a day's worth that nothing shows. */
export async function requireUploadQuota(deps: Deps, actor: Actor): Promise<void> {
  const since = new Date(deps.clock().getTime() - uploadLimits.unattached_ms);
  const bytes = await store.sumOfUploads(deps.db, actor.id, since);
  if (bytes >= uploadLimits.unattached_megabytes * 1024 * 1024) throw new AppError('UPLOAD_QUOTA');
}

/** Erases uploads that nothing has shown for a day. */
export async function sweepUploads(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - uploadLimits.unattached_ms);
  await untilNoneIsLeft(async (limit) => {
    const gone = await store.deleteUploadsBefore(deps.db, before, limit);
    for (const mediaId of gone) await removeFiles(deps, mediaId).catch((error) => tellLeft(deps, error));
    return gone.length;
  });
}

/** An own medium; undefined for everybody else's. */
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
  for await (const key of deps.files.olderThan(before)) {
    // A part of an upload that never came to its end.
    if (key.startsWith('parts/')) {
      await deps.files.remove(key);
      continue;
    }
    batch.add(mediaIdOfKey(key));
    if (batch.size >= strayBatch) await sweep();
  }
  await sweep();
}
