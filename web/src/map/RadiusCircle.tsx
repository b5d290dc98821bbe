import { useLayoutEffect, useRef } from 'react';
import { circleShape, pathOf } from '#map/circle-shape.ts';
import { metresPerPixel } from '#map/geometry.ts';
import { MapAnchor } from '#map/MapAnchor.tsx';
import type { MapStage } from '#map/map-stage.ts';
import type { MapCircle } from '#map/map-types.ts';

/** Everything within a distance of a place, under the pins. */
export function RadiusCircle({ stage, circle }: { readonly stage: MapStage; readonly circle: MapCircle }) {
  const outline = useRef<SVGPathElement>(null);
  const { latitude, longitude, radius_m } = circle;
  useLayoutEffect(() => {
    let drawnZoom = Number.NaN;
    return stage.follow(() => {
      const { zoom } = stage.provider.getView();
      if (zoom === drawnZoom) return;
      drawnZoom = zoom;
      const { width, height } = stage.provider.getSize();
      const isWide = radius_m / metresPerPixel(latitude, zoom) > Math.hypot(width, height);
      outline.current?.classList.toggle('map-radius-wide', isWide);
      outline.current?.setAttribute('d', pathOf(circleShape({ latitude, longitude }, radius_m, zoom)));
    });
  }, [stage, latitude, longitude, radius_m]);
  return (
    <MapAnchor stage={stage} place={{ latitude, longitude }} className="map-anchor-rings">
      <svg className="map-radius" aria-hidden="true" focusable="false">
        <path ref={outline} />
      </svg>
    </MapAnchor>
  );
}
