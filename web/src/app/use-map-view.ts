import type { Position } from '@dazi/contract/places';
import { useCallback, useState } from 'react';
import { meetingRadius_m } from '#app/use-meeting-point.ts';
import { boundsAround, metresPerPixel } from '#map/geometry.ts';
import { DEFAULT_VIEW, type MapBounds, type MapView } from '#map/map-types.ts';
import { meetingPointIn } from '#platform/meeting-point-path.ts';
import { readStored, stored, writeStored } from '#platform/storage.ts';

const addressName = 'map';
/** About a kilometre: a shared link must not give the sender's home. */
const addressDecimals = 2;

/** The view in the address, `?map=zoom/latitude/longitude`. */
function viewInAddress(search: string): MapView | null {
  const parts = (new URLSearchParams(search).get(addressName) ?? '').split('/').map(Number);
  const [zoom, latitude, longitude] = parts;
  if (parts.length !== 3 || parts.some((part) => !Number.isFinite(part))) return null;
  return {
    zoom: Math.min(18, Math.max(0, zoom!)),
    latitude: clamp(latitude!, 85),
    longitude: clamp(longitude!, 180),
  };
}
const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));

function viewOnDevice(): MapView | null {
  const centre = readStored(stored.mapCenter);
  return centre && { ...centre, zoom: readStored(stored.mapZoomLevel) ?? DEFAULT_VIEW.zoom };
}

/** As large as its circle is seen: near enough to read the streets around it, with room for it on a phone. */
const meetingCircle_px = 240;

/** The circle of a meeting point, as large at every latitude. */
function viewOfMeeting(search: string): MapView | null {
  const point = meetingPointIn(search);
  if (!point) return null;
  const { longitude } = point;
  const latitude = clamp(point.latitude, 85);
  const wanted = (2 * meetingRadius_m) / meetingCircle_px;
  return { latitude, longitude, zoom: Math.log2(metresPerPixel(latitude, 0) / wanted) };
}

function putIntoAddress(view: MapView) {
  const address = new URL(window.location.href);
  const place = [view.latitude, view.longitude].map((value) => value.toFixed(addressDecimals));
  address.searchParams.set(addressName, [Math.round(view.zoom), ...place].join('/'));
  window.history.replaceState(window.history.state, '', address);
}

/**
 * Where the map begins and what it shows now. Centre and zoom are kept on the device; the address follows
 * only when somebody moved the map by hand.
 */
export function useMapView(centre: Position) {
  const [initial] = useState(() => {
    const { search } = window.location;
    const known = viewInAddress(search) ?? viewOfMeeting(search) ?? viewOnDevice();
    return { view: known ?? DEFAULT_VIEW, isKnown: known !== null };
  });
  const [shown, setShown] = useState<{ view: MapView; bounds: MapBounds } | null>(null);
  const moved = useCallback((view: MapView, bounds: MapBounds, { byHand }: { byHand: boolean }) => {
    setShown({ view, bounds });
    writeStored(stored.mapCenter, { latitude: view.latitude, longitude: view.longitude });
    writeStored(stored.mapZoomLevel, view.zoom);
    if (byHand) putIntoAddress(view);
  }, []);
  /** Without a map the list still has a place to be about: where the map would stand. */
  const failed = useCallback(() => {
    const view = initial.isKnown ? initial.view : { ...initial.view, ...centre };
    const bounds = boundsAround(view, window.innerWidth, window.innerHeight);
    setShown((before) => before ?? { view, bounds });
  }, [initial, centre]);
  return { initial, shown, moved, failed };
}
