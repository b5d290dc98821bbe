import { needsTitle, planLimits } from '@dazi/contract/plans/plans.rules';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/Field.tsx';
import type { FormPartProps } from './FormPart.tsx';
import type { PlanDraft } from './plan-draft.ts';

/** Where the activity does not say what it is about. */
export const isTitleNeeded = ({ activity }: PlanDraft): boolean => activity !== null && needsTitle(activity);

export function PlanFormTitle({ draft, onDraft, problems, shown }: FormPartProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={t(isTitleNeeded(draft) ? 'plans.create.titleNeeded' : 'plans.create.titleField')}
      value={draft.title}
      dir="auto"
      autoComplete="off"
      maxLength={planLimits.title}
      error={shown(problems.title)}
      counter={`${draft.title.length}/${planLimits.title}`}
      onChange={(event) => onDraft({ title: event.target.value })}
    />
  );
}
