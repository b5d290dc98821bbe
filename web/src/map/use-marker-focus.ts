import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isSinglePin, type PinGroup } from '#map/clusters.ts';
import { distance_km } from '#map/geometry.ts';
import type { MapProvider } from '#map/map-provider.ts';
import type { MapStage } from '#map/map-stage.ts';
import type { MapPin, MapPlace } from '#map/map-types.ts';
import { findGroupButton, findPinButton, isMarkerButton, pinIdsOf } from '#map/marker-elements.ts';

/** The marker that has the focus, or had it when it went; null once the focus, or a finger, is elsewhere. */
function useFocusedMarker({ overlayRoot }: MapProvider) {
  const marker = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      const isMarker =
        target instanceof HTMLElement && overlayRoot.contains(target) && isMarkerButton(target);
      marker.current = isMarker ? target : null;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [overlayRoot]);
  return marker;
}

/** Where the focus goes when the marker that has it, or had it, is drawn no more. */
export function useMarkerFocus(stage: MapStage, groups: readonly PinGroup[], spreadPins: readonly MapPin[]) {
  const { provider } = stage;
  const next = useRef<string | null>(null);
  const near = useRef<MapPlace | null>(null);

  // Whoever opened a cluster by keyboard goes on with what came out of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks anew whenever markers changed
  useLayoutEffect(() => {
    const button = next.current === null ? null : findPinButton(stage, next.current);
    if (!button) return;
    next.current = null;
    button.focus({ preventScroll: true });
  }, [stage, groups, spreadPins]);

  // What comes out of a counter is known only when it is there: the focus, lost with the counter, goes to
  // what is nearest.
  useLayoutEffect(() => {
    const place = near.current;
    const focused = document.activeElement;
    if (place === null || groups.length === 0 || provider.overlayRoot.contains(focused)) return;
    if (focused !== document.body) {
      near.current = null;
      return;
    }
    const nearest = groups.reduce((best, group) =>
      distance_km(group, place) < distance_km(best, place) ? group : best,
    );
    const button = isSinglePin(nearest)
      ? findPinButton(stage, nearest.pins[0]!.id)
      : findGroupButton(stage, nearest);
    button?.focus({ preventScroll: true });
  }, [stage, provider, groups]);

  // A marker may go into a cluster, come out of one, or be left behind by the map.
  const marker = useFocusedMarker(provider);
  const before = useRef(groups);
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = groups;
    const gone = marker.current;
    const isAwaited = next.current !== null || near.current !== null;
    if (!gone || gone.isConnected || isAwaited || document.activeElement !== document.body) return;
    marker.current = null;
    const held = pinIdsOf(gone, previous);
    const group = groups.find(({ pins }) => pins.some(({ id }) => held.has(id)));
    const button = group && (findPinButton(stage, group.pins[0]!.id) ?? findGroupButton(stage, group));
    if (button) button.focus({ preventScroll: true });
    else provider.focus();
  }, [stage, provider, groups, marker]);

  const focusMarker = useEffectEvent((pinId: string | undefined) => {
    const group = groups.find((candidate) => candidate.pins.some((pin) => pin.id === pinId));
    const button = (pinId && findPinButton(stage, pinId)) || (group && findGroupButton(stage, group));
    if (button) button.focus({ preventScroll: true });
    else provider.focus();
  });

  return {
    /** Once this pin stands by itself. */
    goToPin(pinId: string) {
      next.current = pinId;
    },
    /** Once there is anything around it. */
    goNear(place: MapPlace) {
      near.current = place;
    },
    /** Closing may put the pin back into a cluster: it is looked for once the markers stand. */
    returnTo: (pinId: string | undefined) => queueMicrotask(() => focusMarker(pinId)),
  };
}
