import { areaLevel, areaZoom } from '@dazi/contract/places/areas.rules';
import { cellOf } from '@dazi/contract/places/cells';
import type { Position } from '@dazi/contract/places/places';
import { boxContains } from '@dazi/contract/places/places.rules';
import { countsBelowZoom } from '@dazi/contract/posts/map-counts.rules';
import { mapPageSize } from '@dazi/contract/posts/post-views.rules';
import type { Post } from '@dazi/contract/posts/posts';
import { useMemo } from 'react';
import { countActive, type Filters, filterQuery } from '#features/posts/post-views/filters.ts';
import { mapListKey, useMapPosts } from '#features/posts/post-views/post-views.api.ts';
import { useLivePosts } from '#features/posts/post-views/post-views.live.ts';
import { useKeepSeen, useSeen } from '#features/posts/post-views/seen-posts.ts';
import { useMapCounts } from '#features/posts/posts/map-counts.api.ts';
import type { LookedAt } from '#map/map-kind.ts';
import { ApiError } from '#platform/api.ts';
import { useLastShown } from '#platform/skipped-refresh.ts';
import { useNow } from '#platform/time.ts';

const minute_ms = 60_000;
/** Where counters stand on the map, the list beside them needs no more than this. */
const farPageSize = 100;

/**
 * The posts of what the map shows, kept up to date: from the stream near by, by asking now and then further
 * out. A far map without filters has counters beside: they tell of all posts, the list of the newest. `open` is the post
 * whose detail is open; its surroundings are listened to wherever it lies. Without a network `seenAt` says when `posts`
 * were seen, by whom it is.
 */
export function useShownPosts(
  { view: shown, cells: around }: LookedAt,
  filters: Filters,
  from: Position,
  open: Post | undefined,
  userId: string | null,
) {
  const minute = Math.floor(useNow() / minute_ms) * minute_ms;
  const filtered = countActive(filters) > 0;
  const isFar = shown !== null && shown.view.zoom < countsBelowZoom && !filtered;
  const query = useMemo(
    () => ({ ...filterQuery(filters, from, minute), limit: isFar ? farPageSize : mapPageSize }),
    [filters, from, minute, isFar],
  );
  const isNear = shown !== null && shown.view.zoom >= areaZoom;
  const list = useMapPosts(shown?.bounds ?? null, query, isNear);

  const openCell = open && cellOf(open.location, areaLevel);
  const cells = useMemo(
    () => (openCell === undefined ? around : [openCell, ...around.filter((cell) => cell !== openCell)]),
    [around, openCell],
  );
  const live = useMemo(
    () => ({
      key: shown && mapListKey(shown.bounds, query),
      accepts: filtered ? null : (post: Post) => shown !== null && boxContains(shown.bounds, post.location),
    }),
    [shown, query, filtered],
  );
  useLivePosts(cells, live);
  const counts = useMapCounts(isFar ? shown.bounds : null, shown?.view.zoom ?? 0);
  const shownCounts = useLastShown(counts);
  const known = useLastShown(list);
  useKeepSeen(userId, list.isPlaceholderData || filtered ? null : (list.data?.posts ?? null));
  const isCutOff = list.failureReason instanceof ApiError && list.failureReason.code === 'NETWORK';
  const isInstead = !known && isCutOff && !filtered;
  const instead = useSeen(isInstead ? userId : null, shown?.bounds ?? null, minute);
  return {
    list,
    posts: known ?? (instead && { posts: instead.posts, nextCursor: null }) ?? undefined,
    seenAt: instead?.at ?? null,
    counts: isFar ? shownCounts : undefined,
  };
}
