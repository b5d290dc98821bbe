import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { Button } from '#ui/Button.tsx';
import { PlaceSearchBox } from './PlaceSearchBox.tsx';
import { type FoundPlace, foundZoom } from './places.api.ts';
import './places.css';

interface PlaceFinderProps {
  /** It goes to what was found, so that it can be chosen more exactly from there. */
  map: RefObject<MapHandle | null>;
  size?: 's';
  onFound(place: FoundPlace): void;
}

/** Finds a place by its name while a form is open. */
export function PlaceFinder({ map, size, onFound }: PlaceFinderProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const refocus = useRef(false);
  const close = () => {
    refocus.current = true;
    setOpen(false);
  };
  if (!isOpen) {
    return (
      <Button
        kind="outline"
        icon="search"
        {...(size && { size })}
        ref={(element: HTMLButtonElement | null) => {
          if (element && refocus.current) element.focus();
          refocus.current = false;
        }}
        onClick={() => setOpen(true)}
      >
        {t('places.find')}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field that the form around it must not take
    <div
      className="places-finder"
      data-own-escape
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    >
      <PlaceSearchBox
        map={map}
        onClose={close}
        onPick={(place) => {
          const { latitude, longitude, population } = place;
          map.current?.flyTo({ latitude, longitude, zoom: foundZoom(population) });
          close();
          onFound(place);
        }}
      />
    </div>
  );
}
