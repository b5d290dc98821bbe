import type { User } from '@dazi/contract/identity/identity';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#features/administration/administration.api.ts';
import { ReasonField } from '#features/moderation/ReasonField.tsx';
import { RuleField, RuleWords } from '#features/moderation/RuleField.tsx';
import { UntilField } from '#features/moderation/UntilField.tsx';
import { type Until, untilWith } from '#features/moderation/until.ts';
import { useBackCloses } from '#platform/history.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Note } from '#ui/Note.tsx';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { type ManyAction, manyActions, useManyDecisions } from './use-many-decisions.ts';

const usual_days = 7;

interface ManyDecisionsProps {
  user: User;
  people: readonly Account[];
  /** Hears about whom something was decided. */
  onClose(decided: readonly Account[]): void;
}

export function ManyDecisions({ user, people, onClose }: ManyDecisionsProps) {
  const { t } = useTranslation();
  const id = useId();
  const [action, setAction] = useState<ManyAction>('suspend');
  const [rule, setRule] = useState<number | null>(null);
  const [until, setUntil] = useState<Until>(usual_days);
  const [reason, setReason] = useState('');
  const [removes, setRemoves] = useState(true);
  const wasReported = people.some(({ openReports }) => openReports > 0);
  const { run, state } = useManyDecisions(user);
  const chooseAction = (next: ManyAction) => {
    setAction(next);
    setUntil(untilWith(next, until, usual_days));
  };
  const isWhole = rule !== null && reason.trim() !== '';
  const isBusy = state.kind === 'busy';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole || isBusy) return;
    const end = action === 'close' ? null : until;
    const remove = wasReported && removes;
    void run(people, { action, rule, reason: reason.trim(), until: end, remove }).then(
      ({ decided, refused }) => refused.length === 0 && onClose(decided),
    );
  };
  const close = () => onClose(state.decided);
  useBackCloses('deciding', true, () => !isBusy && close());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && close()}
      title={t('administration.people.decide', { count: people.length })}
      width="s"
      footer={
        <>
          <Button kind="ghost" disabled={isBusy} onClick={close}>
            {t('ui.cancel')}
          </Button>
          <Button kind="danger" type="submit" form={id} disabled={!isWhole} busy={isBusy}>
            {t(`moderation.decision.actions.${action}`)}
          </Button>
        </>
      }
    >
      <form id={id} className="administration-form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={`${id}-action`}>{t('moderation.decision.title')}</label>
          <Select
            id={`${id}-action`}
            value={action}
            onChange={(event) => chooseAction(event.target.value as ManyAction)}
          >
            {manyActions.map((one) => (
              <option key={one} value={one}>
                {t(`moderation.decision.actions.${one}`)}
              </option>
            ))}
          </Select>
        </div>
        {action !== 'close' && <UntilField action={action} value={until} onChange={setUntil} />}
        <RuleField value={rule} hintId={`${id}-rule`} onChange={setRule} />
        <RuleWords id={`${id}-rule`} rule={rule} />
        <ReasonField label={t('moderation.decision.reason')} rows={3} value={reason} onChange={setReason} />
        {wasReported && (
          <Switch label={t('moderation.decision.removeToo')} checked={removes} onChange={setRemoves} />
        )}
        <div role="status">
          {isBusy && t('administration.people.progress', { done: state.decided.length, all: people.length })}
          {state.kind === 'done' && state.refused.length > 0 && (
            <Note kind="err" icon="error">
              {t('administration.people.refused', {
                names: state.refused.map(({ account, text }) => `${account.name} (${text})`).join(', '),
              })}
            </Note>
          )}
        </div>
      </form>
    </Dialog>
  );
}
