import type { VideoType } from '@dazi/contract/media/media';
import { mediaLimits } from '@dazi/contract/media/media.rules';
import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { FairMutex } from '#platform/mutex.ts';
import { remuxVideo, VideoRefused } from '#platform/video/remux-thread.ts';
import { strippedAvi } from './avi.rules.ts';
import { bytesOfDataUrl, isTooLarge, storageKey, videoTypeOf } from './media.rules.ts';
import type * as store from './media.store.ts';
import { cleanedPicture, contentTypeOf, plainPoster, posterFrom } from './pictures.service.ts';
import { discardMedia, type PreparedMedium, requireFreeDisk } from './stored-media.service.ts';
import { isWholeMp4, isWholeWebm } from './whole-video.rules.ts';

/** Both are data URLs. */
export interface Upload {
  url: string;
  poster: string | null;
}

/** Decoded pictures are large: one at a time. */
const decoding = new FairMutex();
/** A video made to last holds up other videos for some seconds, and nothing else. */
const remuxing = new FairMutex();
/** Pictures and sound as they were, everything else gone. Throws INVALID_VIDEO, VIDEO_CODEC. */
async function cleanedVideo(bytes: Buffer, type: VideoType, ownerId: string) {
  if (type === 'video/x-msvideo') {
    const avi = strippedAvi(bytes);
    if (!avi) throw new AppError('INVALID_VIDEO');
    return { ...avi, contentType: type };
  }
  const isWhole = type === 'video/webm' ? isWholeWebm(bytes) : isWholeMp4(bytes);
  if (!isWhole) throw new AppError('INVALID_VIDEO');
  try {
    return await remuxing.runExclusive(ownerId, () => remuxVideo(bytes));
  } catch (error) {
    if (error instanceof VideoRefused)
      throw new AppError(error.isUnknownCodec ? 'VIDEO_CODEC' : 'INVALID_VIDEO');
    throw error;
  }
}

async function posterOf(
  bytes: Buffer | null,
  width: number,
  height: number,
  ownerId: string,
): Promise<Buffer> {
  if (bytes === null) return plainPoster(width, height);
  return decoding.runExclusive(ownerId, () => posterFrom(bytes));
}

function bytesOf(url: string): Buffer {
  const bytes = bytesOfDataUrl(url);
  if (!bytes || bytes.length === 0) throw new AppError('INVALID_IMAGE');
  if (isTooLarge(bytes)) throw new AppError('IMAGE_TOO_LARGE');
  return bytes;
}

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
export const videoLimit_megabytes = {
  post: mediaLimits.video_megabytes,
  avatar: 0,
  message: uploadLimits.video_megabytes,
  upload: uploadLimits.video_megabytes,
  sealed: 0,
};

async function cleaned(
  { bytes, poster }: ReceivedFile,
  { ownerId, purpose }: Pick<store.MediaRow, 'ownerId' | 'purpose'>,
  takes: Takes,
) {
  const videoType = videoTypeOf(await contentTypeOf(bytes));
  if (!videoType) {
    if (isTooLarge(bytes)) throw new AppError('IMAGE_TOO_LARGE');
    const picture = await decoding.runExclusive(ownerId, () => cleanedPicture(bytes));
    return { type: 'image' as const, ...picture };
  }
  if (takes === 'pictures') throw new AppError('INVALID_IMAGE');
  if (bytes.length > videoLimit_megabytes[purpose] * 1024 * 1024) throw new AppError('VIDEO_TOO_LARGE');
  const { bytes: data, contentType, width, height } = await cleanedVideo(bytes, videoType, ownerId);
  const thumbnail = await posterOf(poster, width, height, ownerId);
  return { type: 'video' as const, contentType, data, thumbnail, width, height };
}

/**
 * Judges data URLs by content and writes files; `attachMedia` writes the rows, else `discardMedia` removes the files.
 * Errors: UPLOADS_PAUSED, INVALID_IMAGE, IMAGE_TOO_LARGE, INVALID_VIDEO, VIDEO_CODEC, VIDEO_TOO_LARGE.
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
  if (files.length > 0) await requireFreeDisk(deps);
  try {
    for (const file of files) {
      const { data, thumbnail, ...facts } = await cleaned(file(), { ownerId, purpose }, takes);
      const now = deps.clock();
      const row = {
        ...{ id: deps.ids.next(now), ownerId, purpose, ...facts, bytes: data.length, createdAt: now },
        ...{ fold: null, foldedUntil: null },
      };
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

/** One picture given as a data URL, which may not move. Errors: INVALID_IMAGE, IMAGE_TOO_LARGE. */
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
