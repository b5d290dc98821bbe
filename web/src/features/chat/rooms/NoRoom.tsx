import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';
import { EmptyState } from '#ui/EmptyState.tsx';

/** An answer that says there is no such room, or none any more: asking again does not help. */
export const isNoRoom = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Stands where a room would; `wasShown` of one that went while somebody looked at it. */
export function NoRoom({ wasShown, children }: { wasShown: boolean; children?: ReactNode }) {
  const { t } = useTranslation();
  if (!wasShown) {
    return (
      <EmptyState drawing="talk" title={t('rooms.detail.notNearby')} text={t('moderation.notThere')}>
        {children}
      </EmptyState>
    );
  }
  return (
    <div role="alert">
      <EmptyState drawing="talk" title={t('rooms.detail.gone')} text={t('moderation.notThere')}>
        {children}
      </EmptyState>
    </div>
  );
}
