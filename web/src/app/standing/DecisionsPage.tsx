import type { User } from '@dazi/contract/identity/identity';
import type { Decision } from '@dazi/contract/moderation/decisions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { Page } from '#app/shell/Page.tsx';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { useSession, useSessionFacts } from '#features/identity/identity.api.ts';
import { AppealBox } from '#features/moderation/AppealBox.tsx';
import { DecisionCard, DecisionHeading } from '#features/moderation/DecisionView.tsx';
import { useDates } from '#features/moderation/dates.ts';
import { actionLooks } from '#features/moderation/decision-looks.ts';
import { useOwnDecision, useOwnDecisions } from '#features/moderation/decisions.api.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { UserText } from '#ui/UserText.tsx';
import { RulesDialog } from './RulesDialog.tsx';
import '#features/moderation/moderation-standing.css';

export function DecisionsPage() {
  const { t } = useTranslation();
  const { decisionId } = useParams();
  const { status, user } = useSession();
  const title = t('standing.list.title');
  const back = decisionId
    ? { label: title, to: '/account/decisions' }
    : { label: t('app.backToMap'), to: '/' };
  return (
    <Page title={title} ownHeading={decisionId !== undefined && user !== null} back={back}>
      {status === 'loading' && <Spinner />}
      {status === 'signed-out' && <SignInFirst onPage title={t('errors.SIGN_IN_REQUIRED')} />}
      {user && (decisionId ? <OneDecision user={user} decisionId={decisionId} /> : <Decisions user={user} />)}
    </Page>
  );
}

function OneDecision({ user, decisionId }: { user: User; decisionId: string }) {
  const { t } = useTranslation();
  const { standing } = useSessionFacts();
  const { decision, isFailed, retry } = useOwnDecision(user.id, decisionId);
  const [isOpen, setOpen] = useState(false);
  if (isFailed) return <InlineError text={t('standing.list.loadFailed')} onRetry={retry} />;
  if (decision === undefined) return <Spinner />;
  if (decision === null) {
    return (
      <div className="card">
        <EmptyState drawing="talk" title={t('errors.DECISION_NOT_FOUND')} />
      </div>
    );
  }
  return (
    <div className="moderation-standing">
      <DecisionHeading decision={decision} standing={standing} />
      <DecisionCard decision={decision} />
      <AppealBox key={decision.id} decision={decision} user={user} />
      <div className="moderation-standing-links">
        <Button kind="text" size="s" onClick={() => setOpen(true)}>
          {t('standing.rules')}
        </Button>
      </div>
      <RulesDialog open={isOpen} onOpenChange={setOpen} />
    </div>
  );
}

function Decisions({ user }: { user: User }) {
  const { t } = useTranslation();
  const list = useOwnDecisions(user.id);
  const { data, isPending, refetch } = list;
  if (isPending) return <Spinner />;
  if (!data) return <InlineError text={t('standing.list.loadFailed')} onRetry={() => void refetch()} />;
  const decisions = data.pages.flatMap((page) => page.decisions);
  if (decisions.length === 0) {
    return (
      <div className="card">
        <EmptyState drawing="talk" title={t('standing.list.none')} />
      </div>
    );
  }
  return (
    <>
      <ul className="card moderation-standing-list">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <Row decision={decision} />
          </li>
        ))}
      </ul>
      <LoadMore
        onPage
        list={list}
        label={t('standing.list.more')}
        failed={t('standing.list.loadFailed')}
        className="moderation-more"
      />
    </>
  );
}

const ticOf = { red: 'err', yellow: 'warn', '': 'ok' } as const;

function Row({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  const dates = useDates();
  const { id, action, until, createdAt, number, reason, appeal } = decision;
  const { icon, tone } = actionLooks[action];
  const title = t(`moderation.decision.was.${action}`);
  return (
    <Link className="moderation-standing-row" to={`/account/decisions/${id}`}>
      <span className={`tic ${ticOf[tone]}`}>
        <Icon name={icon} size="s" />
      </span>
      <span className="grow">
        <span className="b">
          {until ? `${title}, ${t('standing.until', { date: dates.moment(until) })}` : title}
        </span>
        {reason && (
          <UserText as="div" className="sm t2 clamp2">
            {reason}
          </UserText>
        )}
        <span className="sm t3 num">{t('standing.decided', { date: dates.day(createdAt), n: number })}</span>
        {appeal && (
          <span className="sm t3">
            <br />
            {appeal.state === 'open'
              ? t('standing.appeal.open', { date: dates.day(appeal.madeAt) })
              : t(`standing.appeal.${appeal.state}`)}
          </span>
        )}
      </span>
    </Link>
  );
}
