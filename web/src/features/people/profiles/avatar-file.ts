import { imageTypes, mediaLimits } from '@dazi/contract/media/media.rules';
import { isHeic } from '#features/media/media.api.ts';

/** Why a file is not taken as a picture; the texts stand under `profiles.avatar`. */
export type AvatarProblem =
  | { text: 'notImage' }
  | { text: 'formats' }
  | { text: 'tooLarge'; n: number }
  | { text: 'invalid' };

const accepted: readonly string[] = imageTypes;
export const acceptedAvatars = imageTypes.join(',');

export function avatarProblem(file: Pick<File, 'name' | 'type' | 'size'>): AvatarProblem | null {
  const { type, size } = file;
  if (isHeic(file)) return { text: 'formats' };
  if (!type.startsWith('image/')) return { text: 'notImage' };
  if (!accepted.includes(type)) return { text: 'formats' };
  const n = mediaLimits.file_megabytes;
  if (size >= n * 1024 * 1024) return { text: 'tooLarge', n };
  return size === 0 ? { text: 'invalid' } : null;
}
