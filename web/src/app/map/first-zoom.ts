import type { Position } from '@dazi/contract/places/places';
import { boxContains, roundedForAsking } from '@dazi/contract/places/places.rules';
import { type CountedKind, countedKinds } from '@dazi/contract/posts/map-counts.rules';
import type { QueryClient } from '@tanstack/react-query';
import { nearbyRooms } from '#features/chat/rooms/rooms.api.ts';
import { fetchMapCounts } from '#features/posts/posts/map-counts.api.ts';
import { boundsAround } from '#map/geometry.ts';
import { DEFAULT_VIEW } from '#map/map-types.ts';

/** Streets can be read from here on. */
const nearest = 14;
/** Further out nothing is near any more. */
const farthest = 8;
/** What of the window shows the map, beside the list and above it. */
const freeShare = { width: 0.7, height: 0.7 };
/** A map that does not know by then goes on without. */
const atLatest_ms = 3_000;

const boxAt = (position: Position, zoom: number) =>
  boundsAround(
    { ...position, zoom },
    window.innerWidth * freeShare.width,
    window.innerHeight * freeShare.height,
  );

async function counted(kind: CountedKind, position: Position, zoom: number, signal: AbortSignal) {
  const { cells } = await fetchMapCounts({ ...boxAt(position, zoom), zoom, kind }, signal);
  return cells.map(([, latitude, longitude]): Position => ({ latitude, longitude }));
}

/** The nearest zoom at which a map around a place shows any of these; null where none does. */
export function zoomThatShows(places: readonly Position[], position: Position): number | null {
  for (let zoom = nearest; zoom >= farthest; zoom--) {
    const box = boxAt(position, zoom);
    if (places.some((place) => boxContains(box, place))) return zoom;
  }
  return null;
}

async function look(position: Position, client: QueryClient, signal: AbortSignal): Promise<number> {
  const countsAt = (zoom: number) =>
    Promise.all(countedKinds.map((kind) => counted(kind, position, zoom, signal)));
  // The page asks for the same rooms.
  const rooms = client.fetchQuery({ ...nearbyRooms(position), staleTime: atLatest_ms });
  const [near, around] = await Promise.all([countsAt(nearest), rooms]);
  const groups = around.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  if (zoomThatShows([...near.flat(), ...groups], position) === nearest) return nearest;
  const far = await countsAt(farthest);
  return zoomThatShows([...far.flat(), ...groups], position) ?? DEFAULT_VIEW.zoom;
}

/** Where no posts, rooms or plans are near, so far out that there are some; where there are none at all it is the usual one. */
export async function firstZoom(position: Position, client: QueryClient): Promise<number> {
  try {
    const late = AbortSignal.timeout(atLatest_ms);
    const end = new Promise<never>((_, reject) => late.addEventListener('abort', reject, { once: true }));
    return await Promise.race([look(roundedForAsking(position), client, late), end]);
  } catch {
    return DEFAULT_VIEW.zoom;
  }
}
