import type { LocationDisplay } from '@dazi/contract/places/places';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface LocationChoiceProps {
  value: LocationDisplay;
  onChange(value: LocationDisplay): void;
}

/** Approximate or exact, with what each of them gives away. */
export function LocationChoice({ value, onChange }: LocationChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  const options = [
    {
      display: 'approximate',
      title: t('profiles.settings.approximate'),
      label: t('profiles.settings.recommended'),
      colour: 'green',
      text: t('profiles.settings.approximateText'),
    },
    {
      display: 'exact',
      title: t('profiles.settings.exact'),
      label: t('profiles.settings.higherRisk'),
      colour: 'red',
      text: t('profiles.settings.exactText'),
    },
  ] as const;
  return (
    <fieldset className="profiles-settings-options">
      <legend className="label">{t('profiles.settings.position')}</legend>
      {options.map((option) => (
        <label key={option.display} className="profiles-settings-option">
          <input
            type="radio"
            name={name}
            value={option.display}
            checked={value === option.display}
            onChange={() => onChange(option.display)}
          />
          <span>
            <span className="row b">
              {option.title}
              <span className={`pill ${option.colour}`}>{option.label}</span>
            </span>
            <span className="profiles-settings-option-text sm t2">{option.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
