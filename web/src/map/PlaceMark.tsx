import { MapPin } from 'lucide-react';
import { MapAnchor } from '#map/MapAnchor.tsx';
import type { MapStage } from '#map/map-stage.ts';
import type { MapMark } from '#map/map-types.ts';

/** Stands at its place with its name below, above the pins and out of their way. */
export function PlaceMark({ stage, mark }: { readonly stage: MapStage; readonly mark: MapMark }) {
  return (
    <MapAnchor stage={stage} place={mark} className="map-anchor-above">
      <div className="map-mark" role="img" aria-label={mark.label}>
        <MapPin className="i" aria-hidden="true" />
      </div>
      <span className="map-mark-name" aria-hidden="true">
        {mark.label}
      </span>
    </MapAnchor>
  );
}
