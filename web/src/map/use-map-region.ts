import { useRef, useState } from 'react';
import { growBounds } from '#map/geometry.ts';
import type { MapStage } from '#map/map-stage.ts';
import type { MapRegion } from '#map/use-pin-groups.ts';

function regionOf({ provider }: MapStage): MapRegion {
  return { bounds: growBounds(provider.getBounds(), 0.5), zoom: provider.getView().zoom };
}

/** The part of the world for which pins are grouped: looked at anew at every zoom step, and when the map rests. */
export function useMapRegion() {
  const [region, setRegion] = useState<MapRegion | null>(null);
  const zoomStep = useRef(Number.NaN);
  return {
    region,
    onFrame(stage: MapStage) {
      const step = Math.floor(stage.provider.getView().zoom);
      if (step === zoomStep.current) return;
      zoomStep.current = step;
      setRegion(regionOf(stage));
    },
    onSettle: (stage: MapStage) => setRegion(regionOf(stage)),
  };
}
