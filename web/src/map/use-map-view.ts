import type { Position } from '@dazi/contract/places/places';
import { useCallback, useState } from 'react';
import { meetingPointIn } from '#platform/meeting-point-path.ts';
import { readStored, stored, writeStored } from '#platform/storage.ts';
import { boundsAround, distance_km, isMoved, metresPerPixel, within } from './geometry.ts';
import { says, viewIn, withoutView, withView } from './map-address.ts';
import { DEFAULT_VIEW, type MapBounds, type MapView } from './map-types.ts';
import { meetingRadius_m } from './use-meeting-point.ts';

function viewOnDevice(): MapView | null {
  const centre = readStored(stored.mapCenter);
  return centre && { ...centre, zoom: readStored(stored.mapZoomLevel) ?? DEFAULT_VIEW.zoom };
}

/** What the map shows when it has come to rest. */
export interface ShownView {
  view: MapView;
  bounds: MapBounds;
}

/** As large as its circle is seen: near enough to read the streets around it, with room for it on a phone. */
const meetingCircle_px = 240;

/** The circle of a meeting point, as large at every latitude. */
function viewOfMeeting(search: string): MapView | null {
  const point = meetingPointIn(search);
  if (!point) return null;
  const { longitude } = point;
  const latitude = within(point.latitude, 85);
  const wanted = (2 * meetingRadius_m) / meetingCircle_px;
  return { latitude, longitude, zoom: Math.log2(metresPerPixel(latitude, 0) / wanted) };
}

/** So near to it that it is seen at the same place. */
const samePlace_px = 4;

const isAt = (view: MapView, place: Position | null): boolean =>
  place !== null && 1000 * distance_km(view, place) < samePlace_px * metresPerPixel(view.latitude, view.zoom);

/**
 * The address follows once somebody moved the map by hand, and says nothing of where they are: it tells no view around
 * their own position.
 */
function keepAddress(view: MapView, { byHand, own }: { byHand: boolean; own: Position | null }) {
  const address = new URL(window.location.href);
  const isTold = (byHand || viewIn(address.search) !== null) && !isAt(view, own);
  if (isTold ? says(address.search, view) : viewIn(address.search) === null) return;
  address.search = isTold ? withView(address.search, view) : withoutView(address.search);
  window.history.replaceState(window.history.state, '', address);
}

/** What the address says more roughly than the device knows it is where the map was left, not where it is to go. */
function firstView(search: string): MapView | null {
  const left = viewOnDevice();
  if (left && says(search, left)) return left;
  return viewIn(search) ?? viewOfMeeting(search) ?? left;
}

/**
 * Where the map begins and what it shows now. Centre and zoom are kept on the device once it has gone anywhere: where it
 * stands before anybody's position is known nobody has left it.
 */
export function useMapView(centre: Position, own: Position | null) {
  const [initial] = useState(() => {
    const known = firstView(window.location.search);
    return { view: known ?? DEFAULT_VIEW, isKnown: known !== null };
  });
  const [shown, setShown] = useState<ShownView | null>(null);
  const moved = useCallback(
    (view: MapView, bounds: MapBounds, { byHand }: { byHand: boolean }) => {
      setShown({ view, bounds });
      if (initial.isKnown || byHand || isMoved(initial.view, view)) {
        writeStored(stored.mapCenter, { latitude: view.latitude, longitude: view.longitude });
        writeStored(stored.mapZoomLevel, view.zoom);
      }
      keepAddress(view, { byHand, own });
    },
    [initial, own],
  );
  /** Without a map the list still has a place to be about: where the map would stand. */
  const failed = useCallback(() => {
    const view = initial.isKnown ? initial.view : { ...initial.view, ...centre };
    const bounds = boundsAround(view, window.innerWidth, window.innerHeight);
    setShown((before) => before ?? { view, bounds });
  }, [initial, centre]);
  return { initial, shown, moved, failed };
}
