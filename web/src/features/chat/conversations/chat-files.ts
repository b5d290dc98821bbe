import { imageTypes } from '@dazi/contract/media/media.rules';
import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import { endingOf, isHeic, isKnownVideo, isVideo, typeOf, videoChoice } from '#features/media/media.api.ts';

const megabyte = 1024 * 1024;
const videoEndings = ['mp4', 'webm', 'mov', 'avi'];

/** What the file chooser of a conversation offers. Where it does not say all pictures, Safari makes JPEG of HEIC. */
export const acceptedFiles = [...imageTypes, ...videoChoice].join(',');

export type ChatFileProblem =
  | { kind: 'tooLarge'; file: string; megabytes: number }
  | { kind: 'unsupported'; file: string }
  | { kind: 'heic'; file: string }
  | { kind: 'invalidImage'; file: string }
  | { kind: 'empty'; file: string };

/** By type, or by its ending where systems know no type. */
export const isChatVideo = (file: File): boolean =>
  isKnownVideo(file) || (!file.type.startsWith('image/') && videoEndings.includes(endingOf(file.name)));

/** Pictures the server takes; the limit is that of all files but videos. */
export function pictureProblem(file: File): ChatFileProblem | null {
  if (!(imageTypes as readonly string[]).includes(typeOf(file))) {
    return { kind: 'invalidImage', file: file.name };
  }
  return file.size > uploadLimits.file_megabytes * megabyte
    ? { kind: 'tooLarge', file: file.name, megabytes: uploadLimits.file_megabytes }
    : null;
}

/** Why a file cannot be sent, if so. How large a video may be the upload decides. */
export function problemOf(file: File): ChatFileProblem | null {
  if (file.size === 0) return { kind: 'empty', file: file.name };
  if (isHeic(file)) return { kind: 'heic', file: file.name };
  if (isChatVideo(file)) return null;
  if (!isVideo(file) && file.size > uploadLimits.file_megabytes * megabyte) {
    return { kind: 'tooLarge', file: file.name, megabytes: uploadLimits.file_megabytes };
  }
  if (file.type.startsWith('image/')) return pictureProblem(file);
  return { kind: 'unsupported', file: file.name };
}
