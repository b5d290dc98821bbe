import { type ComponentType, useRef } from 'react';
import { createPortal } from 'react-dom';
import { CellShape } from '#map/CellShape.tsx';
import { MapAnchor } from '#map/MapAnchor.tsx';
import type { CreateMapProvider } from '#map/map-provider.ts';
import { type MapCell, type MapLanguage, type MapPlace, type MapTheme, NO_PADDING } from '#map/map-types.ts';
import { useMapStage } from '#map/use-map-stage.ts';
import '#map/map.css';

/** From how near a place is seen with the streets around it, and a cell as a whole. */
const zooms = { place: 15, cell: 12.6 };

interface MapStripProps {
  readonly createProvider: CreateMapProvider;
  readonly place: MapPlace;
  readonly cell: MapCell | null;
  readonly glyph: ComponentType<{ className?: string }>;
  readonly language: MapLanguage;
  readonly theme: MapTheme;
  readonly label: string;
}

/** A piece of the map to look at only, with a plan in its middle; nothing where there is no map. */
export function MapStrip({
  createProvider,
  place,
  cell,
  glyph: Glyph,
  language,
  theme,
  label,
}: MapStripProps) {
  const surface = useRef<HTMLDivElement>(null);
  const { stage, status } = useMapStage(surface, {
    createProvider,
    initialView: {
      latitude: place.latitude,
      longitude: place.longitude,
      zoom: cell ? zooms.cell : zooms.place,
    },
    padding: NO_PADDING,
    appearance: { language, theme },
    label,
    onReady: () => {},
    onSettle: () => {},
    onFrame: () => {},
    onClick: () => {},
  });
  if (status === 'failed') return null;
  return (
    <div className="map-strip" role="img" aria-label={label}>
      <div className="map-canvas" data-theme={theme} inert>
        <div ref={surface} className="map-surface" />
        {stage &&
          createPortal(
            <>
              {cell && <CellShape stage={stage} cell={cell} />}
              <MapAnchor stage={stage} place={place}>
                <span className="marker plan selected">
                  <Glyph className="i" />
                </span>
              </MapAnchor>
            </>,
            stage.provider.overlayRoot,
          )}
      </div>
    </div>
  );
}
