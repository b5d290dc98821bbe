import type { LeftAccount } from '@dazi/contract/identity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestoreAccount } from '#features/identity/account.api.ts';
import { useSignOut } from '#features/identity/identity.api.ts';
import { keepFarewell } from '#features/identity/session-facts.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { showToast } from '#ui/toast-store.ts';

function useLongDate(): (instant: string) => string {
  const language = useLanguage();
  return (instant) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(instant));
}

/** Somebody signed in to an account they had deleted: back, or out again. */
export function AccountRestoration({ left }: { left: LeftAccount }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const date = useLongDate();
  const restore = useRestoreAccount();
  const signOut = useSignOut();
  const done = () => showToast({ type: 'success', message: t('account.restore.done') });
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      closable={false}
      width="s"
      title={t('account.restore.title')}
      description={t('account.restore.text', {
        name: left.name,
        left: date(left.leftAt),
        date: date(left.restorableUntil),
      })}
      footer={
        <>
          <Button kind="ghost" busy={signOut.isPending} onClick={() => signOut.mutate()}>
            {t('identity.signOut')}
          </Button>
          <Button
            kind="primary"
            busy={restore.isPending}
            onClick={() => restore.mutate(undefined, { onSuccess: done })}
          >
            {t('account.restore.action')}
          </Button>
        </>
      }
    >
      {restore.isError && <InlineError text={`${t('account.restore.failed')} ${errorText(restore.error)}`} />}
    </Dialog>
  );
}

/** The last word after an account was deleted. */
export function AccountFarewell({ restorableUntil }: { restorableUntil: string }) {
  const { t } = useTranslation();
  const date = useLongDate();
  const [open, setOpen] = useState(true);
  const close = () => {
    keepFarewell(null);
    setOpen(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      width="s"
      title={t('account.farewell.title')}
      description={t('account.farewell.text', { date: date(restorableUntil) })}
      footer={
        <Button kind="primary" onClick={close}>
          {t('account.farewell.close')}
        </Button>
      }
    />
  );
}
