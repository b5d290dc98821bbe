import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useOpenGovernance } from '#app/governance/use-governance.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { SignInButton } from '#features/identity/SignInButton.tsx';
import { wasJustSignedIn } from '#features/identity/sign-in.ts';
import { UserMenu } from '#features/identity/UserMenu.tsx';
import { useRequireSignIn } from '#features/identity/use-require-sign-in.ts';
import { useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { Badge, cappedCount } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Logo } from '#ui/Logo.tsx';
import { PicturesAgain } from '#ui/PicturesAgain.tsx';
import { useUnread, useWaitingCases, useWaitingMotions } from './unread-count.ts';
import { useMenuEntries } from './use-menu-entries.ts';
import { useStartRoom } from './use-start-room.ts';
import { useSuccessMoment } from './use-success-moment.ts';

interface AppHeaderProps {
  /** Over the map; flat on pages. */
  floating?: boolean;
}

export function AppHeader({ floating = false }: AppHeaderProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const { profile } = useOwnProfile();
  const requireSignIn = useRequireSignIn();
  const entries = useMenuEntries(floating);
  const startRoom = useStartRoom(floating);
  const motions = useWaitingMotions();
  const motionsLabel = t('app.motionsWaiting', {
    count: motions,
    replace: { count: cappedCount(motions, 9) },
  });
  const openGovernance = useOpenGovernance('rules');
  const [justSignedIn] = useState(wasJustSignedIn);
  const successShows = useSuccessMoment(justSignedIn && session.status === 'signed-in');

  const unread = useUnread();
  const cases = useWaitingCases();
  const openMessages = () => {
    if (requireSignIn(t('errors.SIGN_IN_REQUIRED'))) navigate('/messages');
  };
  const unreadLabel = t('ui.unread', { count: unread, replace: { count: cappedCount(unread, 9) } });

  const post = () => {
    if (!requireSignIn(t('errors.POST_SIGN_IN_REQUIRED'))) return;
    // The map page opens the composer; where the map stands stays in the address.
    const search = floating ? window.location.search : '';
    navigate({ pathname: '/', search }, { state: { compose: true }, replace: floating });
  };

  return (
    <header
      className={classNames('shell-header', floating ? 'shell-header-float' : 'shell-header-flat')}
      data-top-bar
    >
      <Link className="shell-wordmark" to="/">
        <Logo size={28} />
        Dazi
        <small lang="zh-Hans">搭子</small>
      </Link>
      <span className="grow" />
      <IconButton
        icon="governance"
        label={motions > 0 ? `${t('app.governance')}, ${motionsLabel}` : t('app.governance')}
        onClick={openGovernance}
      >
        <Badge count={motions} cap={9} />
      </IconButton>
      <IconButton
        icon="message"
        label={unread > 0 ? `${t('app.messages')}, ${unreadLabel}` : t('app.messages')}
        onClick={openMessages}
      >
        <Badge count={unread} cap={9} />
      </IconButton>
      <Button kind="ghost" icon="people-plus" className="shell-icon-on-tablet" onClick={startRoom}>
        <span>{t('app.createGroup')}</span>
      </Button>
      <Button
        kind="primary"
        icon="plus"
        className={floating ? 'shell-post' : 'shell-icon-on-phone'}
        onClick={post}
      >
        <span>{t('app.post')}</span>
      </Button>
      {(session.status === 'signed-out' || successShows) && <SignInButton />}
      {session.status === 'signed-in' && !successShows && (
        <UserMenu
          user={session.user}
          displayName={profile?.displayName ?? session.user.name}
          entries={entries}
          unread={unread}
          waiting={{
            count: cases,
            label: t('moderation.queue.waiting', { count: cases, replace: { count: cappedCount(cases, 9) } }),
          }}
        />
      )}
      {session.status === 'loading' && <span className="shell-header-waiting" />}
      <PicturesAgain />
    </header>
  );
}
