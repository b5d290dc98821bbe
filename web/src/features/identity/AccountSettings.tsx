import type { User } from '@dazi/contract/identity/identity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountDeletion } from '#features/identity/AccountDeletion.tsx';
import { AccountDownload } from '#features/identity/AccountDownload.tsx';
import { Button } from '#ui/Button.tsx';
import './identity-account.css';

/** What one can do with the whole account: take it along, or delete it. */
export function AccountSettings({ user }: { user: User }) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  return (
    <section aria-label={t('account.title')}>
      <div className="label">{t('account.title')}</div>
      <div className="identity-account-rows">
        <AccountDownload />
        <div className="identity-account-row">
          <div className="grow">
            <div className="b">{t('account.deletion.title')}</div>
            <p className="sm t2">{t('account.deletion.text')}</p>
          </div>
          <Button
            kind="danger-quiet"
            icon="trash"
            aria-label={t('account.deletion.title')}
            onClick={() => setDeleting(true)}
          >
            {t('account.deletion.action')}
          </Button>
        </div>
      </div>
      <AccountDeletion user={user} open={deleting} onOpenChange={setDeleting} />
    </section>
  );
}
