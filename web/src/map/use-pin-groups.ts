import { useMemo } from 'react';
import { groupPins, groupSize_px, indexPins, type PinGroup } from '#map/clusters.ts';
import { worldPixels } from '#map/geometry.ts';
import type { MapBounds, MapPin, ScreenPoint } from '#map/map-types.ts';
import { stepAside } from '#map/spread.ts';

/** The part of the world for which groups are made; it changes when the map rests and at zoom steps. */
export interface MapRegion {
  readonly bounds: MapBounds;
  readonly zoom: number;
}

export interface PlacedGroup extends PinGroup {
  readonly offset: ScreenPoint;
}

const SELECTED_PX = 46;
const RING_PX = 3;
const GAP_PX = 4;

function offsetBeside(selected: MapPin | undefined, group: PinGroup, zoom: number): ScreenPoint {
  if (!selected) return { x: 0, y: 0 };
  const centre = worldPixels(selected, zoom);
  const at = worldPixels(group, zoom);
  const needed = SELECTED_PX / 2 + RING_PX + groupSize_px(group) / 2 + GAP_PX;
  return stepAside({ x: at.x - centre.x, y: at.y - centre.y }, needed);
}

function aloneOf(pin: MapPin): PlacedGroup {
  const { latitude, longitude } = pin;
  return { key: `pin:${pin.id}`, pins: [pin], latitude, longitude, offset: { x: 0, y: 0 } };
}

function byKey(one: PinGroup, other: PinGroup): number {
  return one.key < other.key ? -1 : 1;
}

/**
 * Groups of the pins in a region. Spread pins are drawn elsewhere; the selected one stands
 * alone, and what lies under it steps aside.
 */
export function usePinGroups(
  pins: readonly MapPin[],
  region: MapRegion | null,
  selected: MapPin | undefined,
  spreadPins: readonly MapPin[],
): readonly PlacedGroup[] {
  const index = useMemo(
    () => indexPins(pins.filter((pin) => pin !== selected && !spreadPins.includes(pin))),
    [pins, selected, spreadPins],
  );
  return useMemo(() => {
    if (region === null) return [];
    const isSpread = selected !== undefined && spreadPins.includes(selected);
    const groups = groupPins(index, region.bounds, region.zoom).map((group) => ({
      ...group,
      offset: offsetBeside(isSpread ? undefined : selected, group, region.zoom),
    }));
    // Under the key it has unselected, so that its element, and with it the focus, stays.
    return selected && !isSpread ? [...groups, aloneOf(selected)].sort(byKey) : groups;
  }, [index, region, selected, spreadPins]);
}
