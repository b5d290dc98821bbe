import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { AppealCard } from './AppealCard.tsx';
import { useAppeals } from './decisions.api.ts';
import { Loading } from './Loading.tsx';

type State = 'open' | 'resolved';

export function AppealList({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<State>('open');
  return (
    <div className="moderation-queue-column">
      <div className="moderation-queue-choice">
        <Segmented<State>
          label={t('moderation.appeals.which')}
          value={state}
          onChange={setState}
          options={[
            { value: 'open', label: t('moderation.queue.tabs.waiting') },
            { value: 'resolved', label: t('moderation.appeals.answered') },
          ]}
        />
      </div>
      <Appeals key={state} state={state} userId={userId} />
    </div>
  );
}

function Appeals({ state, userId }: { state: State; userId: string }) {
  const { t } = useTranslation();
  const list = useAppeals(state);
  const { data, isPending, refetch } = list;
  if (isPending) return <Loading />;
  if (!data) return <InlineError text={t('moderation.appeals.loadFailed')} onRetry={() => void refetch()} />;
  const appealed = data.pages.flatMap((page) => page.appealed);
  if (appealed.length === 0) return <EmptyState drawing="talk" title={t('moderation.appeals.none')} />;
  return (
    <>
      {appealed.map((one) => (
        <AppealCard key={one.decision.id} appealed={one} userId={userId} />
      ))}
      <LoadMore
        onPage
        list={list}
        label={t('moderation.queue.more')}
        failed={t('moderation.appeals.loadFailed')}
        className="moderation-more"
      />
    </>
  );
}
