import {
  DEEPEST_ZOOM,
  type MapBounds,
  type MapPadding,
  type MapPlace,
  type MapView,
} from '#map/map-types.ts';

const EARTH_RADIUS_KM = 6371;
const EQUATOR_M = 40_075_016.686;
export const TILE_PX = 512;

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** The nearest number that is at most so far from zero. */
export const within = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));

/** Great-circle distance. */
export function distance_km(from: MapPlace, to: MapPlace): number {
  const latitudeHalf = Math.sin(radians(to.latitude - from.latitude) / 2);
  const longitudeHalf = Math.sin(radians(to.longitude - from.longitude) / 2);
  const chord =
    latitudeHalf ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * longitudeHalf ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export function metresPerPixel(latitude: number, zoom: number): number {
  return (EQUATOR_M * Math.cos(radians(latitude))) / (TILE_PX * 2 ** zoom);
}

/** Longitude between -180 and 180. */
/** A map that rests again, as after its window has another size, stands a hair beside where it stood. */
const stillThere = { away_px: 4, zoom: 0.01 };

export function isMoved(before: MapView, { zoom, ...place }: MapView): boolean {
  const away_m = 1000 * distance_km(before, place);
  const reach_m = stillThere.away_px * metresPerPixel(place.latitude, zoom);
  return away_m > reach_m || Math.abs(before.zoom - zoom) > stillThere.zoom;
}

export function wrapLongitude(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** Mercator position in px of a world that is one tile wide at zoom 0. */
export function worldPixels(place: MapPlace, zoom: number): { x: number; y: number } {
  const size = TILE_PX * 2 ** zoom;
  const latitude = Math.max(-85.0511, Math.min(85.0511, place.latitude));
  const sine = Math.sin(radians(latitude));
  return {
    x: (place.longitude / 360 + 0.5) * size,
    y: (0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI) * size,
  };
}

/** The place at px of the whole world at a zoom; the other way round of `worldPixels`. */
export function placeAtPixels({ x, y }: { x: number; y: number }, zoom: number): MapPlace {
  const size = TILE_PX * 2 ** zoom;
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * Math.max(0, Math.min(size, y))) / size)));
  return { latitude: (latitude * 180) / Math.PI, longitude: wrapLongitude((x / size - 0.5) * 360) };
}

/** What a map of that size in px around a view shows. */
export function boundsAround(view: MapView, width_px: number, height_px: number): MapBounds {
  const size = TILE_PX * 2 ** view.zoom;
  const centre = worldPixels(view, view.zoom);
  const latitudeAt = (y: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * Math.max(0, Math.min(size, y))) / size))) * 180) / Math.PI;
  const isWholeWorld = width_px >= size;
  const halfWidth = (width_px / 2 / size) * 360;
  return {
    west: isWholeWorld ? -180 : wrapLongitude(view.longitude - halfWidth),
    east: isWholeWorld ? 180 : wrapLongitude(view.longitude + halfWidth),
    south: latitudeAt(centre.y + height_px / 2),
    north: latitudeAt(centre.y - height_px / 2),
  };
}

/** The smallest bounds around places, over the date line where that way is shorter. */
export function boundsOf(places: readonly MapPlace[]): MapBounds {
  const longitudes = places.map((place) => wrapLongitude(place.longitude)).sort((one, other) => one - other);
  let widestGap = 360 - (longitudes.at(-1)! - longitudes[0]!);
  let west = longitudes[0]!;
  let east = longitudes.at(-1)!;
  for (let index = 1; index < longitudes.length; index += 1) {
    const gap = longitudes[index]! - longitudes[index - 1]!;
    if (gap <= widestGap) continue;
    widestGap = gap;
    west = longitudes[index]!;
    east = longitudes[index - 1]!;
  }
  const latitudes = places.map((place) => place.latitude);
  return { west, east, south: Math.min(...latitudes), north: Math.max(...latitudes) };
}

/** Far enough apart to be told from each other, near enough to be seen together. */
const COMFORTABLE_PX = 320;

/** The view that takes places apart: as near as their bounds and the room in px allow. */
export function viewThatOpens(places: readonly MapPlace[], room_px: number, fromZoom: number): MapView {
  const { west, south, east, north } = boundsOf(places);
  const eastward = east < west ? east + 360 : east;
  const corner = worldPixels({ latitude: north, longitude: west }, 0);
  const opposite = worldPixels({ latitude: south, longitude: eastward }, 0);
  const size = Math.max(opposite.x - corner.x, opposite.y - corner.y);
  const fitting = Math.log2(Math.min(room_px, COMFORTABLE_PX) / size);
  return {
    latitude: (south + north) / 2,
    longitude: wrapLongitude((west + eastward) / 2),
    zoom: Math.min(DEEPEST_ZOOM, Math.max(fitting, Math.floor(fromZoom) + 1)),
  };
}

/** A counter knows the middle of its posts, not how far they reach: a few steps nearer, and there are more. */
const COUNTER_STEPS = 3;

/** The view into a group with counters, its own place in the middle. */
export function viewIntoCounters(
  group: MapPlace & { readonly pins: readonly MapPlace[] },
  room_px: number,
  fromZoom: number,
): MapView {
  const { zoom } = viewThatOpens(group.pins, room_px, fromZoom);
  const { latitude, longitude } = group;
  return { latitude, longitude, zoom: Math.min(zoom, Math.floor(fromZoom) + COUNTER_STEPS) };
}

/** Less than this is missing of the whole world by rounding alone, at the furthest zoom of the smallest map. */
const NEARLY_ROUND = 359;

/** Bounds that may reach beyond the date line, as they are said. */
export function wrappedBounds({ west, east, south, north }: MapBounds): MapBounds {
  const isWholeWorld = east - west > NEARLY_ROUND;
  return {
    west: isWholeWorld ? -180 : wrapLongitude(west),
    east: isWholeWorld ? 180 : wrapLongitude(east),
    south,
    north,
  };
}

/** Bounds grown on every side by a share of their size, so that a short pan meets pins already there. */
export function growBounds(bounds: MapBounds, share: number): MapBounds {
  const width = (bounds.east - bounds.west + 360) % 360 || 360;
  const height = bounds.north - bounds.south;
  const isWholeWorld = width * (1 + 2 * share) >= 360;
  return {
    west: isWholeWorld ? -180 : wrapLongitude(bounds.west - width * share),
    east: isWholeWorld ? 180 : wrapLongitude(bounds.east + width * share),
    south: Math.max(-90, bounds.south - height * share),
    north: Math.min(90, bounds.north + height * share),
  };
}

export function samePadding(one: MapPadding, other: MapPadding): boolean {
  return (
    one.top === other.top &&
    one.right === other.right &&
    one.bottom === other.bottom &&
    one.left === other.left
  );
}
