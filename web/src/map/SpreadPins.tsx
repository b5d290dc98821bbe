import { MapAnchor } from '#map/MapAnchor.tsx';
import type { MapStage } from '#map/map-stage.ts';
import type { MapPin, MapPlace } from '#map/map-types.ts';
import { PinButton, type PinEvents } from '#map/PinMarkers.tsx';
import { spreadOffsets } from '#map/spread.ts';

interface SpreadPinsProps {
  readonly stage: MapStage;
  readonly place: MapPlace;
  readonly pins: readonly MapPin[];
  readonly selectedPinId: string | null;
  readonly events: PinEvents;
}

/** Pins of one place around a small dot, each at the end of a thin leg. */
export function SpreadPins({ stage, place, pins, selectedPinId, events }: SpreadPinsProps) {
  const offsets = spreadOffsets(pins.length);
  return (
    <>
      <MapAnchor stage={stage} place={place} className="map-anchor-spread">
        <svg className="map-legs" aria-hidden="true">
          {pins.map((pin, index) => (
            <line key={pin.id} x1="0" y1="0" x2={offsets[index]!.x} y2={offsets[index]!.y} />
          ))}
          <circle r="4" />
        </svg>
      </MapAnchor>
      {pins.map((pin, index) => (
        <MapAnchor
          key={pin.id}
          stage={stage}
          place={place}
          offset={offsets[index]}
          className={pin.id === selectedPinId ? 'map-anchor-selected' : 'map-anchor-spread'}
        >
          <PinButton pin={pin} isSelected={pin.id === selectedPinId} events={events} />
        </MapAnchor>
      ))}
    </>
  );
}
