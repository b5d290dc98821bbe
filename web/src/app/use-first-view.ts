import type { Position } from '@dazi/contract/places';
import { type RefObject, useEffect, useRef } from 'react';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { DEFAULT_VIEW, FOCUS_ZOOM } from '#map/map-types.ts';

interface FirstView {
  map: RefObject<MapHandle | null>;
  isReady: boolean;
  /** The map began where somebody had left it. */
  isKnown: boolean;
  position: Position | null;
  /** Where the post or room of a link that was opened lies. */
  linked: Position | undefined;
}

/**
 * A map that was not somewhere already goes to the place of the link it was opened with, else to the first
 * position that becomes known.
 */
export function useFirstView({ map, isReady, isKnown, position, linked }: FirstView): void {
  const settled = useRef(isKnown);
  useEffect(() => {
    if (!isReady || !linked || settled.current) return;
    settled.current = true;
    map.current?.flyTo({ ...linked, zoom: FOCUS_ZOOM });
  }, [map, isReady, linked]);
  useEffect(() => {
    if (!isReady || !position || settled.current) return;
    settled.current = true;
    map.current?.flyTo({ ...position, zoom: DEFAULT_VIEW.zoom });
  }, [map, isReady, position]);
}
