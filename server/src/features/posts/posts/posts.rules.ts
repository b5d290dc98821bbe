import type { Gender } from '@dazi/contract/identity/identity';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { withLinksOf } from '@dazi/contract/kernel/links';
import { mediaIdOf, mediaLimits } from '@dazi/contract/media/media.rules';
import { cellOf } from '@dazi/contract/places/cells';
import type { Position } from '@dazi/contract/places/places';
import type { createPost, editPost } from '@dazi/contract/posts/posts';
import { isEditable, postLimits } from '@dazi/contract/posts/posts.rules';
import type { Upload } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { LinkFold } from '#platform/folded-links.ts';

export interface AcceptedPost {
  content: string;
  gender: Gender;
  /** In the order of the post: a file that came with it, or the id of an upload that it names. */
  media: (Upload | { uploadId: string })[];
  truePosition: Position;
  expiresAt: Date | null;
}

function acceptContent(input: string | null | undefined): string {
  const content = (input ?? '').trim();
  if (content.length > postLimits.content) throw new AppError('POST_TOO_LONG');
  return content;
}

/** Judges a change of a post's text; what is not named stays. The server's clock decides. */
export function acceptEdit(
  input: BodyOf<typeof editPost>,
  post: { content: string; linksFold: LinkFold | null; gender: Gender; createdAt: Date; hasMedia: boolean },
  now: Date,
): { content: string; gender: Gender } {
  if (!isEditable(post.createdAt.toISOString(), now.getTime())) throw new AppError('EDIT_TOO_LATE');
  const said =
    post.linksFold === 'folded' && input.content ? withLinksOf(post.content, input.content) : input.content;
  const content = said === undefined ? post.content : acceptContent(said);
  if (isBlank(content) && !post.hasMedia) throw new AppError('POST_EMPTY');
  return { content, gender: input.gender ?? post.gender };
}

/** Judges what somebody wants to post; throws the AppError whose text says what is missing. */
export function acceptPost(
  input: BodyOf<typeof createPost>,
  author: { isConfirmed: boolean; gender: Gender | null },
  now: Date,
): AcceptedPost {
  // Nobody has said the gender that a profile begins with: then the post has to.
  const gender = author.isConfirmed ? author.gender : (input.gender ?? null);
  if (!gender) throw new AppError('POST_GENDER_MISSING');
  const content = acceptContent(input.content);
  const listed = input.imageUrls ?? [];
  const urls = listed.length > 0 || !input.imageUrl ? listed : [input.imageUrl];
  if (urls.length > mediaLimits.files) throw new AppError('TOO_MANY_FILES');
  const media = urls.map((url, index) => {
    const uploadId = mediaIdOf(url);
    return uploadId === null ? { url, poster: input.posters?.[index] ?? null } : { uploadId };
  });
  if (isBlank(content) && media.length === 0) throw new AppError('POST_EMPTY');
  const { latitude, longitude } = input.location ?? {};
  if (latitude == null || longitude == null) throw new AppError('POST_POSITION_MISSING');
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  if (expiresAt && expiresAt <= now) throw new AppError('POST_EXPIRED');
  return { content, gender, media, truePosition: { latitude, longitude }, expiresAt };
}

export function cellsOf(position: Position) {
  const q14 = cellOf(position, 14);
  return { q14, q12: q14 >> 4, q10: q14 >> 8, q8: q14 >> 12 };
}

/** Deleted posts stay inactive for this long, then content and media are erased; promised are 30 days. */
export const erasureAfter_ms = 14 * 24 * 60 * 60 * 1000;
/** For how long it is known of an erased post that it was there. */
export const rememberedAfterErasure_ms = 365 * 24 * 60 * 60 * 1000;

/** Decimals of degrees that are finer than a pixel of a cell's own size on the map. */
export const decimalsOf = (level: number) => Math.ceil(Math.log10((2 ** level * 64) / 360));
