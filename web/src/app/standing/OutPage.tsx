import type { User } from '@dazi/contract/identity/identity';
import type { Standing } from '@dazi/contract/identity/standing';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useMatch } from 'react-router';
import { usePageTitle } from '#app/shell/use-page-title.ts';
import { AccountDeletion } from '#features/identity/AccountDeletion.tsx';
import { AccountDownload } from '#features/identity/AccountDownload.tsx';
import { startDownload, useDownload } from '#features/identity/account-download.ts';
import { useSignOut } from '#features/identity/identity.api.ts';
import { AppealBox } from '#features/moderation/AppealBox.tsx';
import { DecisionCard, DecisionHeading } from '#features/moderation/DecisionView.tsx';
import { useOwnDecision, useOwnDecisions } from '#features/moderation/decisions.api.ts';
import { Button } from '#ui/Button.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Logo } from '#ui/Logo.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { showToast } from '#ui/toast-store.ts';
import { RulesDialog } from './RulesDialog.tsx';
import '#features/identity/identity-account.css';
import '#features/moderation/moderation-standing.css';

interface OutPageProps {
  user: User;
  standing: Standing;
}

/** All that somebody suspended, or whose account was closed, is shown: why, and what they can still do. */
export function OutPage({ user, standing }: OutPageProps) {
  const { t } = useTranslation();
  const named = useMatch('/account/decisions/:decisionId')?.params.decisionId;
  const asked = named ?? standing.decisionId;
  const known = useOwnDecision(user.id, asked, true);
  const own = useOwnDecision(user.id, standing.decisionId, true);
  // An address of something else shows what stands.
  const decision = known.decision ?? own.decision;
  const title = t(standing.kind === 'closed' ? 'standing.closed.title' : 'standing.suspended.title');
  usePageTitle(title);
  return (
    <OutFrame>
      {decision ? (
        <>
          <DecisionHeading decision={decision} standing={standing} />
          <DecisionCard decision={decision} />
          <AppealBox key={decision.id} decision={decision} user={user} />
        </>
      ) : (
        <>
          <h1>{title}</h1>
          {own.isFailed ? (
            <InlineError text={t('standing.list.loadFailed')} onRetry={own.retry} />
          ) : (
            decision === undefined && <Spinner />
          )}
        </>
      )}
      <OtherDecisions user={user} shownId={decision?.id ?? null} />
      <StillPossible user={user} />
    </OutFrame>
  );
}

function OutFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <div className="moderation-standing-out">
      <header className="shell-header shell-header-flat" data-top-bar>
        <Link className="shell-wordmark" to="/">
          <Logo size={28} />
          Dazi
          <small lang="zh-Hans">搭子</small>
        </Link>
        <span className="grow" />
        <Button
          kind="ghost"
          size="s"
          icon="sign-out"
          busy={signOut.isPending || signOut.isSuccess}
          onClick={() => signOut.mutate()}
        >
          {t('identity.signOut')}
        </Button>
      </header>
      <main id="content">
        <div className="moderation-standing">{children}</div>
      </main>
    </div>
  );
}

function OtherDecisions({ user, shownId }: { user: User; shownId: string | null }) {
  const { t } = useTranslation();
  const { data } = useOwnDecisions(user.id, true);
  const others = data?.pages.flatMap((page) => page.decisions).filter(({ id }) => id !== shownId) ?? [];
  if (others.length === 0) return null;
  return (
    <nav className="moderation-standing-links" aria-label={t('standing.list.title')}>
      {others.slice(0, 5).map(({ id, action, number }) => (
        <Link key={id} className="sm" to={`/account/decisions/${id}`}>
          {`${t(`moderation.decision.was.${action}`)} · ${t('moderation.log.number', { n: number })}`}
        </Link>
      ))}
    </nav>
  );
}

function StillPossible({ user }: { user: User }) {
  const { t } = useTranslation();
  const download = useDownload();
  const [open, setOpen] = useState<'rules' | 'deletion' | null>(null);
  const fetchData = () =>
    void startDownload(() => showToast({ type: 'success', message: t('account.download.done') }));
  const opening = (which: typeof open) => ({
    open: open === which,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? which : null),
  });
  return (
    <>
      <div className="moderation-standing-links">
        <Button kind="text" size="s" onClick={fetchData}>
          {t('account.download.title')}
        </Button>
        <Button kind="text" size="s" onClick={() => setOpen('rules')}>
          {t('standing.rules')}
        </Button>
        <Button kind="danger-quiet" size="s" onClick={() => setOpen('deletion')}>
          {t('account.deletion.title')}
        </Button>
      </div>
      {download.state !== 'idle' && (
        <section className="card">
          <AccountDownload />
        </section>
      )}
      <RulesDialog {...opening('rules')} />
      <AccountDeletion user={user} {...opening('deletion')} />
    </>
  );
}
