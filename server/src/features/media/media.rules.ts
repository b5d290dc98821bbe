import type { ImageType, VideoType } from '@dazi/contract/media/media';
import { imageTypes, mediaLimits } from '@dazi/contract/media/media.rules';

const dataUrlPattern = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?(?:;[a-z0-9=.+-]+)*;base64,/i;

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

const jpegMarker = { scan: 0xda, end: 0xd9 } as const;

/** Whether a JPEG has some of its picture and no end: a download that broke off, or a card that was pulled out. */
export function isCutOffJpeg(bytes: Uint8Array): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    at += 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
    if (marker !== jpegMarker.scan) continue;
    // Behind the end there may be anything; within the picture the marker of the end does not occur.
    for (let end = bytes.length - 2; end >= at; end--) {
      if (bytes[end] === 0xff && bytes[end + 1] === jpegMarker.end) return false;
    }
    return at < bytes.length;
  }
  return false;
}

/** Names that the same kind of file goes by; null for what is no video that we take. */
export function videoTypeOf(contentType: string | undefined): VideoType | null {
  switch (contentType) {
    case 'video/mp4':
    case 'video/x-m4v':
      return 'video/mp4';
    case 'video/webm':
    case 'video/quicktime':
      return contentType;
    case 'video/vnd.avi':
    case 'video/x-msvideo':
      return 'video/x-msvideo';
    default:
      return null;
  }
}

const megabyte = 1024 * 1024;
export const isTooLarge = (bytes: Uint8Array) => bytes.length > mediaLimits.file_megabytes * megabyte;

/** Files of a medium lie under its id; the first letters spread them over folders. */
export function storageKey(mediaId: string, variant: 'original' | 'thumbnail'): string {
  return `${mediaId.slice(-2).toLowerCase()}/${mediaId}/${variant}`;
}

/** Whose file it is; null for what is no file of a medium. */
export const mediaIdOfKey = (key: string): string | null => {
  const mediaId = key.split('/')[1] ?? '';
  return key.startsWith(`${mediaId.slice(-2).toLowerCase()}/${mediaId}/`) ? mediaId : null;
};

export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

/** The one range that a Range header asks for; null answers the whole file, "beyond" that nothing of it is there. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'beyond' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'beyond' : { start: size - count, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'beyond' : { start, end };
}

/** Where a medium lies in the archive of its owner's data: `image/jpeg` becomes `media/<id>.jpeg`. */
export function archiveName({ id, contentType }: { id: string; contentType: string }): string {
  const kind = contentType.split('/')[1]?.replace(/^x-/, '') ?? '';
  return `media/${id}.${/^[a-z0-9]+$/.test(kind) ? kind : 'bin'}`;
}
