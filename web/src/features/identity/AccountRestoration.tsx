import type { LeftAccount } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useRestoreAccount } from '#features/identity/account.api.ts';
import { useLongDate } from '#features/identity/account-date.ts';
import { useSignOut } from '#features/identity/identity.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { showToast } from '#ui/toast-store.ts';

/** Somebody signed in to an account they had deleted: back, or out again. */
export function AccountRestoration({ left }: { left: LeftAccount }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const date = useLongDate();
  const restore = useRestoreAccount();
  const signOut = useSignOut();
  // Awaited: the question is gone when it is answered, and callbacks of `mutate` with it.
  const back = () =>
    restore.mutateAsync().then(
      () => showToast({ type: 'success', message: t('account.restore.done') }),
      // Said in the dialog, which stays.
      () => {},
    );
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
          <Button kind="primary" busy={restore.isPending} onClick={back}>
            {t('account.restore.action')}
          </Button>
        </>
      }
    >
      {restore.isError && <InlineError text={failureText(t('account.restore.failed'), restore.error)} />}
    </Dialog>
  );
}
