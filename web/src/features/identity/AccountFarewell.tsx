import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLongDate } from '#features/identity/account-date.ts';
import { keepFarewell } from '#features/identity/session-facts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

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
