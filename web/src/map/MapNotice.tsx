import { useRef } from 'react';
import type { MapTexts } from '#map/map-texts.ts';
import { useFocusGoesOn } from '#ui/page-focus.ts';

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
  /** Where this is Google's map, which says so in words of its own. */
  readonly onUseBuiltIn?: (() => void) | undefined;
}

export function MapError({ texts, onTryAgain, onUseBuiltIn }: MapErrorProps) {
  const isOfGoogle = onUseBuiltIn !== undefined;
  const notice = useRef<HTMLDivElement>(null);
  useFocusGoesOn(notice);
  return (
    <div ref={notice} className="map-notice map-notice-error" data-layer="map-error" role="alert">
      <div className="empty">
        <strong>{isOfGoogle ? texts.errorTitle : texts.builtInErrorTitle}</strong>
        <p>{isOfGoogle ? texts.errorText : texts.builtInErrorText}</p>
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
