import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LanguageChoice } from '#app/LanguageChoice.tsx';
import { PolicyPanel, type PolicyPart } from '#app/PolicyPanel.tsx';
import { useOpenGovernance } from '#app/use-governance.tsx';
import { useMotto } from '#app/use-motto.ts';
import { WelcomePreview } from '#app/WelcomePreview.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { SignInButton } from '#features/identity/SignInButton.tsx';
import { useSignInError } from '#features/identity/use-sign-in-error.ts';
import { readStored, stored } from '#platform/storage.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Logo } from '#ui/Logo.tsx';

let entered = false;

/** For people who are not signed in: what this is for, once a visit. It does not lie over a shared post or room. */
export function WelcomeOverlay() {
  const { status } = useSession();
  const { pathname } = useLocation();
  const [closed, setClosed] = useState(entered || /^\/(post|chat-rooms)\//.test(pathname));
  if (closed) return null;
  if (status === 'loading' && readStored(stored.user) === null) return <WelcomeWaiting />;
  if (status !== 'signed-out') return null;
  return (
    <Welcome
      onEnter={() => {
        entered = true;
        setClosed(true);
      }}
    />
  );
}

/** The words of index.html stay where they are until it is known who is there. */
function WelcomeWaiting() {
  const { t } = useTranslation();
  return (
    <div className="welcome first-paint">
      <section className="welcome-card">
        <div className="welcome-text">
          <Brand />
          <h1 className="motto">{t('app.welcome.headline')}</h1>
          <p className="welcome-lead t2">{t('app.welcome.text')}</p>
        </div>
        <div className="welcome-preview" />
      </section>
    </div>
  );
}

function Brand() {
  return (
    <div className="welcome-brand">
      <Logo size={44} />
      <span className="welcome-name">Dazi</span>
      <span className="t3" lang="zh-Hans">
        搭子
      </span>
    </div>
  );
}

function Welcome({ onEnter }: { onEnter: () => void }) {
  const { t } = useTranslation();
  const motto = useMotto();
  const error = useSignInError();
  const openGuidelines = useOpenGovernance('records');
  const [policy, setPolicy] = useState<PolicyPart | null>(null);

  return (
    <div className="welcome">
      <section className="welcome-card" aria-labelledby="welcome-motto">
        <div className="welcome-text">
          <Brand />
          <h1 className="motto" id="welcome-motto">
            {motto}
          </h1>
          <p className="welcome-lead t2">{t('app.welcome.text')}</p>
          <div className="welcome-actions">
            <Button kind="primary" size="l" className="welcome-enter" onClick={onEnter}>
              {t('app.welcome.enter')}
            </Button>
            <SignInButton size="l" />
          </div>
          {error && (
            <p className="hint err welcome-error" role="alert">
              <Icon name="error" size="s" />
              {error}
            </p>
          )}
          <div className="welcome-links sm">
            <button type="button" className="link" onClick={() => setPolicy('privacy')}>
              {t('app.welcome.privacyPolicy')}
            </button>
            <button type="button" className="link" onClick={() => setPolicy('location')}>
              {t('app.welcome.locationDataUsage')}
            </button>
            <button type="button" className="link" onClick={openGuidelines}>
              {t('app.welcome.communityGuidelines')}
            </button>
          </div>
          <div className="welcome-foot sm t3">
            <span className="row welcome-promise">
              <Icon name="shield" size="s" />
              {t('app.welcome.promise')}
            </span>
            <LanguageChoice />
          </div>
        </div>
        <WelcomePreview />
      </section>
      <PolicyPanel part={policy} onClose={() => setPolicy(null)} />
    </div>
  );
}
