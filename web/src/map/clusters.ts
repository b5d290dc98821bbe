import Supercluster from 'supercluster';
import { boundsOf, worldPixels } from '#map/geometry.ts';
import type { Held } from '#map/map-texts.ts';
import { DEEPEST_ZOOM, type MapBounds, type MapPin, type MapPlace } from '#map/map-types.ts';

const RADIUS_PX = 60;
/** Air between two things on the map. */
const GAP_PX = 4;
const PIN_PX = 36;
/** A diamond is wider than it is round. */
const PLAN_PX = 46;
/** Pins nearer than this at the deepest zoom never come apart by zooming. */
const SAME_PLACE_PX = RADIUS_PX;

/** Something drawn at one place: a single pin, or several under one number. */
export interface PinGroup extends MapPlace {
  /** Stays the same as long as the group holds the same pins. */
  readonly key: string;
  readonly pins: readonly MapPin[];
}

export type PinIndex = Supercluster<{ pin: MapPin }>;

export function indexPins(pins: readonly MapPin[]): PinIndex {
  const index: PinIndex = new Supercluster({ radius: RADIUS_PX, extent: 512, maxZoom: DEEPEST_ZOOM });
  return index.load(
    pins.map((pin) => ({
      type: 'Feature' as const,
      properties: { pin },
      geometry: { type: 'Point' as const, coordinates: [pin.longitude, pin.latitude] },
    })),
  );
}

export function clusterSize_px(count: number): number {
  if (count < 10) return 44;
  return count < 100 ? 54 : 66;
}

const countOf = (pins: readonly MapPin[]) => pins.reduce((sum, pin) => sum + (pin.count ?? 1), 0);

/** Of each kind. */
export function heldBy(pins: readonly MapPin[]): Held {
  const of = (kind: MapPin['kind']) => countOf(pins.filter((pin) => pin.kind === kind));
  return { posts: of('post'), rooms: of('room'), plans: of('plan') };
}

/** How many a group stands for: about so many where counters are among its pins. */
export const groupCount = (group: PinGroup) => countOf(group.pins);

/** The posts of a counter are not known here: a group with one opens by zooming in, and is never a pin. */
export const hasCounter = (group: PinGroup) => group.pins.some((pin) => pin.count !== undefined);

export const isSinglePin = (group: PinGroup) => group.pins.length === 1 && !hasCounter(group);

export function groupSize_px(group: PinGroup): number {
  if (!isSinglePin(group)) return clusterSize_px(groupCount(group));
  return group.pins[0]?.kind === 'plan' ? PLAN_PX : PIN_PX;
}

function groupOf(pins: readonly MapPin[], place: MapPlace): PinGroup {
  const first = pins.reduce((lowest, pin) => (pin.id < lowest.id ? pin : lowest));
  const key = pins.length === 1 ? `pin:${first.id}` : `group:${first.id}:${pins.length}`;
  return { key, pins, latitude: place.latitude, longitude: place.longitude };
}

function merge(one: PinGroup, other: PinGroup): PinGroup {
  const pins = [...one.pins, ...other.pins];
  const share = groupCount(other) / countOf(pins);
  return groupOf(pins, {
    latitude: one.latitude + (other.latitude - one.latitude) * share,
    longitude: one.longitude + (other.longitude - one.longitude) * share,
  });
}

/** Centres of clusters drift together: whatever would still overlap becomes one group. */
function mergeOverlapping(groups: readonly PinGroup[], zoom: number): PinGroup[] {
  const placed = (group: PinGroup) => ({
    group,
    ...worldPixels(group, zoom),
    radius: groupSize_px(group) / 2 + GAP_PX / 2,
  });
  const kept: ReturnType<typeof placed>[] = [];
  const waiting = groups.map(placed);
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const { group, x, y, radius } = current;
    const neighbour = kept.findIndex((other) => Math.hypot(other.x - x, other.y - y) < radius + other.radius);
    if (neighbour === -1) kept.push(current);
    else waiting.push(placed(merge(kept.splice(neighbour, 1)[0]!.group, group)));
  }
  return kept.map(({ group }) => group);
}

/** The groups within bounds at a zoom, in an order that does not change while one pans. */
export function groupPins(index: PinIndex, bounds: MapBounds, zoom: number): PinGroup[] {
  const step = Math.max(0, Math.min(DEEPEST_ZOOM, Math.floor(zoom)));
  const found = index.getClusters([bounds.west, bounds.south, bounds.east, bounds.north], step);
  const groups = found.map(({ properties, geometry }) => {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const pins =
      'cluster' in properties
        ? index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.pin)
        : [properties.pin];
    return groupOf(pins, { latitude, longitude });
  });
  return mergeOverlapping(groups, step).sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Whether no zoom takes the pins apart: they are spread instead. */
export function isSamePlace(pins: readonly MapPin[]): boolean {
  const { west, south, east, north } = boundsOf(pins);
  const corner = worldPixels({ latitude: north, longitude: west }, DEEPEST_ZOOM);
  const opposite = worldPixels({ latitude: south, longitude: east < west ? east + 360 : east }, DEEPEST_ZOOM);
  return Math.hypot(opposite.x - corner.x, opposite.y - corner.y) < SAME_PLACE_PX;
}

/** Where in the ring of a group posts end, and where rooms do; plans have the rest. */
export function ringOf(pins: readonly MapPin[]): { posts: number; rooms: number } {
  const { posts, rooms } = heldBy(pins);
  const all = countOf(pins);
  return { posts: posts / all, rooms: (posts + rooms) / all };
}

/** 999, 1k, 1.2k, 12k. */
export function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  const thousands = count < 10_000 ? Math.floor(count / 100) / 10 : Math.floor(count / 1_000);
  return `${thousands}k`;
}
