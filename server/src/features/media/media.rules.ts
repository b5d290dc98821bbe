import { type ImageType, imageTypes, mediaLimits } from '@dazi/contract/media';

const dataUrlPattern = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?(?:;[a-z0-9=.+-]+)*;base64,/i;

/** The bytes of a base64 data URL; null when it is none. */
export function bytesOfDataUrl(url: string): Buffer | null {
  const head = dataUrlPattern.exec(url.slice(0, 200));
  if (!head) return null;
  const body = url.slice(head[0].length);
  // Buffer.from skips what is not base64; a damaged text must not pass as a shorter picture.
  if (body.length === 0 || /[^A-Za-z0-9+/=\s]/.test(body)) return null;
  return Buffer.from(body, 'base64');
}

export function isImageType(contentType: string | undefined): contentType is ImageType {
  return imageTypes.includes(contentType as ImageType);
}

export const isTooLarge = (bytes: Uint8Array) => bytes.length > mediaLimits.file_megabytes * 1024 * 1024;

/** Files of a medium lie under its id; the first letters spread them over folders. */
export function storageKey(mediaId: string, variant: 'original' | 'thumbnail'): string {
  return `${mediaId.slice(-2).toLowerCase()}/${mediaId}/${variant}`;
}

export const mediaIdOfKey = (key: string): string => key.split('/')[1] ?? '';

/** Where a medium lies in the archive of its owner's data: `image/jpeg` becomes `media/<id>.jpeg`. */
export function archiveName({ id, contentType }: { id: string; contentType: string }): string {
  const kind = contentType.split('/')[1]?.replace(/^x-/, '') ?? '';
  return `media/${id}.${/^[a-z0-9]+$/.test(kind) ? kind : 'bin'}`;
}
