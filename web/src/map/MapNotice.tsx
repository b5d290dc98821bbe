import type { MapTexts } from '#map/map-texts.ts';

export function MapLoading({ text }: { readonly text: string }) {
  return (
    <div className="map-notice" role="status">
      <span className="map-loading">
        <span className="spin" aria-hidden="true" />
        {text}
      </span>
    </div>
  );
}

interface MapErrorProps {
  readonly texts: MapTexts;
  onTryAgain(): void;
  readonly onUseBuiltIn?: (() => void) | undefined;
}

export function MapError({ texts, onTryAgain, onUseBuiltIn }: MapErrorProps) {
  return (
    <div className="map-notice map-notice-error" data-layer="map-error" role="alert">
      <div className="empty">
        <strong>{texts.errorTitle}</strong>
        <p>{texts.errorText}</p>
        <div className="map-notice-actions">
          <button type="button" className="btn primary" onClick={onTryAgain}>
            {texts.tryAgain}
          </button>
          {onUseBuiltIn && (
            <button type="button" className="btn" onClick={onUseBuiltIn}>
              {texts.useBuiltIn}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
