import type { listConversations, NearbyRoom } from '@dazi/contract/chat/conversation-views';
import type { Position } from '@dazi/contract/places/places';
import { boxContains, roundedForAsking } from '@dazi/contract/places/places.rules';
import type { listMapCounts } from '@dazi/contract/posts/map-counts';
import { type CountedKind, countedKinds } from '@dazi/contract/posts/map-counts.rules';
import { boundsAround } from '#map/geometry.ts';
import { DEFAULT_VIEW } from '#map/map-types.ts';
import { call } from '#platform/api.ts';

/** Streets can be read from here on. */
const nearest = 14;
/** Further out nothing is near any more. */
const farthest = 8;
/** What of the window shows the map, beside the list and above it. */
const freeShare = { width: 0.7, height: 0.7 };
/** A map that does not know by then goes on without. */
const atLatest_ms = 10_000;

const boxAt = (position: Position, zoom: number) =>
  boundsAround(
    { ...position, zoom },
    window.innerWidth * freeShare.width,
    window.innerHeight * freeShare.height,
  );

async function counted(kind: CountedKind, position: Position, zoom: number, signal: AbortSignal) {
  const query = { ...boxAt(position, zoom), zoom, kind };
  const { data } = await call<typeof listMapCounts>('GET', '/api/map/counts', { query, signal });
  return data.cells.map(([, latitude, longitude]): Position => ({ latitude, longitude }));
}

async function rooms(position: Position, signal: AbortSignal): Promise<readonly Position[]> {
  const query = { includeNearby: 'true' as const, ...position };
  const { data } = await call<typeof listConversations>('GET', '/api/conversations', { query, signal });
  return data as readonly NearbyRoom[];
}

/** The nearest zoom at which a map around a place shows any of these; null where none does. */
export function zoomThatShows(places: readonly Position[], position: Position): number | null {
  for (let zoom = nearest; zoom >= farthest; zoom--) {
    const box = boxAt(position, zoom);
    if (places.some((place) => boxContains(box, place))) return zoom;
  }
  return null;
}

async function look(position: Position, signal: AbortSignal): Promise<number> {
  const countsAt = (zoom: number) =>
    Promise.all(countedKinds.map((kind) => counted(kind, position, zoom, signal)));
  const [near, groups] = await Promise.all([countsAt(nearest), rooms(position, signal)]);
  if (zoomThatShows([...near.flat(), ...groups], position) === nearest) return nearest;
  const far = await countsAt(farthest);
  return zoomThatShows([...far.flat(), ...groups], position) ?? DEFAULT_VIEW.zoom;
}

/**
 * From how near somebody looks around first: at the streets, and where no posts, rooms or plans are, so far out that
 * there are some. Where there are none at all it is the usual one.
 */
export async function firstZoom(position: Position): Promise<number> {
  try {
    return await look(roundedForAsking(position), AbortSignal.timeout(atLatest_ms));
  } catch {
    return DEFAULT_VIEW.zoom;
  }
}
