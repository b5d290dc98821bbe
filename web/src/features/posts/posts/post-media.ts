import { blobOf, ofBrowser, upload } from '#features/media/media.api.ts';
import { ApiError } from '#platform/api.ts';
import type { MediaFile } from './media-files.ts';

/** What a post says of its files, at the same places in both lists. */
export interface SentMedia {
  /** Addresses of uploads; the picture itself as data URL where it could not be uploaded. */
  imageUrls: string[];
  posters: (string | null)[];
}

/**
 * Takes the files of a post to the server one after the other, as bytes and not inside the post. `uploaded` remembers
 * by id what is there already, for a post that has to be sent once more. The errors of uploads.
 */
export async function sendMedia(
  media: readonly MediaFile[],
  uploaded: Map<string, string>,
  uploadPath: string,
): Promise<SentMedia> {
  const sent: SentMedia = { imageUrls: [], posters: [] };
  for (const item of media) {
    const address = uploaded.get(item.id) ?? (await sendFile(item, uploadPath));
    const isInside = address.startsWith('data:');
    if (!isInside) uploaded.set(item.id, address);
    sent.imageUrls.push(address);
    sent.posters.push(isInside ? item.poster : null);
  }
  return sent;
}

/**
 * Posts with what is sent of the files. What nothing shows goes after a day, so that a post that had to wait longer names
 * what is not there any more: then all of it is taken there once more.
 */
export async function postWithMedia<Result>(
  media: readonly MediaFile[],
  uploaded: Map<string, string>,
  uploadPath: string,
  post: (sent: SentMedia) => Promise<Result>,
): Promise<Result> {
  const isFromBefore = media.some(({ id }) => uploaded.has(id));
  try {
    return await post(await sendMedia(media, uploaded, uploadPath));
  } catch (error) {
    if (!isFromBefore || !(error instanceof ApiError && error.code === 'INVALID_IMAGE')) throw error;
    uploaded.clear();
    return post(await sendMedia(media, uploaded, uploadPath));
  }
}

async function sendFile({ id, url, type, file, poster }: MediaFile, uploadPath: string): Promise<string> {
  const { content } = await upload(
    {
      id,
      kind: type,
      file: blobOf(url),
      name: file.name,
      poster: poster === null ? null : blobOf(poster),
      signal: new AbortController().signal,
      onProgress: () => {},
    },
    { uploadPath, ...ofBrowser },
  );
  return content;
}
