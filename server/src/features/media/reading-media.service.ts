import type { MediaItem } from '@dazi/contract/media/media';
import { mediaUrl, thumbnailUrl } from '@dazi/contract/media/media.rules';
import { AppError } from '#platform/app-error.ts';
import type { MediaGuards } from '#platform/area.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { storageKey } from './media.rules.ts';
import * as store from './media.store.ts';

export type MediaFacts = Pick<store.MediaRow, 'id' | 'type' | 'contentType' | 'width' | 'height'>;

export function itemOf(row: MediaFacts): MediaItem {
  const { id, type, contentType, width, height } = row;
  return { id, type, contentType, url: mediaUrl(id), thumbnailUrl: thumbnailUrl(id), width, height };
}

async function mayRead(
  deps: Deps,
  guards: MediaGuards,
  viewer: Actor | null,
  row: store.MediaRow,
  unfolds: boolean,
) {
  if (row.purpose === 'upload') return row.ownerId === viewer?.id;
  return guards[row.purpose](deps, viewer, row, unfolds);
}

/** The same, at addresses that answer also what is folded. */
export const unfoldedItem = (item: MediaItem): MediaItem => ({
  ...item,
  url: `${item.url}?unfolded=true`,
  thumbnailUrl: `${item.thumbnailUrl}?unfolded=true`,
});

const mostTold = 10_000;
/** Files that are missing are told once: who looks at a page asks for them over and over. */
const told = new Set<string>();

export function tellMissing(deps: Deps, mediaId: string, variant: 'original' | 'thumbnail'): void {
  const key = storageKey(mediaId, variant);
  if (told.has(key) || told.size >= mostTold) return;
  told.add(key);
  deps.log.error({ mediaId, variant }, 'a medium has no file');
}

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
  const file = await deps.files.find(storageKey(mediaId, variant));
  if (!file) {
    tellMissing(deps, mediaId, variant);
    throw new AppError('NOT_FOUND');
  }
  return {
    ...file,
    contentType: variant === 'thumbnail' ? 'image/webp' : row.contentType,
    /** Who may read it may change at any moment, so nobody keeps it. */
    mayBeCached: row.purpose === 'post' || row.purpose === 'avatar',
  };
}
