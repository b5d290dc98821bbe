import { useEffect, useMemo, useState } from 'react';
import type { PinGroup } from '#map/clusters.ts';
import type { MapPin, MapPlace } from '#map/map-types.ts';
import { SPREAD_AT_MOST } from '#map/spread.ts';
import type { MapRegion } from '#map/use-pin-groups.ts';

/** Pins at one place that were opened, as a spread or, when they are many, as a list. */
interface OpenedPlace extends MapPlace {
  readonly pinIds: ReadonlySet<string>;
  readonly zoom: number;
}

const NO_PINS: readonly MapPin[] = [];
const ZOOMED_AWAY = 0.75;

/** The place whose pins stand side by side; a click on the bare map closes it, and zooming away from it. */
export function useOpenedPlace(pins: readonly MapPin[], region: MapRegion | null, bareClicks: number) {
  const [opened, setOpened] = useState<OpenedPlace | null>(null);
  const openedPins = useMemo(
    () => (opened ? pins.filter((pin) => opened.pinIds.has(pin.id)) : NO_PINS),
    [opened, pins],
  );
  const isList = openedPins.length > SPREAD_AT_MOST;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every click on the bare map closes
  useEffect(() => setOpened(null), [bareClicks]);
  const isZoomedAway =
    opened !== null && region !== null && Math.abs(region.zoom - opened.zoom) > ZOOMED_AWAY;
  useEffect(() => {
    if (isZoomedAway) setOpened(null);
  }, [isZoomedAway]);

  return {
    place: opened,
    pins: openedPins,
    isList,
    spreadPins: isList ? NO_PINS : openedPins,
    open({ latitude, longitude, pins: held }: PinGroup, zoom: number) {
      setOpened({ latitude, longitude, zoom, pinIds: new Set(held.map((pin) => pin.id)) });
    },
    close: () => setOpened(null),
  };
}
