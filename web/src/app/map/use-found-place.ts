import { type RefObject, useState } from 'react';
import { type FoundPlace, foundZoom, placeNameIn } from '#features/places/places.api.ts';
import type { MapHandle } from '#map/MapCanvas.tsx';
import type { MapMark } from '#map/map-types.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';

/** Goes to what was found, and marks a spot until somebody clicks beside it. A town is no spot. */
export function useFoundPlace(map: RefObject<MapHandle | null>) {
  const language = useLanguage();
  const [mark, setMark] = useState<MapMark | null>(null);
  const goTo = ({ latitude, longitude, population, name, names }: FoundPlace) => {
    const label = placeNameIn(language, name, names);
    setMark(population === null ? { latitude, longitude, label } : null);
    map.current?.flyTo({ latitude, longitude, zoom: foundZoom(population) });
  };
  return { mark, goTo, dismiss: () => setMark(null) };
}
