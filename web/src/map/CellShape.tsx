import { useLayoutEffect, useRef } from 'react';
import { worldPixels } from '#map/geometry.ts';
import { MapAnchor } from '#map/MapAnchor.tsx';
import type { MapStage } from '#map/map-stage.ts';
import type { MapCell } from '#map/map-types.ts';

/** Narrower than this a cell does not bear its name. */
const named_px = 100;

/** A box around a place, under the pins, with what it is. */
export function CellShape({ stage, cell }: { readonly stage: MapStage; readonly cell: MapCell }) {
  const box = useRef<HTMLDivElement>(null);
  const { latitude, longitude, halfLatitude, halfLongitude, label } = cell;
  useLayoutEffect(() => {
    let drawnZoom = Number.NaN;
    return stage.follow(() => {
      const { zoom } = stage.provider.getView();
      if (zoom === drawnZoom || !box.current) return;
      drawnZoom = zoom;
      const corner = { latitude: latitude + halfLatitude, longitude: longitude - halfLongitude };
      const opposite = { latitude: latitude - halfLatitude, longitude: longitude + halfLongitude };
      const [from, to] = [worldPixels(corner, zoom), worldPixels(opposite, zoom)];
      box.current.style.width = `${to.x - from.x}px`;
      box.current.style.height = `${to.y - from.y}px`;
      box.current.classList.toggle('map-cell-bare', to.x - from.x < named_px);
    });
  }, [stage, latitude, longitude, halfLatitude, halfLongitude]);
  return (
    <MapAnchor stage={stage} place={{ latitude, longitude }} className="map-anchor-rings">
      <div ref={box} className="map-cell" aria-hidden="true">
        <b>{label}</b>
      </div>
    </MapAnchor>
  );
}
