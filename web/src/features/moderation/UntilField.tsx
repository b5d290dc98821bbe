import type { DecisionAction } from '@dazi/contract/moderation/moderation.rules';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { useNow } from '#platform/time.ts';
import { Select } from '#ui/Select.tsx';
import { useDates } from './dates.ts';
import { noEnd, type Until, untilInstant } from './until.ts';

const steps_days = [3, 7, 30];
/** Longer is for administrators. */
const longer_days = [90, 180];

interface UntilFieldProps {
  action: DecisionAction;
  value: Until | null;
  onChange(until: Until): void;
}

export function UntilField({ action, value, onChange }: UntilFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const now = useNow();
  const dates = useDates();
  const { administrator } = useSessionFacts();
  const days = administrator ? [...steps_days, ...longer_days] : steps_days;
  return (
    <div className="field">
      <label htmlFor={id}>{t('moderation.decision.until')}</label>
      <Select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === noEnd ? noEnd : Number(target.value))}
      >
        {days.map((count) => (
          <option key={count} value={count}>
            {`${t('moderation.decision.forDays', { count })}, ${dates.short(untilInstant(count, now) ?? '')}`}
          </option>
        ))}
        {administrator && action === 'limit' && (
          <option value={noEnd}>{t('moderation.decision.noEnd')}</option>
        )}
      </Select>
    </div>
  );
}
