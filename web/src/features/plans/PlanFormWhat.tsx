import { needsTitle, planLimits } from '@dazi/contract/plans/plans.rules';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/Field.tsx';
import { ActivityPicker } from './ActivityPicker.tsx';
import { FormPart, type FormPartProps } from './FormPart.tsx';

const few = ['board-games', 'badminton', 'running', 'hot-pot', 'language-exchange', 'coffee'] as const;

export function PlanFormWhat({ draft, onDraft, problems, shown }: FormPartProps) {
  const { t } = useTranslation();
  const isNeeded = draft.activity !== null && needsTitle(draft.activity);
  return (
    <FormPart
      step={1}
      title={t('plans.create.what')}
      error={shown(problems.activity) && t('plans.create.whatMissing')}
    >
      <ActivityPicker
        first={few}
        chosen={draft.activity ? [draft.activity] : []}
        onToggle={(activity) => onDraft({ activity })}
      />
      <Field
        label={t(isNeeded ? 'plans.create.titleNeeded' : 'plans.create.titleField')}
        value={draft.title}
        dir="auto"
        autoComplete="off"
        maxLength={planLimits.title}
        error={shown(problems.title)}
        counter={`${draft.title.length}/${planLimits.title}`}
        onChange={(event) => onDraft({ title: event.target.value })}
      />
    </FormPart>
  );
}
