import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { hasCounter, heldBy, isSamePlace, isSinglePin, type PinGroup } from '#map/clusters.ts';
import { distance_km, viewIntoCounters, viewThatOpens } from '#map/geometry.ts';
import { MapAnchor } from '#map/MapAnchor.tsx';
import { MapPopover, type MapPopoverContent } from '#map/MapPopover.tsx';
import type { MapStage } from '#map/map-stage.ts';
import type { MapTexts } from '#map/map-texts.ts';
import {
  DEEPEST_ZOOM,
  type MapPadding,
  type MapPin,
  type MapPlace,
  type OwnPosition,
} from '#map/map-types.ts';
import { ClusterButton, PinButton, PinRow } from '#map/PinMarkers.tsx';
import { useFocusReveal } from '#map/reveal.ts';
import { SpreadPins } from '#map/SpreadPins.tsx';
import { SPREAD_AT_MOST, spreadOffsets } from '#map/spread.ts';
import { type MapRegion, usePinGroups } from '#map/use-pin-groups.ts';

interface PinLayerProps {
  readonly stage: MapStage;
  readonly region: MapRegion | null;
  readonly pins: readonly MapPin[];
  readonly selectedPinId: string | null;
  readonly popover: MapPopoverContent | null;
  readonly ownPosition: OwnPosition | null;
  readonly padding: MapPadding;
  readonly animate: boolean;
  readonly texts: MapTexts;
  readonly bareClicks: number;
  onPinClick(pin: MapPin): void;
  onPinHover(pin: MapPin | null): void;
}

/** Pins at one place that were opened, as a spread or, when they are many, as a list. */
interface OpenedPlace extends MapPlace {
  readonly pinIds: ReadonlySet<string>;
  readonly zoom: number;
}

const PIN_RADIUS_PX = 18;
const SELECTED_RADIUS_PX = 26;
const CLUSTER_RADIUS_PX = 33;
const NO_PINS: readonly MapPin[] = [];

function findPinButton({ provider }: MapStage, pinId: string): HTMLElement | null {
  return provider.overlayRoot.querySelector(`[data-pin-id="${CSS.escape(pinId)}"]`);
}

function findGroupButton({ provider }: MapStage, { key }: PinGroup): HTMLElement | null {
  return provider.overlayRoot.querySelector(`[data-group-key="${CSS.escape(key)}"]`);
}

function labelOf(group: PinGroup, texts: MapTexts): string {
  const held = heldBy(group.pins);
  if (hasCounter(group)) return texts.about(held);
  return isSamePlace(group.pins) ? texts.samePlace(held) : texts.cluster(held);
}

export function PinLayer(props: PinLayerProps) {
  const { stage, region, pins, selectedPinId, popover, ownPosition, padding, texts, animate } = props;
  const { provider } = stage;
  const [opened, setOpened] = useState<OpenedPlace | null>(null);
  const focusNext = useRef<string | null>(null);
  const focusNear = useRef<MapPlace | null>(null);

  const openedPins = useMemo(
    () => (opened ? pins.filter((pin) => opened.pinIds.has(pin.id)) : NO_PINS),
    [opened, pins],
  );
  const isList = openedPins.length > SPREAD_AT_MOST;
  const spreadPins = isList ? NO_PINS : openedPins;
  const selected = useMemo(() => pins.find((pin) => pin.id === selectedPinId), [pins, selectedPinId]);
  const groups = usePinGroups(pins, region, selected, spreadPins);
  useFocusReveal(stage, padding, animate);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every click on the bare map closes
  useEffect(() => setOpened(null), [props.bareClicks]);
  const isZoomedAway = opened !== null && region !== null && Math.abs(region.zoom - opened.zoom) > 0.75;
  useEffect(() => {
    if (isZoomedAway) setOpened(null);
  }, [isZoomedAway]);

  const closeTop = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (isList) setOpened(null);
    else if (popover) popover.onClose();
    else if (opened) setOpened(null);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => closeTop(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const open = useEffectEvent((group: PinGroup, byKeyboard: boolean) => {
    // A mouse goes on from the map; the cluster is gone with what comes out of it.
    if (!byKeyboard) provider.focus();
    const { zoom } = provider.getView();
    const { width, height } = provider.getSize();
    const room = Math.min(width - padding.left - padding.right, height - padding.top - padding.bottom);
    if (hasCounter(group)) {
      if (byKeyboard) focusNear.current = group;
      provider.moveTo(viewIntoCounters(group, Math.max(80, room - 120), zoom), { animate, byHand: true });
      return;
    }
    if (byKeyboard) focusNext.current = group.pins[0]!.id;
    if (zoom >= DEEPEST_ZOOM - 0.01 || isSamePlace(group.pins)) {
      const { latitude, longitude } = group;
      setOpened({ latitude, longitude, zoom, pinIds: new Set(group.pins.map((pin) => pin.id)) });
      return;
    }
    provider.moveTo(viewThatOpens(group.pins, Math.max(80, room - 120), zoom), { animate, byHand: true });
  });
  const onPinClick = useEffectEvent((pin: MapPin) => props.onPinClick(pin));
  const onPinHover = useEffectEvent((pin: MapPin | null) => props.onPinHover(pin));
  // Stable, so that a marker renders again only when its own pin changes.
  const [events] = useState(() => ({
    onClick: (pin: MapPin) => onPinClick(pin),
    onHover: (pin: MapPin | null) => onPinHover(pin),
    onOpen: (group: PinGroup, byKeyboard: boolean) => open(group, byKeyboard),
  }));

  // Whoever opened a cluster by keyboard goes on with what came out of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks anew whenever markers changed
  useLayoutEffect(() => {
    const button = focusNext.current === null ? null : findPinButton(stage, focusNext.current);
    if (!button) return;
    focusNext.current = null;
    button.focus({ preventScroll: true });
  }, [stage, groups, spreadPins]);

  // What comes out of a counter is known only when it is there: the focus, lost with the counter, goes to
  // what is nearest.
  useLayoutEffect(() => {
    const place = focusNear.current;
    const focused = document.activeElement;
    if (place === null || groups.length === 0 || provider.overlayRoot.contains(focused)) return;
    if (focused !== document.body) {
      focusNear.current = null;
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

  const popoverPin = popover ? pins.find((pin) => pin.id === popover.pinId) : undefined;
  const spreadPosition = popoverPin ? spreadPins.indexOf(popoverPin) : -1;
  const popoverPlace = spreadPosition === -1 ? popoverPin : (opened ?? undefined);
  const popoverOffset = useMemo(
    () => (spreadPosition === -1 ? undefined : spreadOffsets(spreadPins.length)[spreadPosition]),
    [spreadPosition, spreadPins.length],
  );

  const focusMarker = useEffectEvent((pinId: string | undefined) => {
    const group = groups.find((candidate) => candidate.pins.some((pin) => pin.id === pinId));
    const button = (pinId && findPinButton(stage, pinId)) || (group && findGroupButton(stage, group));
    if (button) button.focus({ preventScroll: true });
    else provider.focus();
  });
  // Closing may put the pin back into a cluster: look for it once the markers stand.
  const returnFocus = (pinId: string | undefined) => queueMicrotask(() => focusMarker(pinId));

  const markers = (
    <>
      {groups.map((group) => (
        <MapAnchor
          key={group.key}
          stage={stage}
          place={group}
          offset={group.offset}
          className={group.pins[0] === selected ? 'is-selected' : ''}
        >
          {isSinglePin(group) ? (
            <PinButton pin={group.pins[0]!} isSelected={group.pins[0] === selected} events={events} />
          ) : (
            <ClusterButton group={group} label={labelOf(group, texts)} onOpen={events.onOpen} />
          )}
        </MapAnchor>
      ))}
      {opened && spreadPins.length > 0 && (
        <SpreadPins
          stage={stage}
          place={opened}
          pins={spreadPins}
          selectedPinId={selectedPinId}
          events={events}
        />
      )}
    </>
  );
  return (
    <>
      {createPortal(markers, provider.overlayRoot)}
      {popover && popoverPin && popoverPlace && (
        <MapPopover
          key={popover.pinId}
          stage={stage}
          place={popoverPlace}
          offset={popoverOffset}
          markerRadius={popover.pinId === selectedPinId ? SELECTED_RADIUS_PX : PIN_RADIUS_PX}
          padding={padding}
          animate={animate}
          ownPlace={ownPosition}
          label={popover.label}
          isPreview={popover.isPreview ?? false}
          onHover={popover.onHover}
          returnFocus={() => returnFocus(popoverPin.id)}
        >
          {popover.content}
        </MapPopover>
      )}
      {opened && isList && (
        <MapPopover
          stage={stage}
          place={opened}
          markerRadius={CLUSTER_RADIUS_PX}
          padding={padding}
          animate={animate}
          ownPlace={ownPosition}
          label={texts.samePlace(heldBy(openedPins))}
          returnFocus={() => returnFocus(openedPins[0]?.id)}
        >
          <strong className="map-list-title">{texts.samePlace(heldBy(openedPins))}</strong>
          <ul className="map-list">
            {openedPins.map((pin) => (
              <PinRow
                key={pin.id}
                pin={pin}
                onClick={() => {
                  setOpened(null);
                  props.onPinClick(pin);
                }}
              />
            ))}
          </ul>
        </MapPopover>
      )}
    </>
  );
}
