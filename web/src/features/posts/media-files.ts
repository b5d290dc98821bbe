import { imageTypes, mediaLimits } from '@dazi/contract/media';

export interface MediaFile {
  id: string;
  file: File;
  /** A data URL: the preview, and what is sent. */
  url: string;
  type: 'image' | 'video';
  size: number;
}

/** Why a file was not taken; the texts stand under `posts.files`. */
export type FileProblem =
  | { kind: 'tooLarge'; file: string; megabytes: number }
  | { kind: 'notSupported'; type: string }
  | { kind: 'tooMany'; count: number }
  | { kind: 'failed' };

const accepted: readonly string[] = imageTypes;
export const acceptedTypes = imageTypes.join(',');
const megabyte = 1024 * 1024;

/** Judges chosen files one by one; those beyond the limit are refused together. */
export function checkFiles(
  files: readonly File[],
  already: number,
): { taken: File[]; problems: FileProblem[] } {
  const taken: File[] = [];
  const problems: FileProblem[] = [];
  for (const file of files) {
    if (!accepted.includes(file.type)) problems.push({ kind: 'notSupported', type: file.type || file.name });
    else if (file.size >= mediaLimits.file_megabytes * megabyte) {
      problems.push({ kind: 'tooLarge', file: file.name, megabytes: mediaLimits.file_megabytes });
    } else if (file.size === 0) problems.push({ kind: 'failed' });
    else taken.push(file);
  }
  const room = mediaLimits.files - already;
  if (taken.length > room) problems.push({ kind: 'tooMany', count: mediaLimits.files });
  return { taken: taken.slice(0, Math.max(0, room)), problems };
}

export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
