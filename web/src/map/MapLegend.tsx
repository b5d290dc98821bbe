import { Info } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { scaleBar } from '#map/distance-rings.ts';
import type { MapStage } from '#map/map-stage.ts';
import type { MapTexts } from '#map/map-texts.ts';
import type { MapCredit } from '#map/street-sources.ts';

function Sources({ credits }: { readonly credits: readonly MapCredit[] }) {
  return (
    <p>
      {credits.map(({ text, link }, index) => (
        <span key={text}>
          {index > 0 && ' · '}
          {link === null ? (
            text
          ) : (
            <a href={link} target="_blank" rel="noreferrer">
              {text}
            </a>
          )}
        </span>
      ))}
    </p>
  );
}

/** One line where there is room for it, else a small button that opens it. */
function Attribution({ label, credits }: { readonly label: string; readonly credits: readonly MapCredit[] }) {
  if (credits.length === 0) return null;
  return (
    <div>
      <div className="map-attribution-wide">
        <Sources credits={credits} />
      </div>
      <details className="map-attribution-narrow" data-layer="map-credits">
        <summary aria-label={label} title={label}>
          <Info className="i s" aria-hidden="true" />
        </summary>
        <Sources credits={credits} />
      </details>
    </div>
  );
}

/** Scale and sources, in the corner beside the controls. */
export function MapLegend({
  stage,
  credits,
  texts,
}: {
  readonly stage: MapStage;
  readonly credits: readonly MapCredit[];
  readonly texts: MapTexts;
}) {
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
      <Attribution label={texts.attribution} credits={credits} />
      <div ref={bar} className="map-scale" aria-hidden="true" />
    </div>
  );
}
