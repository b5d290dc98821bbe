import { hasCounter, heldBy, isSamePlace, isSinglePin, type PinGroup } from '#map/clusters.ts';
import { MapAnchor } from '#map/MapAnchor.tsx';
import type { MapStage } from '#map/map-stage.ts';
import type { MapTexts } from '#map/map-texts.ts';
import type { MapPin } from '#map/map-types.ts';
import { ClusterButton, PinButton, type PinEvents } from '#map/PinMarkers.tsx';
import type { PlacedGroup } from '#map/use-pin-groups.ts';

interface GroupMarkersProps {
  readonly stage: MapStage;
  readonly groups: readonly PlacedGroup[];
  readonly selected: MapPin | undefined;
  readonly texts: MapTexts;
  readonly events: PinEvents & { onOpen(group: PinGroup, byKeyboard: boolean): void };
}

function labelOf(group: PinGroup, texts: MapTexts): string {
  const held = heldBy(group.pins);
  if (hasCounter(group)) return texts.about(held);
  return isSamePlace(group.pins) ? texts.samePlace(held) : texts.cluster(held);
}

/** Pins that stand alone, and clusters of those that would overlap. */
export function GroupMarkers({ stage, groups, selected, texts, events }: GroupMarkersProps) {
  return groups.map((group) => (
    <MapAnchor
      key={group.key}
      stage={stage}
      place={group}
      offset={group.offset}
      className={group.pins[0] === selected ? 'map-anchor-selected' : ''}
    >
      {isSinglePin(group) ? (
        <PinButton pin={group.pins[0]!} isSelected={group.pins[0] === selected} events={events} />
      ) : (
        <ClusterButton group={group} label={labelOf(group, texts)} onOpen={events.onOpen} />
      )}
    </MapAnchor>
  ));
}
