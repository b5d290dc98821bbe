import { placeSearchLimits } from '@dazi/contract/places/place-search.rules';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Icon } from '#ui/Icon.tsx';
import { type FoundPlace, placeNameIn, useFoundPlaces } from './places.api.ts';

export interface PlaceSearchBoxProps {
  onPick(place: FoundPlace): void;
  onClose(): void;
}

/** What is typed is asked for when it rests this long. */
const askAfter_ms = 200;

/** A field with a list of towns below it: arrows choose, Enter goes there, Escape closes. */
export function PlaceSearchBox({ onPick, onClose }: PlaceSearchBoxProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(0);
  const { data, isError } = useFoundPlaces(asked);
  const places = asked === '' ? undefined : data;

  useEffect(() => {
    const timer = setTimeout(setAsked, askAfter_ms, typed.trim());
    return () => clearTimeout(timer);
  }, [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useEffect(() => setChosen(0), [data]);

  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, all keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const last = (places?.length ?? 0) - 1;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown') setChosen((before) => (before >= last ? 0 : before + 1));
    else if (event.key === 'ArrowUp') setChosen((before) => (before <= 0 ? Math.max(0, last) : before - 1));
    else if (event.key === 'Enter' && places?.[chosen]) onPick(places[chosen]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  const whereabouts = ({ country, near }: FoundPlace): string => {
    if (country === null) return t('places.coordinates');
    const named = countries.of(country) ?? country;
    return near
      ? t('places.near', { town: placeNameIn(language, near.name, near.names), country: named })
      : named;
  };
  const isListed = places !== undefined && places.length > 0;
  const hint = isError ? t('places.failed') : places?.length === 0 ? t('places.none') : null;
  return (
    <search
      className="places-search"
      data-layer="place-search"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && typed === '') onClose();
      }}
    >
      <Icon name="search" />
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
        maxLength={placeSearchLimits.query}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
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
            key={`${place.name} ${place.latitude} ${place.longitude}`}
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
