import { areaLevel, areasOf, areaZoom, cellOf } from '@dazi/contract/cells';
import { boxContains, type Position } from '@dazi/contract/places';
import type { Post } from '@dazi/contract/posts';
import { useMemo } from 'react';
import { mapListKey, useMapPosts } from '#features/discovery/discovery.api.ts';
import { useLivePosts } from '#features/discovery/discovery.live.ts';
import { countActive, type Filters, filterQuery } from '#features/discovery/filters.ts';
import type { MapBounds, MapView } from '#map/map-types.ts';
import { useNow } from '#platform/time.ts';

const minute_ms = 60_000;

interface Shown {
  view: MapView;
  bounds: MapBounds;
}

/**
 * The posts of what the map shows, kept up to date: from the stream near by, by asking now and then further
 * out. `open` is the post whose detail is open; its surroundings are listened to wherever it lies.
 */
export function useShownPosts(shown: Shown | null, filters: Filters, from: Position, open: Post | undefined) {
  const minute = Math.floor(useNow() / minute_ms) * minute_ms;
  const query = useMemo(() => filterQuery(filters, from, minute), [filters, from, minute]);
  const isNear = shown !== null && shown.view.zoom >= areaZoom;
  const list = useMapPosts(shown?.bounds ?? null, query, isNear);

  const openCell = open && cellOf(open.location, areaLevel);
  const cells = useMemo(() => {
    const areas = isNear && shown ? areasOf(shown.bounds, shown.view) : [];
    return openCell === undefined ? areas : [openCell, ...areas.filter((cell) => cell !== openCell)];
  }, [isNear, shown, openCell]);
  const filtered = countActive(filters) > 0;
  const live = useMemo(
    () => ({
      key: shown && mapListKey(shown.bounds, query),
      accepts: filtered ? null : (post: Post) => shown !== null && boxContains(shown.bounds, post.location),
    }),
    [shown, query, filtered],
  );
  useLivePosts(cells, live);
  return list;
}
