import type { DecisionAction } from '@dazi/contract/moderation/moderation.rules';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { useNow } from '#platform/time.ts';
import { Select } from '#ui/Select.tsx';
import { useDates } from './dates.ts';
import { lengthsFor, noEnd, type Until, untilInstant } from './until.ts';

interface UntilFieldProps {
  action: DecisionAction;
  value: Until | null;
  /** The end of what it takes the place of, where it has to be shorter; null where that has none. */
  shorterThan?: string | null;
  onChange(until: Until): void;
}

export function UntilField({ action, value, shorterThan, onChange }: UntilFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const now = useNow();
  const dates = useDates();
  const { administrator } = useSessionFacts();
  const days = lengthsFor(administrator, shorterThan ?? null, now);
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
        {administrator && action === 'limit' && shorterThan === undefined && (
          <option value={noEnd}>{t('moderation.decision.noEnd')}</option>
        )}
      </Select>
    </div>
  );
}
