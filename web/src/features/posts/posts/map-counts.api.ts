import type { QueryOf } from '@dazi/contract/kernel/endpoint';
import { cellOf, centreOf } from '@dazi/contract/places/cells';
import type { Box } from '@dazi/contract/places/places';
import type { listMapCounts } from '@dazi/contract/posts/map-counts';
import { type CountedKind, countGridOf, zoomOfLevel } from '@dazi/contract/posts/map-counts.rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { askedAgain } from '#platform/skipped-refresh.ts';

/** About how many posts, or plans, a cell holds, at the middle of them. */
export interface MapCount {
  /** Stays the same for the same part of the world at the same fineness. */
  key: string;
  posts: number;
  latitude: number;
  longitude: number;
}

/** How often counters are asked for again. */
const refresh_ms = 15_000;

export const cellKey = (place: { latitude: number; longitude: number }, level: number) =>
  `${level}/${cellOf(place, level)}`;

export interface MapCounts {
  level: number;
  counts: readonly MapCount[];
}

export const fetchMapCounts = async (query: QueryOf<typeof listMapCounts>, signal: AbortSignal) =>
  (await call<typeof listMapCounts>('GET', '/api/map/counts', { query, signal })).data;

/** The counters of what a far map shows; maps that show the same cells ask the same question. */
export function useMapCounts(box: Box | null, zoom: number, kind: CountedKind = 'posts') {
  const grid = box && countGridOf(box, zoom);
  const [first, last] = [grid?.cells[0], grid?.cells.at(-1)];
  return useQuery({
    queryKey: ['map-counts', kind, grid?.level, first, last],
    queryFn: async ({ signal }): Promise<MapCounts> => {
      // From the middle of the first cell to the middle of the last: exactly these cells.
      const [from, to] = [centreOf(first!, grid!.level), centreOf(last!, grid!.level)];
      const data = await fetchMapCounts(
        {
          west: from.longitude,
          north: from.latitude,
          east: to.longitude,
          south: to.latitude,
          zoom: Math.max(0, zoomOfLevel(grid!.level)),
          kind,
        },
        signal,
      );
      return {
        level: data.level,
        counts: data.cells.map(([posts, latitude, longitude]) => {
          const place = { latitude, longitude };
          return { key: cellKey(place, data.level), posts, ...place };
        }),
      };
    },
    enabled: grid !== null,
    placeholderData: keepPreviousData,
    refetchInterval: askedAgain(refresh_ms),
  });
}
