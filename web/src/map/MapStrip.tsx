import { type ComponentType, useRef } from 'react';
import { createPortal } from 'react-dom';
import { CellShape } from '#map/CellShape.tsx';
import { worldPixels } from '#map/geometry.ts';
import { MapAnchor } from '#map/MapAnchor.tsx';
import type { CreateMapProvider } from '#map/map-provider.ts';
import { type MapCell, type MapLanguage, type MapPlace, type MapTheme, NO_PADDING } from '#map/map-types.ts';
import { useMapStage } from '#map/use-map-stage.ts';
import '#map/map.css';

/** From how near a place is seen with the streets around it. */
const placeZoom = 15;
/** A cell stands in the strip as a whole, and is wide enough for its name. */
const cellHeight_px = 112;

function zoomOf({ latitude, longitude, halfLatitude }: MapCell): number {
  const yAt = (edge: number) => worldPixels({ latitude: latitude + edge, longitude }, 0).y;
  return Math.log2(cellHeight_px / (yAt(-halfLatitude) - yAt(halfLatitude)));
}

interface MapStripProps {
  readonly createProvider: CreateMapProvider;
  readonly place: MapPlace;
  readonly cell: MapCell | null;
  readonly glyph: ComponentType<{ className?: string }>;
  readonly language: MapLanguage;
  readonly theme: MapTheme;
  readonly label: string;
}

/** A piece of the map to look at only, with a plan or its cell in the middle; nothing where there is no map. */
export function MapStrip({
  createProvider,
  place,
  cell,
  glyph: Glyph,
  language,
  theme,
  label,
}: MapStripProps) {
  const middle = cell ?? place;
  const surface = useRef<HTMLDivElement>(null);
  const { stage, status } = useMapStage(surface, {
    createProvider,
    initialView: {
      latitude: middle.latitude,
      longitude: middle.longitude,
      zoom: cell ? zoomOf(cell) : placeZoom,
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
