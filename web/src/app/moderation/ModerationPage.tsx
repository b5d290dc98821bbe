import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Page } from '#app/shell/Page.tsx';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { useSession, useSessionFacts } from '#features/identity/identity.api.ts';
import { useReports } from '#features/moderation/moderation.api.ts';
import { ReportedCard } from '#features/moderation/ReportedCard.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import '#features/moderation/moderation.css';

/** What was reported, for administrators. */
export function ModerationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { status } = useSession();
  const { administrator } = useSessionFacts();
  const [state, setState] = useState<'open' | 'resolved'>('open');
  return (
    <Page title={t('moderation.queue.title')} back={{ label: t('app.backToMap'), to: '/' }}>
      {status === 'signed-out' && <SignInFirst onPage title={t('moderation.queue.notAllowed')} />}
      {status === 'signed-in' && !administrator && (
        <div className="card">
          <EmptyState drawing="lock" title={t('moderation.queue.notAllowed')}>
            <Button kind="primary" onClick={() => navigate('/')}>
              {t('app.goToHome')}
            </Button>
          </EmptyState>
        </div>
      )}
      {administrator && (
        <>
          <div className="moderation-head">
            <Segmented
              label={t('moderation.queue.state')}
              value={state}
              onChange={(value) => setState(value as 'open' | 'resolved')}
              options={(['open', 'resolved'] as const).map((value) => ({
                value,
                label: t(`moderation.queue.${value}`),
              }))}
            />
          </div>
          <Queue key={state} state={state} />
        </>
      )}
    </Page>
  );
}

function Queue({ state }: { state: 'open' | 'resolved' }) {
  const { t } = useTranslation();
  const list = useReports(state);
  const { data, isPending, isError, refetch } = list;
  if (isPending) return <Spinner />;
  if (isError && !data) {
    return <InlineError text={t('moderation.queue.loadFailed')} onRetry={() => void refetch()} />;
  }
  const reported = data.pages.flatMap((page) => page.reported);
  if (reported.length === 0) {
    return (
      <div className="card">
        <EmptyState drawing="talk" title={t('moderation.queue.none')} text={t('moderation.queue.noneText')} />
      </div>
    );
  }
  return (
    <>
      <div className="moderation-list">
        {reported.map((entry) => (
          <ReportedCard key={`${entry.targetType} ${entry.targetId}`} reported={entry} />
        ))}
      </div>
      <LoadMore
        onPage
        list={list}
        label={t('posts.loadMore')}
        failed={t('moderation.queue.loadFailed')}
        className="moderation-more"
      />
    </>
  );
}
