import type { listPosts, PostView } from '@dazi/contract/discovery';
import type { QueryOf } from '@dazi/contract/endpoint';
import { type Position, roundedForAsking } from '@dazi/contract/places';

export type Posted = 'any' | 'today' | 'week' | 'month';

export interface Filters {
  view: PostView;
  gender: 'M' | 'F' | null;
  keywords: string;
  distanceKm: number | null;
  posted: Posted;
}

export const noFilters: Filters = {
  view: 'all',
  gender: null,
  keywords: '',
  distanceKm: null,
  posted: 'any',
};

/** Each filter that differs from its default counts one. */
export function countActive(filters: Filters): number {
  const keys = Object.keys(noFilters) as (keyof Filters)[];
  return keys.filter((key) =>
    key === 'keywords' ? filters.keywords.trim() !== '' : filters[key] !== noFilters[key],
  ).length;
}

const day_ms = 24 * 60 * 60 * 1000;

/** Today begins at local midnight; a week and a month are the last 7 and 30 days. */
export function postedSince(posted: Posted, now: number): string | null {
  if (posted === 'any') return null;
  if (posted === 'today') return new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString();
  // Whole minutes, so that the same question stays the same for a while.
  const minute = Math.floor(now / 60_000) * 60_000;
  return new Date(minute - (posted === 'week' ? 7 : 30) * day_ms).toISOString();
}

/** The filters as the server understands them; distances are measured from the reader's position. */
export function filterQuery(filters: Filters, from: Position, now: number): QueryOf<typeof listPosts> {
  const since = postedSince(filters.posted, now);
  const keywords = filters.keywords.trim();
  return {
    ...(filters.view === 'all' ? {} : { view: filters.view }),
    ...(filters.gender ? { gender: filters.gender } : {}),
    ...(keywords ? { keywords } : {}),
    ...(since ? { postedSince: since } : {}),
    ...(filters.distanceKm === null ? {} : { ...roundedForAsking(from), radiusKm: filters.distanceKm }),
  };
}
