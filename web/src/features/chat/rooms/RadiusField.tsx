import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { hintKilometres } from './distance-text.ts';
import { radiusOf } from './room-draft.ts';

interface RadiusFieldProps {
  /** As it stands in the field. */
  value: string;
  onChange(value: string): void;
}

const { least, most } = roomLimits.joinRadius_miles;

/** The join radius in miles, by slider or number, with a hint in kilometres. */
export function RadiusField({ value, onChange }: RadiusFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const miles = radiusOf({ radius: value });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return (
    <div className="field rooms-radius">
      <div className="row between">
        <label htmlFor={id} className="label">
          {t('rooms.create.radius')}
        </label>
        <span className="hint">{t('rooms.create.radiusRange', { least, most })}</span>
      </div>
      <div className="row">
        <input
          type="range"
          className="grow"
          min={least}
          max={most}
          step={1}
          value={miles ?? roomLimits.joinRadius_miles.default}
          aria-label={t('rooms.create.radius')}
          aria-valuetext={miles === null ? undefined : `${number.format(miles)} ${t('rooms.create.miles')}`}
          onChange={(event) => onChange(event.target.value)}
        />
        <span className={classNames('input', 'rooms-radius-number', miles === null && 'is-err')}>
          <input
            id={id}
            type="number"
            inputMode="decimal"
            min={least}
            max={most}
            step={1}
            value={value}
            aria-invalid={miles === null}
            aria-describedby={`${id}-hint`}
            onChange={(event) => onChange(event.target.value)}
          />
          <span className="t3">{t('rooms.create.miles')}</span>
        </span>
      </div>
      {miles === null ? (
        <span id={`${id}-hint`} className="hint err" role="alert">
          <Icon name="error" size="s" />
          {t('errors.JOIN_RADIUS_OUT_OF_RANGE')}
        </span>
      ) : (
        <span id={`${id}-hint`} className="hint">
          {t('rooms.create.inKilometres', {
            count: miles,
            miles: number.format(miles),
            km: number.format(hintKilometres(miles)),
          })}
        </span>
      )}
    </div>
  );
}
