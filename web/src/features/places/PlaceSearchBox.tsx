import { distanceKm } from '@dazi/contract/places/places.rules';
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { isForInputMethod } from '#platform/composing.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { type FoundPlace, placeNameIn } from './places.api.ts';
import { useTypedPlace } from './use-typed-place.ts';
import './places.css';

export interface PlaceSearchBoxProps {
  /** Where somebody looks, and what has names there. */
  map: RefObject<MapHandle | null>;
  onPick(place: FoundPlace): void;
  onClose(): void;
}

/** Links of maps are long. */
const longestText = 2000;

/** Rounded as one would say it: 340 m, 2.6 km, 8,670 km. */
function distanceText(km: number, language: string): string {
  const isNear = km < 0.995;
  const rounded = isNear ? Math.max(10, Math.round(km * 100) * 10) : Number(km.toPrecision(km < 10 ? 2 : 3));
  const unit = isNear ? 'meter' : 'kilometer';
  return new Intl.NumberFormat(language, { style: 'unit', unit }).format(rounded);
}

/** A field with a list of towns below it: arrows choose, Enter goes there, Escape closes. */
export function PlaceSearchBox({ map, onPick, onClose }: PlaceSearchBoxProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const search = useTypedPlace(map, onPick);
  const { typed, type, around, data, places, problem, isError, isOld, isSlow, enter } = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useEffect(() => setChosen(0), [data]);

  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, all keys belong to the input method.
    if (isForInputMethod(event.nativeEvent)) return;
    const last = (places?.length ?? 0) - 1;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown') setChosen((before) => (before >= last ? 0 : before + 1));
    else if (event.key === 'ArrowUp') setChosen((before) => (before <= 0 ? Math.max(0, last) : before - 1));
    else if (event.key === 'Enter' && typed.trim() !== '') enter(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  const regionOf = ({ country, near, of, site }: FoundPlace): string => {
    const nearName = near && placeNameIn(language, near.name, near.names);
    if (of === 'link') return t(`places.from.${site ?? 'geo'}`);
    if (of)
      return nearName
        ? t('places.kindNear', { kind: t(`places.of.${of}`), near: nearName })
        : t(`places.of.${of}`);
    const named = country === null ? '' : (countries.of(country) ?? country);
    return nearName ? t('places.near', { town: nearName, country: named }) : named;
  };
  const whereabouts = (place: FoundPlace): string => {
    if (!around) return regionOf(place);
    return `${regionOf(place)} · ${distanceText(distanceKm(around.middle, place), language)}`;
  };
  const isListed = places !== undefined && places.length > 0;
  const hint = isError
    ? t('places.failed')
    : problem && !isOld
      ? t(`places.link.${problem}`)
      : places?.length === 0 && !isOld
        ? t('places.none')
        : null;
  return (
    <search
      className="places-search"
      data-layer="place-search"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && typed === '') onClose();
      }}
    >
      {isSlow ? <Spinner /> : <Icon name="search" />}
      <input
        type="text"
        role="combobox"
        aria-label={t('places.find')}
        aria-expanded={isListed}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isListed ? `${id}-${chosen}` : undefined}
        placeholder={t('places.town')}
        // biome-ignore lint/a11y/noAutofocus: it was opened to type into it
        autoFocus
        autoComplete="off"
        maxLength={longestText}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className="places-search-close" aria-label={t('ui.close')} onClick={onClose}>
        <Icon name="close" size="s" />
      </button>
      <div className="places-search-hint" role="status">
        {hint && <p className="panel sm t2">{hint}</p>}
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('places.towns')}
        hidden={!isListed}
        className="panel"
      >
        {places?.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
          <div
            key={`${place.of} ${place.name} ${place.latitude} ${place.longitude}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            className="places-option"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(place)}
          >
            <span className="ell">{placeNameIn(language, place.name, place.names)}</span>
            <span className="sm t3 ell">{whereabouts(place)}</span>
          </div>
        ))}
      </div>
    </search>
  );
}
