import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/identity/identity.api.ts';
import { useSettings } from '#platform/settings.ts';
import { VisitMark } from '#platform/visit-mark.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';

const dismissed = new VisitMark('demoHelpDismissed');

/**
 * In demo mode: says so, and explains how to set up the real thing until that is dismissed. The landing has its own
 * words: over it the explanation waits until somebody asks for it.
 */
export function DemoLabel({ onLanding }: { onLanding: boolean }) {
  const { t } = useTranslation();
  const { data: settings } = useSettings();
  const { status } = useSession();
  const [asked, setAsked] = useState<boolean | null>(null);
  if (!settings?.demoMode) return null;

  const helpShows = (asked ?? !(onLanding || dismissed.isSet)) && status !== 'loading';
  const dismiss = () => {
    setAsked(false);
    dismissed.set();
  };

  return (
    <aside className="shell-demo" data-over-map aria-label={t('app.demo.label')}>
      <button
        type="button"
        className="pill yellow shell-demo-label"
        aria-expanded={helpShows}
        onClick={() => (helpShows ? dismiss() : setAsked(true))}
      >
        <Icon name="info" size="s" />
        {t('app.demo.label')}
      </button>
      {helpShows && (
        <div className="shell-demo-help">
          <div className="row between">
            <h2>{t('app.demo.title')}</h2>
            <IconButton
              icon="close"
              size="s"
              iconSize="s"
              label={t('app.demo.dismiss')}
              tip="none"
              onClick={dismiss}
            />
          </div>
          <p>{t('app.demo.signIn')}</p>
          <p>{t('app.demo.map')}</p>
        </div>
      )}
    </aside>
  );
}
