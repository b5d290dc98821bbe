import type { Plan, PlanPerson } from '@dazi/contract/plans/plans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { useMarks, useSaveMark } from './plan-people.api.ts';

interface OwnMarks {
  plan: Plan;
  userId: string;
}

/** Who came, noted for oneself alone. */
export function PlanMarks({ plan, userId }: OwnMarks) {
  const { t } = useTranslation();
  const { data: marks } = useMarks(userId, plan.id);
  const others = plan.people.filter(({ id }) => id !== userId);
  if (!marks || others.length === 0) return null;
  const markOf = (person: PlanPerson) => marks.find((mark) => mark.userId === person.id)?.came ?? null;
  return (
    <section className="plans-after plans-marks" aria-label={t('plans.after.came')}>
      <h3>{t('plans.after.came')}</h3>
      <p className="sm t2">{t('plans.after.cameText')}</p>
      <ul>
        {others.map((person) => (
          <Mark key={person.id} plan={plan} userId={userId} person={person} came={markOf(person)} />
        ))}
      </ul>
    </section>
  );
}

function Mark({ plan, userId, person, came }: OwnMarks & { person: PlanPerson; came: boolean | null }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const saving = useSaveMark(userId, plan.id);
  // At once: told by the mutation it would spring back for a moment.
  const [pressed, setPressed] = useState<boolean | null>(null);
  const shown = pressed ?? came;
  const save = (value: boolean) => {
    setPressed(value);
    saving.mutate(
      { userId: person.id, came: value },
      {
        onError: (error) =>
          showToast({ type: 'error', message: failureText(t('plans.after.failed'), error) }),
        onSettled: () => setPressed(null),
      },
    );
  };
  return (
    <li className="row wrap plans-mark">
      <Avatar name={person.name} url={person.avatarUrl} size="s" />
      <UserText className="b ell grow">{person.name}</UserText>
      <Segmented
        label={person.name}
        value={shown === null ? null : shown ? 'yes' : 'no'}
        onChange={(value) => save(value === 'yes')}
        options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`plans.after.${value}`) }))}
      />
    </li>
  );
}
