import type { User } from '@dazi/contract/identity/identity';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { AppHeader } from '#app/shell/AppHeader.tsx';
import { usePageTitle } from '#app/shell/use-page-title.ts';
import { useSession, useSessionFacts } from '#features/identity/identity.api.ts';
import { AppealList } from '#features/moderation/AppealList.tsx';
import { LogList } from '#features/moderation/LogList.tsx';
import { ModeratorList } from '#features/moderation/ModeratorList.tsx';
import { useWaiting } from '#features/moderation/moderation.api.ts';
import { Badge } from '#ui/Badge.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { Cases } from './Cases.tsx';
import { NotAllowed } from './NotAllowed.tsx';
import '#features/moderation/moderation.css';
import '#features/moderation/moderation-queue.css';

const tabs = ['waiting', 'appeals', 'settled', 'log', 'moderators'] as const;
type Tab = (typeof tabs)[number];

const pathOf = (tab: Tab) => (tab === 'waiting' ? '/moderation' : `/moderation/${tab}`);

export function ModerationPage() {
  const { user } = useSession();
  const { moderator } = useSessionFacts();
  if (!user || !moderator) return <NotAllowed />;
  return <Moderation user={user} />;
}

function Moderation({ user }: { user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab: named } = useParams();
  const tab = tabs.find((one) => one === named) ?? 'waiting';
  const isCaseOpen = useSearchParams()[0].has('case');
  const waiting = useWaiting(true);
  const title = t('moderation.queue.title');
  usePageTitle(title);
  const counts: { readonly [Name in Tab]?: number } = waiting
    ? { waiting: waiting.hour + waiting.day + waiting.week, appeals: waiting.appeals }
    : {};
  const label = (one: Tab) =>
    one === 'moderators' ? t('moderation.office.moderators') : t(`moderation.queue.tabs.${one}`);
  const frame = (panel: ReactNode) => (
    <section className="moderation-queue-list">
      <div className="moderation-queue-title">
        <h1>{title}</h1>
      </div>
      <Tabs<Tab>
        label={title}
        tabs={tabs.map((one) => ({
          value: one,
          label: label(one),
          aside: <Badge count={counts[one] ?? 0} />,
        }))}
        value={tab}
        onChange={(next) => navigate(pathOf(next), { replace: true })}
      >
        {panel}
      </Tabs>
    </section>
  );
  const hasCases = tab === 'waiting' || tab === 'settled';
  return (
    <div className="moderation-queue" data-cases={hasCases} data-open={hasCases && isCaseOpen}>
      <AppHeader />
      <main id="content" className="moderation-queue-panes">
        {hasCases && (
          <Cases key={tab} user={user} state={tab === 'waiting' ? 'open' : 'resolved'} frame={frame} />
        )}
        {tab === 'appeals' && frame(<AppealList userId={user.id} />)}
        {tab === 'log' && frame(<LogList />)}
        {tab === 'moderators' && frame(<ModeratorList userId={user.id} />)}
      </main>
    </div>
  );
}
