import { localLater, localOf } from '@dazi/contract/plans/local-times.rules';
import { partNames } from '@dazi/contract/plans/plan-when';
import { dayParts, planLimits } from '@dazi/contract/plans/plans.rules';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chips } from '#ui/Chips.tsx';
import { Field } from '#ui/Field.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { FormPart, type FormPartProps, StepError } from './FormPart.tsx';
import { dayOf, minutesOf, partsAhead, wholeStep } from './plan-draft.ts';
import { clockText, dateText, lengthText, nearDay, shortDay, zoneText } from './plan-time.ts';
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

export function PlanFormWhen(props: PlanFormWhenProps) {
  const { draft, onDraft, problems, shown, timeZone, isZoneShown } = props;
  const { t } = useTranslation();
  const { language, now } = useReader();
  const day = dayOf(draft, now, timeZone);
  const minutes = minutesOf(draft);
  const parts = partsAhead(day, now, timeZone);
  const usualPart = parts.find((part) => part === 'evening') ?? parts[0]!;
  return (
    <FormPart step={2} title={t('plans.create.when')}>
      <Days {...props} day={day} />
      <div className="plans-when">
        <Segmented
          label={t('plans.create.when')}
          inForm
          value={draft.part ? 'roughly' : 'exact'}
          onChange={(value) => onDraft({ part: value === 'exact' ? null : usualPart })}
          options={(['exact', 'roughly'] as const).map((value) => ({
            value,
            label: t(`plans.create.${value}`),
          }))}
        />
        {!draft.part && (
          <>
            <Field
              label={t('plans.create.time')}
              hideLabel
              type="time"
              step={planLimits.startStep * 60}
              value={draft.time}
              onChange={(event) => onDraft({ time: event.target.value || draft.time })}
              onBlur={() => onDraft({ time: wholeStep(draft.time) })}
            />
            <SelectField
              label={t('plans.create.length')}
              hideLabel
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
          // What was chosen stays to be seen, whatever day is chosen after it.
          options={[...new Set([...parts, draft.part])].map((value) => ({
            value,
            label: `${partNames[language][value]} · ${clockText(dayParts[value].from, language)}`,
          }))}
        />
      )}
      {isZoneShown && <p className="hint">{t('plans.when.zone', { zone: zoneText(timeZone, language) })}</p>}
      <StepError text={shown(problems.time)} />
    </FormPart>
  );
}

/** A near one at one tap, any other from the device's calendar. */
function Days({ draft, onDraft, timeZone, day }: PlanFormWhenProps & { day: string }) {
  const { t } = useTranslation();
  const { language, now } = useReader();
  const near = nearDays(now, timeZone);
  const isFar = !near.includes(day);
  // A day that is not near is read on the chip itself.
  const [isOpened, setOpened] = useState(false);
  const labelOf = (date: string) => {
    const name = nearDay(`${date}T12:00`, timeZone, now);
    return name ? t(`plans.list.${name}`) : shortDay(date, language);
  };
  return (
    <>
      <div className="plans-days">
        <Chips
          label={t('plans.create.day')}
          value={isFar ? null : day}
          onChange={(value) => onDraft({ day: value })}
          options={near.map((value) => ({ value, label: labelOf(value) }))}
        />
        <button
          type="button"
          className="chip s"
          aria-pressed={isFar}
          aria-expanded={isOpened}
          onClick={() => setOpened(!isOpened)}
        >
          <CalendarDays className="i xs" aria-hidden="true" />
          {isFar ? dateText(`${day}T12:00`, language) : t('plans.create.day')}
        </button>
      </div>
      {isOpened && (
        <Field
          label={t('plans.create.day')}
          hideLabel
          type="date"
          min={localOf(now, timeZone).slice(0, 10)}
          max={localOf(now + planLimits.ahead_ms.most, timeZone).slice(0, 10)}
          value={day}
          onChange={(event) => onDraft({ day: event.target.value || day })}
        />
      )}
    </>
  );
}
