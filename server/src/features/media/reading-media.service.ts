import type { MediaItem } from '@dazi/contract/media/media';
import { mediaUrl, thumbnailUrl } from '@dazi/contract/media/media.rules';
import { AppError } from '#platform/app-error.ts';
import type { MediaGuards } from '#platform/area.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import * as store from './media.store.ts';
import { fileOf } from './stored-media.service.ts';

export type MediaFacts = Pick<store.MediaRow, 'id' | 'type' | 'contentType' | 'width' | 'height' | 'fold'>;

export function itemOf(row: MediaFacts): MediaItem {
  const { id, type, contentType, width, height, fold } = row;
  const isFolded = fold === 'folded';
  return {
    id,
    type,
    contentType,
    url: mediaUrl(id),
    thumbnailUrl: thumbnailUrl(id),
    width,
    height,
    isFolded,
  };
}

async function mayRead(
  deps: Deps,
  guards: MediaGuards,
  viewer: Actor | null,
  row: store.MediaRow,
  unfolds: boolean,
) {
  if (row.fold === 'folded' && viewer?.isModerator !== true) return false;
  if (row.purpose === 'upload') return row.ownerId === viewer?.id;
  return guards[row.purpose](deps, viewer, row, unfolds);
}

/** The same, at addresses that answer also what is folded. */
export const unfoldedItem = (item: MediaItem): MediaItem => ({
  ...item,
  url: `${item.url}?unfolded=true`,
  thumbnailUrl: `${item.thumbnailUrl}?unfolded=true`,
});

/** The only way to read a medium for somebody. Unknown and not visible are one answer. */
export async function requireMedia(
  deps: Deps,
  guards: MediaGuards,
  viewer: Actor | null,
  mediaId: string,
  variant: 'original' | 'thumbnail',
  unfolds = false,
) {
  const row = await store.findMedia(deps.db, mediaId);
  if (!row || !(await mayRead(deps, guards, viewer, row, unfolds))) throw new AppError('NOT_FOUND');
  const file = await fileOf(deps, mediaId, variant);
  if (!file) throw new AppError('NOT_FOUND');
  return {
    ...file,
    contentType: variant === 'thumbnail' ? 'image/webp' : row.contentType,
    /** Who may read it may change at any moment, so nobody keeps it. */
    mayBeCached: row.fold !== 'folded' && (row.purpose === 'post' || row.purpose === 'avatar'),
  };
}
