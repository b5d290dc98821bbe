import type { User } from '@dazi/contract/identity/identity';
import { type DecisionAction, decisionActions } from '@dazi/contract/moderation/moderation.rules';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { currentTime } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Switch } from '#ui/Switch.tsx';
import { showToast } from '#ui/toast-store.ts';
import { AppealNote } from './AppealNote.tsx';
import { useDates } from './dates.ts';
import { actionLooks } from './decision-looks.ts';
import { useDecide } from './decisions.api.ts';
import type { ReportTarget } from './moderation.api.ts';
import { ReasonField } from './ReasonField.tsx';
import { RuleField, RuleWords } from './RuleField.tsx';
import { UntilField } from './UntilField.tsx';
import { noEnd, type Until, untilInstant } from './until.ts';
import './moderation-queue.css';

interface DecisionFormProps {
  user: User;
  person: { id: string; name: string } | null;
  /** What the case is about; null for a decision about the person. */
  target: (ReportTarget & { version: number; together: readonly ReportTarget[] }) | null;
  /** What the reader may decide. */
  can: readonly DecisionAction[];
  isRemovable: boolean;
  /** The rule it begins with. */
  rule: number | null;
  first?: DecisionAction;
  onDone(): void;
  onPutBack?: () => void;
}

/** The days with which a measure that lasts is offered first. */
const firstUntil: { readonly [Action in DecisionAction]?: Until } = { limit: 3, suspend: 7 };

export function DecisionForm(props: DecisionFormProps) {
  const { user, person, target, can, isRemovable, first, onDone, onPutBack } = props;
  const { t } = useTranslation();
  const id = useId();
  const decide = useDecide();
  const [action, setAction] = useState<DecisionAction | null>(first ?? null);
  const [removesToo, setRemovesToo] = useState(false);
  const [rule, setRule] = useState(props.rule);
  const [until, setUntil] = useState<Until | null>(first ? (firstUntil[first] ?? null) : null);
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const isMeasure = action !== null && firstUntil[action] !== undefined;
  const isDismissal = action === 'dismiss';
  const asksRemoval = isRemovable && action !== null && !isDismissal && action !== 'remove';
  const isWhole =
    action !== null &&
    can.includes(action) &&
    (isDismissal || (rule !== null && reason.trim() !== '')) &&
    (!isMeasure || until !== null);
  const choose = (next: DecisionAction) => {
    setAction(next);
    setUntil(firstUntil[next] ?? null);
    decide.reset();
  };

  const send = useOneAtATime(async () => {
    if (!isWhole) return;
    try {
      await decide.mutateAsync({
        userId: user.id,
        action,
        ...(target
          ? {
              target: { targetType: target.targetType, targetId: target.targetId },
              version: target.version,
              together: [...target.together],
              ...(person && { personId: person.id }),
            }
          : { personId: person?.id ?? '' }),
        ...(!isDismissal && { rule: rule ?? 0, reason: reason.trim() }),
        ...(asksRemoval && removesToo && { remove: true }),
        ...(isMeasure && until !== null && { lasts: until }),
      });
      const name = person?.name;
      const done = name ? t('moderation.decision.done', { name }) : t('moderation.decision.doneUnnamed');
      showToast({ type: 'success', message: isDismissal ? t('moderation.decision.dismissedDone') : done });
      onDone();
    } catch {
      // Said above the buttons; the case is asked for again.
    }
    setAsking(false);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (action === 'close') setAsking(true);
    else void send();
  };

  return (
    <form id={id} className="moderation-queue-form" onSubmit={submit}>
      <div className="moderation-queue-fields">
        <h2>{t('moderation.decision.title')}</h2>
        <Actions can={can} chosen={action} onChoose={choose} />
        {asksRemoval && (
          <Switch label={t('moderation.decision.removeToo')} checked={removesToo} onChange={setRemovesToo} />
        )}
        {action !== null && !isDismissal && (
          <>
            <div className={classNames(isMeasure && 'moderation-queue-pair')}>
              <RuleField value={rule} hintId={`${id}-rule`} onChange={setRule} />
              {isMeasure && <UntilField action={action} value={until} onChange={setUntil} />}
            </div>
            <RuleWords id={`${id}-rule`} rule={rule} />
            <ReasonField
              label={t('moderation.decision.reason')}
              rows={4}
              value={reason}
              onChange={setReason}
            />
            <AppealNote userId={user.id} />
          </>
        )}
        {decide.isError && <Refusal error={decide.error} />}
      </div>
      <footer className="moderation-queue-foot">
        {onPutBack && (
          <Button kind="ghost" onClick={onPutBack}>
            {t('moderation.queue.putBack')}
          </Button>
        )}
        <SendButton action={action} until={until} isWhole={isWhole} isBusy={decide.isPending} />
      </footer>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('moderation.decision.doClose')}
        text={t('moderation.decision.closeQuestion', {
          name: person?.name ?? t('moderation.queue.somebody'),
        })}
        confirmLabel={t('moderation.decision.doClose')}
        onConfirm={send}
        busy={decide.isPending}
        destructive
      />
    </form>
  );
}

/** Why it was refused, where the server says so. */
function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const isJudged = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return <InlineError text={isJudged ? errorText(error) : t('moderation.decision.failed')} />;
}

interface ActionsProps {
  can: readonly DecisionAction[];
  chosen: DecisionAction | null;
  onChoose(action: DecisionAction): void;
}

function Actions({ can, chosen, onChoose }: ActionsProps) {
  const { t } = useTranslation();
  const name = useId();
  // Whoever may not close an account sees who may.
  const shown = decisionActions.filter((action) => can.includes(action) || action === 'close');
  return (
    <fieldset className="moderation-queue-acts">
      <legend className="unseen">{t('moderation.decision.which')}</legend>
      {shown.map((action) => {
        const isPossible = can.includes(action);
        // Of what one may do oneself it is not said who else may.
        const hint =
          action === 'close' && isPossible
            ? t('moderation.decision.doClose')
            : t(`moderation.decision.hints.${action}`);
        return (
          <label key={action} className={classNames(!isPossible && 'moderation-queue-act-off')}>
            <input
              type="radio"
              name={name}
              value={action}
              checked={chosen === action}
              disabled={!isPossible}
              onChange={() => onChoose(action)}
            />
            <Icon name={actionLooks[action].icon} />
            <span className="b">{t(`moderation.decision.actions.${action}`)}</span>
            <span className="xs12 t3">{hint}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface SendButtonProps {
  action: DecisionAction | null;
  until: Until | null;
  isWhole: boolean;
  isBusy: boolean;
}

function SendButton({ action, until, isWhole, isBusy }: SendButtonProps) {
  const { t } = useTranslation();
  const dates = useDates();
  const label = () => {
    if (action === null) return t('moderation.decision.title');
    if (action === 'close') return t('moderation.decision.doClose');
    if ((action !== 'suspend' && action !== 'limit') || until === null || until === noEnd) {
      return t(`moderation.decision.actions.${action}`);
    }
    const date = dates.short(untilInstant(until, currentTime()) ?? '');
    return t(action === 'suspend' ? 'moderation.decision.doSuspend' : 'moderation.decision.doLimit', {
      date,
    });
  };
  const isGrave = action !== null && actionLooks[action].tone === 'red';
  return (
    <Button kind={isGrave ? 'danger' : 'primary'} type="submit" disabled={!isWhole} busy={isBusy}>
      {label()}
    </Button>
  );
}
