import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenGovernance } from '#app/governance/use-governance.tsx';
import { PolicyPanel, type PolicyPart } from '#app/policy/PolicyPanel.tsx';
import { LanguageChoice } from '#app/shell/LanguageChoice.tsx';
import { KeepChoice } from '#features/identity/KeepChoice.tsx';
import { SignInButton } from '#features/identity/SignInButton.tsx';
import { useSignInError } from '#features/identity/use-sign-in-error.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { Logo } from '#ui/Logo.tsx';
import { useMotto } from './use-motto.ts';
import type { Welcome } from './use-welcome.ts';
import { WelcomePreview } from './WelcomePreview.tsx';

export function WelcomeOverlay({ welcome: { state, enter } }: { welcome: Welcome }) {
  return state === 'closed' ? null : <Landing waiting={state === 'waiting'} onEnter={enter} />;
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

/** Index.html already shows its words and picture, which stay until it is known who is there; buttons only keep their place. */
function Landing({ waiting, onEnter }: { waiting: boolean; onEnter: () => void }) {
  const { t } = useTranslation();
  const motto = useMotto();
  const error = useSignInError();
  const openGuidelines = useOpenGovernance('records');
  const [policy, setPolicy] = useState<PolicyPart | null>(null);

  return (
    <div className={classNames('welcome', waiting && 'welcome-first-paint')} data-layer="welcome">
      <section className="welcome-card" aria-labelledby="welcome-motto">
        <div className="welcome-text">
          <Brand />
          <h1 className="welcome-motto" id="welcome-motto">
            {waiting ? t('app.welcome.headline') : motto}
          </h1>
          <p className="welcome-lead t2">{t('app.welcome.text')}</p>
          <div className="welcome-rest">
            <div className="welcome-actions">
              <Button kind="primary" size="l" className="welcome-enter" onClick={onEnter}>
                {t('app.welcome.enter')}
              </Button>
              <SignInButton size="l" />
            </div>
            <KeepChoice />
            <p className="hint welcome-adult">{t('identity.adult')}</p>
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
        </div>
        <WelcomePreview />
      </section>
      <PolicyPanel part={policy} onClose={() => setPolicy(null)} />
    </div>
  );
}
