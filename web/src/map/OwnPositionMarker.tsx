import { useLayoutEffect, useRef } from 'react';
import { distanceRings } from '#map/distance-rings.ts';
import { metresPerPixel } from '#map/geometry.ts';
import { MapAnchor } from '#map/MapAnchor.tsx';
import type { MapStage } from '#map/map-stage.ts';
import type { MapTexts } from '#map/map-texts.ts';
import type { OwnPosition } from '#map/map-types.ts';

interface OwnPositionMarkerProps {
  readonly stage: MapStage;
  readonly position: OwnPosition;
  /** Counts how often the user asked where they are; each time the dot pulses once. */
  readonly pulse: number;
  readonly texts: MapTexts;
}

const PLAIN_HALO_PX = 20;

function DistanceRings({ stage, position, texts }: Omit<OwnPositionMarkerProps, 'pulse'>) {
  const layer = useRef<HTMLDivElement>(null);
  const { latitude } = position;
  useLayoutEffect(() => {
    let drawnZoom = Number.NaN;
    return stage.follow(() => {
      const { zoom } = stage.provider.getView();
      if (zoom === drawnZoom) return;
      drawnZoom = zoom;
      const { width, height } = stage.provider.getSize();
      const rings = distanceRings(latitude, zoom, Math.max(width, height) * 0.75);
      for (const child of layer.current?.children ?? []) {
        const element = child as HTMLElement;
        const ring = rings.find(({ kilometres }) => String(kilometres) === element.dataset.kilometres);
        element.hidden = ring === undefined;
        if (ring) element.style.setProperty('--ring', `${ring.radius_px * 2}px`);
      }
    });
  }, [stage, latitude]);
  return (
    <div ref={layer} aria-hidden="true">
      {[1, 5, 10, 25].map((kilometres) => (
        <div key={kilometres} className="map-ring" data-kilometres={kilometres} hidden>
          <span>{texts.distance(kilometres * 1_000)}</span>
        </div>
      ))}
    </div>
  );
}

export function OwnPositionMarker({ stage, position, pulse, texts }: OwnPositionMarkerProps) {
  const halo = useRef<HTMLDivElement>(null);
  const { latitude, longitude, radius_m } = position;
  useLayoutEffect(
    () =>
      stage.follow(() => {
        const { zoom } = stage.provider.getView();
        const radius = radius_m === undefined ? PLAIN_HALO_PX : radius_m / metresPerPixel(latitude, zoom);
        halo.current?.style.setProperty('--halo', `${radius.toFixed(1)}px`);
      }),
    [stage, latitude, radius_m],
  );
  return (
    <>
      <MapAnchor stage={stage} place={{ latitude, longitude }} className="map-anchor-rings">
        <div ref={halo} className="map-halo" />
        <DistanceRings stage={stage} position={position} texts={texts} />
      </MapAnchor>
      <MapAnchor stage={stage} place={{ latitude, longitude }} className="map-anchor-above">
        <div className="own-position map-own" role="img" aria-label={texts.ownPosition}>
          {pulse > 0 && <span key={pulse} className="map-pulse" />}
        </div>
      </MapAnchor>
    </>
  );
}
