import { useTranslation } from 'react-i18next';
import { Page } from '#app/shell/Page.tsx';
import { useModerationCounts } from '#features/moderation/counts.api.ts';
import { MonthCounts } from '#features/moderation/MonthCounts.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import '#features/moderation/moderation-counts.css';

export function TransparencyPage() {
  const { t } = useTranslation();
  const { data: months, isPending, refetch } = useModerationCounts();
  return (
    <Page title={t('transparency.title')} back={{ label: t('app.backToMap'), to: '/' }}>
      <p className="t2">{t('transparency.text')}</p>
      {isPending && <Spinner />}
      {!isPending && !months && (
        <InlineError text={t('transparency.loadFailed')} onRetry={() => void refetch()} />
      )}
      {months?.length === 0 && (
        <div className="card">
          <EmptyState drawing="nearby" title={t('transparency.noMonth')} />
        </div>
      )}
      <div className="moderation-counts">
        {months?.map((counted) => (
          <MonthCounts key={counted.month} counted={counted} />
        ))}
      </div>
    </Page>
  );
}
