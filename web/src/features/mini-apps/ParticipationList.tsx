import type { MiniAppParticipation } from '@dazi/contract/mini-apps/mini-app-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadMore } from '#ui/LoadMore.tsx';
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
  const list = useParticipations(miniAppId);
  const { data, isError, isFetching, refetch } = list;
  if (data) {
    return children(
      data,
      <LoadMore
        size="s"
        list={list}
        label={t('miniApps.card.loadMore')}
        failed={t('miniApps.card.participationFailed')}
      />,
    );
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
