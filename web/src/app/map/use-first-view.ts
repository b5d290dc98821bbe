import type { Position } from '@dazi/contract/places/places';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { isMoved } from '#map/geometry.ts';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { DEFAULT_VIEW, FOCUS_ZOOM } from '#map/map-types.ts';
import type { ShownView } from '#map/use-map-view.ts';

interface FirstView {
  map: RefObject<MapHandle | null>;
  /** Where the map came to rest last; null before it stands. */
  shown: ShownView | null;
  /** The map began where somebody had left it. */
  isKnown: boolean;
  position: Position | null;
  /** The position may become known in a moment. */
  isAwaited: boolean;
  /** Where the post or room of a link that was opened lies. */
  linked: Position | undefined;
}

/**
 * A map that was nowhere yet goes to the place of its link, else to the first position that becomes known, unless somebody
 * has moved it by then. Answers what it shows to be looked at: null while it stands where nobody is, about to go on.
 */
export function useFirstView(input: FirstView): ShownView | null {
  const { map, shown, isKnown, position, isAwaited, linked } = input;
  const client = useQueryClient();
  const [settled, setSettled] = useState(isKnown);
  const [left, setLeft] = useState<ShownView | null>(null);
  const [began, setBegan] = useState(shown);
  if (began === null && shown !== null) setBegan(shown);
  if (!settled && began && shown && isMoved(began.view, shown.view)) setSettled(true);
  useEffect(() => {
    const first = linked ?? position;
    if (settled || !shown || !first) return;
    // Without a map it goes nowhere.
    if (!map.current?.getView()) return setSettled(true);
    let isOver = false;
    const go = (zoom: number) => {
      if (isOver) return;
      setSettled(true);
      setLeft(shown);
      map.current?.flyTo({ ...first, zoom });
    };
    if (linked) go(FOCUS_ZOOM);
    else
      import('./first-zoom.ts')
        .then(({ firstZoom }) => firstZoom(first, client))
        .then(go, () => go(DEFAULT_VIEW.zoom));
    return () => {
      isOver = true;
    };
  }, [map, settled, shown, linked, position, client]);
  const goesOn = settled ? shown === left : isAwaited || position !== null;
  return goesOn ? null : shown;
}
