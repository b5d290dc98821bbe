import { Info } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { scaleBar } from '#map/distance-rings.ts';
import type { MapStage } from '#map/map-stage.ts';
import type { MapTexts } from '#map/map-texts.ts';

const SOURCES = [
  { name: 'Natural Earth', terms: 'https://www.naturalearthdata.com/about/terms-of-use/' },
  { name: 'GeoNames (CC BY 4.0)', terms: 'https://www.geonames.org/' },
  { name: 'OpenStreetMap (ODbL)', terms: 'https://www.openstreetmap.org/copyright' },
];

function Sources() {
  return (
    <p>
      {SOURCES.map(({ name, terms }, index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <a href={terms} target="_blank" rel="noreferrer">
            {name}
          </a>
        </span>
      ))}
    </p>
  );
}

/** One line where there is room for it, else a small button that opens it. */
function Attribution({ label }: { readonly label: string }) {
  return (
    <div className="map-attribution">
      <div className="map-attribution-wide">
        <Sources />
      </div>
      <details className="map-attribution-narrow">
        <summary aria-label={label} title={label}>
          <Info className="i s" aria-hidden="true" />
        </summary>
        <Sources />
      </details>
    </div>
  );
}

/** Scale and sources, in the corner beside the controls. */
export function MapLegend({ stage, texts }: { readonly stage: MapStage; readonly texts: MapTexts }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let drawn = '';
    return stage.follow(() => {
      const { latitude, zoom } = stage.provider.getView();
      const { metres, width_px } = scaleBar(latitude, zoom);
      const next = `${metres}:${width_px}`;
      if (next === drawn || bar.current === null) return;
      drawn = next;
      bar.current.style.width = `${width_px}px`;
      bar.current.textContent = texts.distance(metres);
    });
  }, [stage, texts]);
  return (
    <div className="map-legend">
      <Attribution label={texts.attribution} />
      <div ref={bar} className="map-scale" aria-hidden="true" />
    </div>
  );
}
