import type { User } from '@dazi/contract/identity/identity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AccountDeletion } from '#features/identity/AccountDeletion.tsx';
import { AccountDownload } from '#features/identity/AccountDownload.tsx';
import { KeepSwitch } from '#features/identity/KeepSwitch.tsx';
import { Button } from '#ui/Button.tsx';
import './identity-account.css';

interface AccountSettingsProps {
  user: User;
  /** What was clicked stands on a page of its own. */
  onLeave(): void;
}

/** What one can do with the whole account: stay in it, see where one is, take it along, or delete it. */
export function AccountSettings({ user, onLeave }: AccountSettingsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const pages = [
    {
      path: '/settings/devices',
      title: t('identity.devices.title'),
      text: t('identity.devices.note'),
      label: t('identity.devices.showAll'),
    },
    {
      path: '/settings/invitations',
      title: t('identity.invitations.title'),
      text: t('identity.invitations.text'),
      label: t('identity.invitations.show'),
    },
    {
      path: '/settings/plans',
      title: t('plans.settings.title'),
      text: t('plans.settings.reminders'),
      label: `${t('identity.devices.show')}: ${t('plans.settings.title')}`,
    },
  ];
  return (
    <section aria-label={t('account.title')}>
      <div className="label">{t('account.title')}</div>
      <div className="identity-account-rows">
        <div className="identity-account-keep">
          <KeepSwitch user={user} />
        </div>
        {pages.map(({ path, title, text, label }) => (
          <div key={path} className="identity-account-row">
            <div className="grow">
              <div className="b">{title}</div>
              <p className="sm t2">{text}</p>
            </div>
            <Button
              aria-label={label}
              onClick={() => {
                navigate(path);
                onLeave();
              }}
            >
              {t('identity.devices.show')}
            </Button>
          </div>
        ))}
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
