import { useTranslation } from 'react-i18next';
import { ActivityPicker } from './ActivityPicker.tsx';
import { FormPart, type FormPartProps } from './FormPart.tsx';
import { isTitleNeeded, PlanFormTitle } from './PlanFormTitle.tsx';

const few = ['board-games', 'badminton', 'running', 'hot-pot', 'language-exchange'] as const;

export function PlanFormWhat(part: FormPartProps) {
  const { draft, onDraft, problems, shown } = part;
  const { t } = useTranslation();
  return (
    <FormPart
      step={1}
      title={t('plans.create.what')}
      error={shown(problems.activity) && t('plans.create.whatMissing')}
    >
      <ActivityPicker
        first={few}
        chosen={draft.activity ? [draft.activity] : []}
        hasMoreTile
        onToggle={(activity) => onDraft({ activity })}
      />
      {isTitleNeeded(draft) && <PlanFormTitle {...part} />}
    </FormPart>
  );
}
