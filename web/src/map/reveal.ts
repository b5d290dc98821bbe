import { useEffect, useEffectEvent } from 'react';
import type { MapProvider } from '#map/map-provider.ts';
import type { MapStage } from '#map/map-stage.ts';
import type { MapPadding, ScreenPoint } from '#map/map-types.ts';
import { popoverArea } from '#map/popover-placement.ts';

const MARKER_RADIUS_PX = 26;

function missing(value: number, low: number, high: number): number {
  if (value < low) return value - low;
  return value > high ? value - high : 0;
}

/** Moves the map as little as it takes for a marker at the point to come out from under panels and edges. */
export function revealPoint(
  provider: MapProvider,
  { x, y }: ScreenPoint,
  padding: MapPadding,
  animate: boolean,
): void {
  const { width, height } = provider.getSize();
  const area = popoverArea(width, height, padding);
  const offset = {
    x: missing(x, area.left + MARKER_RADIUS_PX, area.right - MARKER_RADIUS_PX),
    y: missing(y, area.top + MARKER_RADIUS_PX, area.bottom - MARKER_RADIUS_PX),
  };
  if (offset.x !== 0 || offset.y !== 0) provider.panBy(offset, { animate });
}

/** A marker that gets the focus by keyboard comes into view, as elements of a page do. */
export function useFocusReveal(stage: MapStage, padding: MapPadding, animate: boolean): void {
  const { provider } = stage;
  const reveal = useEffectEvent((target: EventTarget | null) => {
    if (!(target instanceof HTMLButtonElement) || !target.matches(':focus-visible')) return;
    const marker = target.getBoundingClientRect();
    const frame = provider.overlayRoot.getBoundingClientRect();
    const centre = {
      x: marker.x + marker.width / 2 - frame.x,
      y: marker.y + marker.height / 2 - frame.y,
    };
    revealPoint(provider, centre, padding, animate);
  });
  useEffect(() => {
    const listen = (event: FocusEvent) => reveal(event.target);
    provider.overlayRoot.addEventListener('focusin', listen);
    return () => provider.overlayRoot.removeEventListener('focusin', listen);
  }, [provider]);
}
