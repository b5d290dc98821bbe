import { LocateFixed, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MapTexts } from '#map/map-texts.ts';

interface MapControlsProps {
  readonly texts: MapTexts;
  readonly isLocated: boolean;
  onLocate(): void;
  onZoom(steps: number): void;
  /** What else there is. */
  readonly children?: ReactNode;
}

export function MapControls({ texts, isLocated, onLocate, onZoom, children }: MapControlsProps) {
  return (
    <div className="map-controls" data-over-map>
      {children}
      <button
        type="button"
        className={isLocated ? 'control on' : 'control'}
        aria-label={texts.locate}
        title={texts.locate}
        onClick={onLocate}
      >
        <LocateFixed className="i" aria-hidden="true" />
      </button>
      <div className="map-zoom">
        <button
          type="button"
          className="control"
          aria-label={texts.zoomIn}
          title={texts.zoomIn}
          onClick={() => onZoom(1)}
        >
          <Plus className="i" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="control"
          aria-label={texts.zoomOut}
          title={texts.zoomOut}
          onClick={() => onZoom(-1)}
        >
          <Minus className="i" aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
