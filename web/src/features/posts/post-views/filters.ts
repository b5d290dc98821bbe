import type { QueryOf } from '@dazi/contract/kernel/endpoint';
import type { Position } from '@dazi/contract/places/places';
import { roundedForAsking } from '@dazi/contract/places/places.rules';
import type { listPosts, PostView } from '@dazi/contract/posts/post-views';
import { distanceFilters_km, postViews, splitKeywords } from '@dazi/contract/posts/post-views.rules';

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
    key === 'keywords' ? splitKeywords(filters.keywords).length > 0 : filters[key] !== noFilters[key],
  ).length;
}

const names = {
  view: 'view',
  gender: 'gender',
  keywords: 'words',
  distanceKm: 'km',
  posted: 'posted',
} as const;
export const keywordsLength = 200;
const choiceOf = <Choice>(choices: readonly Choice[], found: unknown, otherwise: Choice): Choice =>
  choices.find((choice) => choice === found) ?? otherwise;

/** The filters that an address names; what it does not know is left as it is without filters. */
export function filtersInAddress(search: string): Filters {
  const address = new URLSearchParams(search);
  const named = (key: keyof Filters) => address.get(names[key]);
  return {
    view: choiceOf(postViews, named('view'), noFilters.view),
    gender: choiceOf(['M', 'F', null] as const, named('gender'), null),
    keywords: (named('keywords') ?? '').slice(0, keywordsLength),
    distanceKm: choiceOf(distanceFilters_km, Number(named('distanceKm')), null),
    posted: choiceOf(['any', 'today', 'week', 'month'] as const, named('posted'), noFilters.posted),
  };
}

/** An address with these filters, everything else in it kept. A distance is there without its position. */
export function withFilters(search: string, filters: Filters): string {
  const address = new URLSearchParams(search);
  for (const key of Object.keys(names) as (keyof Filters)[]) {
    const value = filters[key];
    if (value === noFilters[key]) address.delete(names[key]);
    else address.set(names[key], String(value));
  }
  return address.toString();
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
  const keywords = splitKeywords(filters.keywords).join(',');
  return {
    ...(filters.view === 'all' ? {} : { view: filters.view }),
    ...(filters.gender ? { gender: filters.gender } : {}),
    ...(keywords ? { keywords } : {}),
    ...(since ? { postedSince: since } : {}),
    ...(filters.distanceKm === null ? {} : { ...roundedForAsking(from), radiusKm: filters.distanceKm }),
  };
}
