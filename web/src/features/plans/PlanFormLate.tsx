import { localLater, readLocal } from '@dazi/contract/plans/local-times.rules';
import type { Plan } from '@dazi/contract/plans/plans';
import { spotHints } from '@dazi/contract/plans/plans.rules';
import { useTranslation } from 'react-i18next';
import { Chips } from '#ui/Chips.tsx';
import type { FormPartProps } from './FormPart.tsx';
import { delays, localOfDraft, mayBePutOff } from './plan-draft.ts';
import { hoursText } from './plan-time.ts';
import { SelectField } from './SelectField.tsx';
import { useReader } from './use-reader.ts';

/** So shortly before, a plan can be delayed, and say better where exactly. */
export function PlanFormLate({ plan, draft, onDraft }: FormPartProps & { plan: Plan }) {
  const { t } = useTranslation();
  const { language, now } = useReader();
  const said = readLocal(localOfDraft(draft, now, plan.timeZone)) ?? 0;
  const delay = Math.round((said - (readLocal(plan.local) ?? 0)) / 60_000);
  const delayBy = (minutes: number) => {
    const local = localLater(plan.local, minutes);
    onDraft({ day: local.slice(0, 10), time: local.slice(11, 16) });
  };
  return (
    <>
      {mayBePutOff(plan, now) && (
        <div className="field">
          <span className="label">{t('plans.create.time')}</span>
          <Chips
            label={t('plans.create.time')}
            value={String(delay)}
            onChange={(value) => delayBy(Number(value))}
            options={delays.map((minutes) => ({
              value: String(minutes),
              label: minutes === 0 ? hoursText(plan, language) : t('plans.change.delay', { count: minutes }),
            }))}
          />
        </div>
      )}
      {plan.spot && (
        <SelectField
          label={t('plans.create.hint')}
          value={draft.hint ?? ''}
          onChange={(value) => onDraft({ hint: spotHints.find((hint) => hint === value) ?? null })}
          options={[
            { value: '', label: '–' },
            ...spotHints.map((value) => ({ value: value as string, label: t(`plans.hint.${value}`) })),
          ]}
        />
      )}
    </>
  );
}
