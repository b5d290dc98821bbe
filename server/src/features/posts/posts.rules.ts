import { cellOf } from '@dazi/contract/cells';
import type { BodyOf } from '@dazi/contract/endpoint';
import { mediaLimits } from '@dazi/contract/media';
import type { Position } from '@dazi/contract/places';
import { type createPost, postLimits } from '@dazi/contract/posts';
import { AppError } from '#platform/app-error.ts';

export interface AcceptedPost {
  content: string;
  pictures: string[];
  truePosition: Position;
  expiresAt: Date | null;
}

/** Judges what somebody wants to post; throws the AppError whose text says what is missing. */
export function acceptPost(input: BodyOf<typeof createPost>, gender: string | null, now: Date): AcceptedPost {
  if (!gender) throw new AppError('POST_GENDER_MISSING');
  const content = (input.content ?? '').trim();
  if (content.length > postLimits.content) throw new AppError('POST_TOO_LONG');
  const listed = input.imageUrls ?? [];
  const pictures = listed.length > 0 || !input.imageUrl ? listed : [input.imageUrl];
  if (pictures.length > mediaLimits.files) throw new AppError('TOO_MANY_FILES');
  if (content === '' && pictures.length === 0) throw new AppError('POST_EMPTY');
  const { latitude, longitude } = input.location ?? {};
  if (latitude == null || longitude == null) throw new AppError('POST_POSITION_MISSING');
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  if (expiresAt && expiresAt <= now) throw new AppError('POST_EXPIRED');
  return { content, pictures, truePosition: { latitude, longitude }, expiresAt };
}

/** The cells of the nearby index that a displayed position lies in. */
export function cellsOf(position: Position) {
  const q14 = cellOf(position, 14);
  return { q14, q12: q14 >> 4, q10: q14 >> 8, q8: q14 >> 12 };
}

/** Deleted posts stay inactive for this long, then content and media are erased; promised are 30 days. */
export const erasureAfter_ms = 14 * 24 * 60 * 60 * 1000;
