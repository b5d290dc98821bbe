import type { User } from '@dazi/contract/identity/identity';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveAccount } from '#features/identity/account.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useBackCloses } from '#platform/history.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';

interface AccountDeletionProps {
  user: User;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** As people type it, whatever their keyboard makes of letters. */
const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Says what happens when, and asks for a typed word: this is done once, and not by mistake. */
export function AccountDeletion({ user, open, onOpenChange }: AccountDeletionProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const remove = useRemoveAccount(user);
  const form = useId();
  const [typed, setTyped] = useState('');
  const { reset } = remove;
  useEffect(() => {
    if (!open) return;
    setTyped('');
    reset();
  }, [open, reset]);
  const word = t('account.deletion.word');
  const isMeant = plain(typed) === plain(word);
  const isLeaving = remove.isPending || remove.isSuccess;
  useBackCloses('account-deletion', open, () => !isLeaving && onOpenChange(false));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isMeant && !isLeaving) remove.mutate();
  };
  const steps: [IconName, string][] = [
    ['lock', t('account.deletion.atOnce')],
    ['clock', t('account.deletion.until')],
    ['trash', t('account.deletion.afterwards')],
  ];

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isLeaving && onOpenChange(next)}
      title={t('account.deletion.question')}
      width="s"
      className="identity-account-deletion"
      footer={
        <>
          <Button kind="ghost" disabled={isLeaving} onClick={() => onOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button kind="danger" type="submit" form={form} disabled={!isMeant} busy={isLeaving}>
            {t('account.deletion.title')}
          </Button>
        </>
      }
    >
      <ul className="identity-account-steps">
        {steps.map(([icon, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <form id={form} onSubmit={submit}>
        <Field
          label={t('account.deletion.confirm', { word })}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      {remove.isError && <InlineError text={failureText(t('account.deletion.failed'), remove.error)} />}
    </Dialog>
  );
}
