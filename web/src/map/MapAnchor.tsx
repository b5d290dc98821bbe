import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { MapStage } from '#map/map-stage.ts';
import type { MapPlace, ScreenPoint } from '#map/map-types.ts';

interface MapAnchorProps {
  readonly stage: MapStage;
  readonly place: MapPlace;
  readonly offset?: ScreenPoint | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A point on the map; its children are laid out around it. */
export function MapAnchor({ stage, place, offset, className = '', children }: MapAnchorProps) {
  const element = useRef<HTMLDivElement>(null);
  const { latitude, longitude } = place;
  const x = offset?.x ?? 0;
  const y = offset?.y ?? 0;
  useLayoutEffect(
    () => stage.anchor(element.current!, { latitude, longitude }, { x, y }),
    [stage, latitude, longitude, x, y],
  );
  return (
    <div ref={element} className={`map-anchor ${className}`}>
      {children}
    </div>
  );
}
