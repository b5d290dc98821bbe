import { uploadLimits, uploadPresets } from '@dazi/contract/media/uploads.rules';
import { AppError } from '#platform/app-error.ts';

export type UploadKind = keyof typeof uploadPresets;

export interface Part {
  uploadId: string;
  first: number;
  total: number;
  isLast: boolean;
}

/** This host knows the first preset of each kind. PRESET_UNKNOWN. */
export function acceptPreset(kind: UploadKind, preset: string | null): void {
  if (preset !== uploadPresets[kind][0]) throw new AppError('PRESET_UNKNOWN');
}

/** Null for a whole file. Parts begin at multiples of their size. UPLOAD_INCOMPLETE, UPLOAD_TOO_LARGE. */
export function partOf(
  uploadId: string | undefined,
  contentRange: string | undefined,
  size: number,
): Part | null {
  if (uploadId === undefined && contentRange === undefined) return null;
  const [, first = '', last = '', total = ''] =
    /^bytes (\d{1,10})-(\d{1,10})\/(\d{1,10})$/.exec(contentRange ?? '') ?? [];
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(uploadId ?? '') || total === '') throw new AppError('UPLOAD_INCOMPLETE');
  const part = { uploadId: uploadId!, first: Number(first), total: Number(total) };
  if (part.total > uploadLimits.video_megabytes * 1024 * 1024) throw new AppError('UPLOAD_TOO_LARGE');
  const expected = Math.min(uploadLimits.chunk_bytes, part.total - part.first);
  const isExpected = size > 0 && size === expected && Number(last) === part.first + size - 1;
  if (!isExpected || part.first % uploadLimits.chunk_bytes !== 0) throw new AppError('UPLOAD_INCOMPLETE');
  return { ...part, isLast: part.first + size === part.total };
}

/** How large the headers say that the whole of it is, where it may be so large; else 1. */
export function announcedBytes(contentRange: string | undefined): number {
  const total = Number(/\/(\d{1,10})$/.exec(contentRange ?? '')?.[1] ?? 1);
  return total > uploadLimits.video_megabytes * 1024 * 1024 ? 1 : Math.max(1, total);
}

export const partStarts = (total: number): number[] =>
  Array.from(
    { length: Math.ceil(total / uploadLimits.chunk_bytes) },
    (_, index) => index * uploadLimits.chunk_bytes,
  );
