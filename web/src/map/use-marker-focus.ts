import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isSinglePin, type PinGroup } from '#map/clusters.ts';
import { distance_km } from '#map/geometry.ts';
import type { MapStage } from '#map/map-stage.ts';
import type { MapPin, MapPlace } from '#map/map-types.ts';
import { findGroupButton, findPinButton } from '#map/marker-elements.ts';

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
