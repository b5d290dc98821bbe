import type { MiniAppParticipation } from '@dazi/contract/mini-app-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNextPage } from '#platform/next-page.ts';
import { Button } from '#ui/Button.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useParticipations } from './mini-apps.api.ts';

interface ParticipationListProps {
  miniAppId: string;
  /** `more` brings further ones where there are some. */
  children(participations: readonly MiniAppParticipation[], more: ReactNode): ReactNode;
}

/** What needs to know everybody who took part, and what it says when that does not come. */
export function ParticipationList({ miniAppId, children }: ParticipationListProps) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useParticipations(miniAppId);
  if (data) {
    const more = hasNextPage && (
      <Button size="s" busy={isFetchingNextPage} onClick={() => void loadNextPage({ data, fetchNextPage })}>
        {t('miniApps.card.loadMore')}
      </Button>
    );
    return children(data, more);
  }
  if (isError && !isFetching) {
    return (
      <div role="alert">
        <Note kind="err" icon="error" action={{ label: t('miniApps.card.retry'), run: () => void refetch() }}>
          {t('miniApps.card.participationFailed')}
        </Note>
      </div>
    );
  }
  return (
    <div role="status" aria-busy="true" aria-label={t('miniApps.card.loading')}>
      <Skeleton width="60%" />
    </div>
  );
}
