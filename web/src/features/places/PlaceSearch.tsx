import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lazySurface } from '#ui/lazy-surface.ts';
import type { FoundPlace } from './places.api.ts';
import './places-button.css';

const searchBox = lazySurface('PlaceSearchBox', () => import('./PlaceSearchBox.tsx'));

/** A button that unfolds into a field; the focus comes back to it. */
export function PlaceSearch({
  map,
  onPick,
}: {
  map: RefObject<MapHandle | null>;
  onPick(place: FoundPlace): void;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const PlaceSearchBox = searchBox.useSurface(isOpen, () => setOpen(false));
  const refocus = useRef(false);
  const close = () => {
    refocus.current = true;
    setOpen(false);
  };
  if (isOpen && PlaceSearchBox) {
    return (
      <PlaceSearchBox
        map={map}
        onClose={close}
        onPick={(place) => {
          close();
          onPick(place);
        }}
      />
    );
  }
  return (
    <button
      type="button"
      className="chip float places-button"
      aria-label={t('places.find')}
      title={t('places.find')}
      aria-expanded={false}
      // Keys that are pressed before the field is there would be nobody's, or shortcuts.
      onPointerEnter={searchBox.preload}
      onFocus={searchBox.preload}
      ref={(element) => {
        if (!element || !refocus.current) return;
        refocus.current = false;
        element.focus();
      }}
      onClick={() => setOpen(true)}
    >
      <Icon name="search" />
    </button>
  );
}
