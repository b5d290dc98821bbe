import { localLater, localOf } from '@dazi/contract/plans/local-times.rules';
import { partNames } from '@dazi/contract/plans/plan-when';
import { dayParts, partCodes, planLimits } from '@dazi/contract/plans/plans.rules';
import { useTranslation } from 'react-i18next';
import { Chips } from '#ui/Chips.tsx';
import { Field } from '#ui/Field.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { FormPart, type FormPartProps, StepError } from './FormPart.tsx';
import { dayOf, minutesOf } from './plan-draft.ts';
import { dateText, lengthText, nearDay, zoneText } from './plan-time.ts';
import { SelectField } from './SelectField.tsx';
import { useReader } from './use-reader.ts';

const day_minutes = 24 * 60;
const lengths = [30, 45, 60, 75, 90, 120, 150, 180, 240, 300, 360, 480, 600, 720] as const;

interface PlanFormWhenProps extends FormPartProps {
  timeZone: string;
  /** It is not that of the reader. */
  isZoneShown: boolean;
}

/** The days that are chosen at one tap: today, tomorrow, and the weekend to come. */
function nearDays(now: number, timeZone: string): string[] {
  const here = localOf(now, timeZone);
  const ahead = [0, 1, 2, 3, 4, 5, 6, 7].map((days) => localLater(here, days * day_minutes).slice(0, 10));
  const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00Z`).getUTCDay());
  return [...new Set([...ahead.slice(0, 2), ...ahead.slice(2).filter(isWeekend)])].slice(0, 4);
}

export function PlanFormWhen({ draft, onDraft, problems, shown, timeZone, isZoneShown }: PlanFormWhenProps) {
  const { t } = useTranslation();
  const { language, now } = useReader();
  const day = dayOf(draft, now, timeZone);
  const today = localOf(now, timeZone).slice(0, 10);
  const last = localOf(now + planLimits.ahead_ms.most, timeZone).slice(0, 10);
  const labelOf = (date: string) => {
    const near = nearDay(`${date}T12:00`, timeZone, now);
    return near ? t(`plans.list.${near}`) : dateText(`${date}T12:00`, language);
  };
  const minutes = minutesOf(draft);
  return (
    <FormPart step={2} title={t('plans.create.when')}>
      <Chips
        label={t('plans.create.day')}
        value={day}
        onChange={(value) => onDraft({ day: value })}
        options={nearDays(now, timeZone).map((value) => ({ value, label: labelOf(value) }))}
      />
      <div className="plans-when">
        <Field
          label={t('plans.create.day')}
          type="date"
          min={today}
          max={last}
          value={day}
          onChange={(event) => onDraft({ day: event.target.value || day })}
        />
        <div className="plans-when-kind">
          <Segmented
            label={t('plans.create.when')}
            inForm
            value={draft.part ? 'roughly' : 'exact'}
            onChange={(value) => onDraft({ part: value === 'exact' ? null : 'evening' })}
            options={(['exact', 'roughly'] as const).map((value) => ({
              value,
              label: t(`plans.create.${value}`),
            }))}
          />
        </div>
        {!draft.part && (
          <>
            <Field
              label={t('plans.create.time')}
              type="time"
              step={planLimits.startStep * 60}
              value={draft.time}
              onChange={(event) => onDraft({ time: event.target.value || draft.time })}
            />
            <SelectField
              label={t('plans.create.length')}
              value={String(minutes)}
              onChange={(value) => onDraft({ minutes: Number(value) })}
              options={[...new Set([...lengths, minutes])]
                .sort((one, other) => one - other)
                .map((value) => ({ value: String(value), label: lengthText(value, language) }))}
            />
          </>
        )}
      </div>
      {draft.part && (
        <Chips
          label={t('plans.create.roughly')}
          value={draft.part}
          onChange={(part) => onDraft({ part })}
          options={partCodes.map((value) => ({
            value,
            label: `${partNames[language][value]} · ${dayParts[value].from}`,
          }))}
        />
      )}
      {isZoneShown && <p className="hint">{t('plans.when.zone', { zone: zoneText(timeZone, language) })}</p>}
      <StepError text={shown(problems.time)} />
    </FormPart>
  );
}
