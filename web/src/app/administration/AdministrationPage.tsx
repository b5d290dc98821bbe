import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { NotFoundPage } from '#app/shell/NotFoundPage.tsx';
import { Page } from '#app/shell/Page.tsx';
import { useSession, useSessionFacts } from '#features/identity/identity.api.ts';
import { BlockedSignIns } from '#features/moderation/BlockedSignIns.tsx';
import { LogList } from '#features/moderation/LogList.tsx';
import { ModeratorList } from '#features/moderation/ModeratorList.tsx';
import { RegistrationSettings } from '#features/moderation/RegistrationSettings.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { AccountList } from './AccountList.tsx';
import { Overview } from './Overview.tsx';
import { ServerView } from './ServerView.tsx';
import { SettingList } from './SettingList.tsx';
import './administration.css';
import '#features/moderation/moderation.css';
import '#features/moderation/moderation-queue.css';

const tabs = ['overview', 'people', 'moderators', 'office', 'log', 'server', 'settings'] as const;
type Tab = (typeof tabs)[number];

/** /admin and its tabs. To everybody but administrators it is a page that is not there. */
export function AdministrationPage() {
  const { user } = useSession();
  const { administrator } = useSessionFacts();
  if (!user || !administrator) return <NotFoundPage />;
  return <Administration user={user} />;
}

function Administration({ user }: { user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab: named } = useParams();
  const tab = tabs.find((one) => one === named) ?? 'overview';
  const label = (one: Tab) =>
    one === 'moderators' ? t('moderation.office.moderators') : t(`administration.tabs.${one}`);
  return (
    <Page title={t('administration.title')} back={{ label: t('app.backToMap'), to: '/' }}>
      <div className="administration">
        <Tabs<Tab>
          label={t('administration.title')}
          tabs={tabs.map((value) => ({ value, label: label(value) }))}
          value={tab}
          onChange={(next) => navigate(next === 'overview' ? '/admin' : `/admin/${next}`, { replace: true })}
        >
          {tab === 'overview' && <Overview />}
          {tab === 'people' && <AccountList user={user} />}
          {tab === 'moderators' && <ModeratorList userId={user.id} />}
          {tab === 'office' && (
            <div className="moderation-queue-column">
              <RegistrationSettings />
              <BlockedSignIns />
            </div>
          )}
          {tab === 'log' && <LogList />}
          {tab === 'server' && <ServerView />}
          {tab === 'settings' && <SettingList />}
        </Tabs>
      </div>
    </Page>
  );
}
