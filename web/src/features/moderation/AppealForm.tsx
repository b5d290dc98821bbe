import type { Judged } from '@dazi/contract/moderation/decisions';
import { appealLimits, type DecisionAction } from '@dazi/contract/moderation/moderation.rules';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { currentTime, useNow } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { AreaField } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Select } from '#ui/Select.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useDecideAppeal } from './decisions.api.ts';
import { milderThan } from './milder.ts';
import { UntilField } from './UntilField.tsx';
import { lengthsFor, type Until, untilInstant, untilWith } from './until.ts';

type Outcome = 'upheld' | 'changed' | 'lifted';

const usual_days = 3;

interface AppealFormProps {
  decision: Judged;
  name: string;
  userId: string;
}

/** The decision stands, becomes milder, or is taken back; with the answer that its person reads. */
export function AppealForm({ decision, name, userId }: AppealFormProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const decide = useDecideAppeal(decision.id);
  const group = useId();
  const { administrator } = useSessionFacts();
  // Of what lasts also the same for a shorter time, where there is a shorter one.
  const shorter = lengthsFor(administrator, decision.until, useNow());
  const isSame = (action: DecisionAction | null) => action === decision.action;
  const actions = milderThan(decision.action).filter((action) => !isSame(action) || shorter.length > 0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [action, setAction] = useState<DecisionAction | null>(actions[0] ?? null);
  const [until, setUntil] = useState<Until>(usual_days);
  const [reason, setReason] = useState('');
  const chooseAction = (next: DecisionAction) => {
    setAction(next);
    const isShorter = shorter.some((days) => days === until);
    setUntil(isSame(next) && !isShorter ? shorter[0]! : untilWith(next, until, usual_days));
  };
  const isChange = outcome === 'changed';
  const lasts = isChange && (action === 'limit' || action === 'suspend');
  const isWhole = outcome !== null && reason.trim() !== '' && (!isChange || action !== null);
  const submit = useOneAtATime(async () => {
    if (!isWhole) return;
    try {
      await decide.mutateAsync({
        userId,
        outcome,
        reason: reason.trim(),
        ...(isChange && action && { action }),
        ...(lasts && { until: untilInstant(until, currentTime()) }),
      });
      showToast({ type: 'success', message: t('moderation.appeals.done', { name }) });
    } catch {
      // Said above the button.
    }
  });
  const outcomes: { value: Outcome; label: string }[] = [
    { value: 'upheld', label: t('moderation.appeals.uphold') },
    ...(actions.length > 0 ? [{ value: 'changed' as const, label: t('moderation.appeals.change') }] : []),
    { value: 'lifted', label: t('moderation.appeals.lift') },
  ];
  return (
    <form
      className="moderation-queue-answer"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset className="moderation-reasons">
        <legend className="unseen">{t('moderation.decision.which')}</legend>
        {outcomes.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={group}
              value={value}
              checked={outcome === value}
              onChange={() => setOutcome(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {isChange && action && (
        <div className="moderation-queue-pair">
          <MilderField actions={actions} value={action} onChange={chooseAction} />
          {lasts && (
            <UntilField
              action={action}
              value={until}
              onChange={setUntil}
              {...(isSame(action) && { shorterThan: decision.until })}
            />
          )}
        </div>
      )}
      <AreaField
        label={t('moderation.appeals.reason')}
        rows={3}
        dir="auto"
        maxLength={appealLimits.text}
        counter={`${reason.length}/${appealLimits.text}`}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {decide.isError && <InlineError text={failureText(t('moderation.appeals.failed'), decide.error)} />}
      <div className="moderation-queue-end">
        <Button kind="primary" type="submit" disabled={!isWhole} busy={decide.isPending}>
          {t('moderation.appeals.decide')}
        </Button>
      </div>
    </form>
  );
}

interface MilderFieldProps {
  actions: readonly DecisionAction[];
  value: DecisionAction;
  onChange(action: DecisionAction): void;
}

function MilderField({ actions, value, onChange }: MilderFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('moderation.appeals.milder')}</label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value as DecisionAction)}>
        {actions.map((action) => (
          <option key={action} value={action}>
            {t(`moderation.decision.actions.${action}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}
