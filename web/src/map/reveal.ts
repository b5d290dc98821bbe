import { useEffect, useEffectEvent } from 'react';
import type { MapProvider } from '#map/map-provider.ts';
import type { MapStage } from '#map/map-stage.ts';
import type { MapPadding } from '#map/map-types.ts';
import { moveIntoView, popoverArea, type Rectangle, type ViewQuestion } from '#map/popover-placement.ts';

const MARKER_RADIUS_PX = 26;
const MARGIN_PX = 8;
const GESTURES = ['pointerdown', 'wheel', 'keydown'] as const;

/** What floats over the map and is no panel, with some air around it: the children of whatever is marked so. */
export function floatingOver(frame: Element): Rectangle[] {
  const { x, y } = frame.getBoundingClientRect();
  return [...document.querySelectorAll('[data-over-map] > *')]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom }) => ({
      left: left - x - MARGIN_PX,
      top: top - y - MARGIN_PX,
      right: right - x + MARGIN_PX,
      bottom: bottom - y + MARGIN_PX,
    }));
}

/** Moves the map as little as it takes for a marker, and its popover, to come out from under all that covers it. */
export function reveal(provider: MapProvider, question: ViewQuestion, animate: boolean): void {
  const { x, y } = moveIntoView(question);
  // The map's view moves against what lies on it.
  if (x !== 0 || y !== 0) provider.panBy({ x: -x, y: -y }, { animate });
}

/**
 * Acts once the map is still: what is chosen may make it move, and moving it again would end that. Not when somebody
 * takes the map into their own hands meanwhile.
 */
export function onceStill({ provider }: MapStage, act: () => void): () => void {
  const ended = new AbortController();
  const end = () => ended.abort();
  const look = () => {
    if (ended.signal.aborted) return;
    if (provider.isMoving()) {
      requestAnimationFrame(look);
      return;
    }
    end();
    act();
  };
  for (const gesture of GESTURES) {
    provider.overlayRoot.addEventListener(gesture, end, { passive: true, signal: ended.signal });
  }
  requestAnimationFrame(look);
  return end;
}

/** A marker that gets the focus by keyboard comes into view, as elements of a page do. */
export function useFocusReveal(stage: MapStage, padding: MapPadding, animate: boolean): void {
  const { provider } = stage;
  const revealMarker = useEffectEvent((target: EventTarget | null) => {
    if (!(target instanceof HTMLButtonElement) || !target.matches(':focus-visible')) return;
    const marker = target.getBoundingClientRect();
    const frame = provider.overlayRoot.getBoundingClientRect();
    const anchor = {
      x: marker.x + marker.width / 2 - frame.x,
      y: marker.y + marker.height / 2 - frame.y,
    };
    const { width, height } = provider.getSize();
    const area = popoverArea(width, height, padding);
    const keepOff = floatingOver(provider.overlayRoot);
    reveal(provider, { anchor, anchorRadius: MARKER_RADIUS_PX, size: null, area, keepOff }, animate);
  });
  useEffect(() => {
    let stopWaiting = () => {};
    const listen = ({ target }: FocusEvent) => {
      stopWaiting();
      // To move the map would break off what moves it already.
      if (provider.isMoving()) stopWaiting = onceStill(stage, () => revealMarker(target));
      else revealMarker(target);
    };
    provider.overlayRoot.addEventListener('focusin', listen);
    return () => {
      stopWaiting();
      provider.overlayRoot.removeEventListener('focusin', listen);
    };
  }, [stage, provider]);
}
