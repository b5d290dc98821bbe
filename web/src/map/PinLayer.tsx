import { useEffectEvent, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { hasCounter, heldBy, isSamePlace, type PinGroup } from '#map/clusters.ts';
import { GroupMarkers } from '#map/GroupMarkers.tsx';
import { viewIntoCounters, viewThatOpens } from '#map/geometry.ts';
import { MapPopover, type MapPopoverContent } from '#map/MapPopover.tsx';
import type { MapStage } from '#map/map-stage.ts';
import type { MapTexts } from '#map/map-texts.ts';
import { DEEPEST_ZOOM, type MapPadding, type MapPin, type OwnPosition } from '#map/map-types.ts';
import { PinRow } from '#map/PinMarkers.tsx';
import { useFocusReveal } from '#map/reveal.ts';
import { SpreadPins } from '#map/SpreadPins.tsx';
import { spreadOffsets } from '#map/spread.ts';
import { useEscape } from '#map/use-escape.ts';
import { useMarkerFocus } from '#map/use-marker-focus.ts';
import { useOpenedPlace } from '#map/use-opened-place.ts';
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

const PIN_RADIUS_PX = 18;
const SELECTED_RADIUS_PX = 26;
const CLUSTER_RADIUS_PX = 33;

export function PinLayer(props: PinLayerProps) {
  const { stage, region, pins, selectedPinId, popover, ownPosition, padding, texts, animate } = props;
  const { provider } = stage;
  const opened = useOpenedPlace(pins, region, props.bareClicks);
  const { spreadPins } = opened;
  const selected = useMemo(() => pins.find((pin) => pin.id === selectedPinId), [pins, selectedPinId]);
  const groups = usePinGroups(pins, region, selected, spreadPins);
  useFocusReveal(stage, padding, animate);
  const focus = useMarkerFocus(stage, groups, spreadPins);
  const closeOpened = opened.place ? opened.close : null;
  const closePopover = popover ? () => popover.onClose() : null;
  useEscape(opened.isList ? closeOpened : (closePopover ?? closeOpened));

  const open = useEffectEvent((group: PinGroup, byKeyboard: boolean) => {
    // A mouse goes on from the map; the cluster is gone with what comes out of it.
    if (!byKeyboard) provider.focus();
    const { zoom } = provider.getView();
    const { width, height } = provider.getSize();
    const room = Math.min(width - padding.left - padding.right, height - padding.top - padding.bottom);
    const free_px = Math.max(80, room - 120);
    if (hasCounter(group)) {
      if (byKeyboard) focus.goNear(group);
      provider.moveTo(viewIntoCounters(group, free_px, zoom), { animate, byHand: true });
      return;
    }
    if (byKeyboard) focus.goToPin(group.pins[0]!.id);
    if (zoom >= DEEPEST_ZOOM - 0.01 || isSamePlace(group.pins)) opened.open(group, zoom);
    else provider.moveTo(viewThatOpens(group.pins, free_px, zoom), { animate, byHand: true });
  });
  const onPinClick = useEffectEvent((pin: MapPin) => props.onPinClick(pin));
  const onPinHover = useEffectEvent((pin: MapPin | null) => props.onPinHover(pin));
  // Stable, so that a marker renders again only when its own pin changes.
  const [events] = useState(() => ({
    onClick: (pin: MapPin) => onPinClick(pin),
    onHover: (pin: MapPin | null) => onPinHover(pin),
    onOpen: (group: PinGroup, byKeyboard: boolean) => open(group, byKeyboard),
  }));

  const popoverPin = popover ? pins.find((pin) => pin.id === popover.pinId) : undefined;
  const spreadPosition = popoverPin ? spreadPins.indexOf(popoverPin) : -1;
  const popoverPlace = spreadPosition === -1 ? popoverPin : opened.place;
  const popoverOffset = useMemo(
    () => (spreadPosition === -1 ? undefined : spreadOffsets(spreadPins.length)[spreadPosition]),
    [spreadPosition, spreadPins.length],
  );
  const around = { stage, padding, animate, ownPlace: ownPosition };
  return (
    <>
      {createPortal(
        <>
          <GroupMarkers stage={stage} groups={groups} selected={selected} texts={texts} events={events} />
          {opened.place && spreadPins.length > 0 && (
            <SpreadPins
              stage={stage}
              place={opened.place}
              pins={spreadPins}
              selectedPinId={selectedPinId}
              events={events}
            />
          )}
        </>,
        provider.overlayRoot,
      )}
      {popover && popoverPin && popoverPlace && (
        <MapPopover
          key={popover.pinId}
          {...around}
          place={popoverPlace}
          offset={popoverOffset}
          markerRadius={popover.pinId === selectedPinId ? SELECTED_RADIUS_PX : PIN_RADIUS_PX}
          label={popover.label}
          isPreview={popover.isPreview ?? false}
          onHover={popover.onHover}
          returnFocus={() => focus.returnTo(popoverPin.id)}
        >
          {popover.content}
        </MapPopover>
      )}
      {opened.place && opened.isList && (
        <MapPopover
          {...around}
          place={opened.place}
          markerRadius={CLUSTER_RADIUS_PX}
          label={texts.samePlace(heldBy(opened.pins))}
          returnFocus={() => focus.returnTo(opened.pins[0]?.id)}
        >
          <strong className="map-list-title">{texts.samePlace(heldBy(opened.pins))}</strong>
          <ul className="map-list">
            {opened.pins.map((pin) => (
              <PinRow
                key={pin.id}
                pin={pin}
                onClick={() => {
                  opened.close();
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
