import type { User } from '@dazi/contract/identity/identity';
import type { OwnReport } from '@dazi/contract/moderation/moderation';
import { useTranslation } from 'react-i18next';
import { Page } from '#app/shell/Page.tsx';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { useDates } from '#features/moderation/dates.ts';
import { useOwnReports } from '#features/moderation/moderation.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { UserText } from '#ui/UserText.tsx';
import '#features/moderation/moderation-standing.css';

export function OwnReportsPage() {
  const { t } = useTranslation();
  const { status, user } = useSession();
  return (
    <Page title={t('moderation.own.title')} back={{ label: t('app.backToMap'), to: '/' }}>
      {status === 'loading' && <Spinner />}
      {status === 'signed-out' && <SignInFirst onPage title={t('errors.SIGN_IN_REQUIRED')} />}
      {user && <OwnReports user={user} />}
    </Page>
  );
}

function OwnReports({ user }: { user: User }) {
  const { t } = useTranslation();
  const list = useOwnReports(user.id);
  const { data, isPending, refetch } = list;
  if (isPending) return <Spinner />;
  if (!data) return <InlineError text={t('moderation.own.loadFailed')} onRetry={() => void refetch()} />;
  const reports = data.pages.flatMap((page) => page.reports);
  if (reports.length === 0) {
    return (
      <div className="card">
        <EmptyState drawing="talk" title={t('moderation.own.none')} />
      </div>
    );
  }
  return (
    <>
      <ul className="card moderation-standing-list">
        {reports.map((report) => (
          <Row key={report.id} report={report} />
        ))}
      </ul>
      <LoadMore
        onPage
        list={list}
        label={t('moderation.own.more')}
        failed={t('moderation.own.loadFailed')}
        className="moderation-more"
      />
    </>
  );
}

const toneOf = { open: 'info', upheld: 'ok', dismissed: 'warn' } as const;

function Row({ report }: { report: OwnReport }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dates = useDates();
  const { targetType, reason, createdAt, state, decidedAt, rule } = report;
  const outcome = () => {
    if (state !== 'upheld') return t(`moderation.own.${state}`);
    // With the account of whom it was about goes the decision, and its rule.
    return rule ? t('moderation.own.upheld', { n: rule.number }) : t('transparency.upheld');
  };
  return (
    <li className="moderation-standing-row">
      <span className={`tic ${toneOf[state]}`}>
        <Icon name="flag" size="s" />
      </span>
      <div className="grow">
        <div className="b">
          {t(`moderation.queue.kinds.${targetType}`)}
          {' · '}
          {t(`moderation.reasons.${reason}`)}
        </div>
        <p className="sm">{outcome()}</p>
        {rule && (
          <UserText as="p" className="sm t2">
            {rule[language]}
          </UserText>
        )}
        <p className="sm t3 num">
          <time dateTime={createdAt}>{dates.moment(createdAt)}</time>
          {decidedAt && (
            <>
              {' → '}
              <time dateTime={decidedAt}>{dates.moment(decidedAt)}</time>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
