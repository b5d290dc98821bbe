import { imageTypes, mediaLimits, videoTypes } from '@dazi/contract/media/media.rules';
import { endingOf, isVideo, typeOf } from '#features/media/media.api.ts';

export interface MediaFile {
  id: string;
  file: File;
  /** A data URL: the preview, and the bytes that are sent. */
  url: string;
  type: 'image' | 'video';
  size: number;
  /** Of a video: a still as data URL, null where this browser could draw none. */
  poster: string | null;
}

/** Why a file was not taken; the texts stand under `posts.files`. */
export type FileProblem =
  | { kind: 'tooLarge'; file: string; megabytes: number }
  | { kind: 'notSupported'; type: string }
  | { kind: 'tooMany'; count: number }
  | { kind: 'failed' };

const accepted: readonly string[] = [...imageTypes, ...videoTypes];
const endings = ['avi', 'mov'];
export const acceptedTypes = [...accepted, ...endings.map((ending) => `.${ending}`)].join(',');
const megabyte = 1024 * 1024;

/** Judges chosen files one by one; those beyond the limit are refused together. */
export function checkFiles(
  files: readonly File[],
  already: number,
): { taken: File[]; problems: FileProblem[] } {
  const taken: File[] = [];
  const problems: FileProblem[] = [];
  for (const file of files) {
    const type = typeOf(file);
    const megabytes = isVideo(file) ? mediaLimits.video_megabytes : mediaLimits.file_megabytes;
    if (!accepted.includes(type)) {
      problems.push({ kind: 'notSupported', type: type || endingOf(file.name) || file.name });
    } else if (file.size >= megabytes * megabyte) {
      problems.push({ kind: 'tooLarge', file: file.name, megabytes });
    } else if (file.size === 0) problems.push({ kind: 'failed' });
    else taken.push(file);
  }
  const room = mediaLimits.files - already;
  if (taken.length > room) problems.push({ kind: 'tooMany', count: mediaLimits.files });
  return { taken: taken.slice(0, Math.max(0, room)), problems };
}
