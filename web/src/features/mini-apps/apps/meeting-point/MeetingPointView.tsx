import type { MeetingPointDetails } from '@dazi/contract/mini-apps/meeting-point';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSharePresence } from '#features/chat/presence/presence.api.ts';
import { useLocationDisplay } from '#features/people/profiles/profiles.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { usePosition } from '#platform/location.ts';
import { Button } from '#ui/Button.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import type { AppViewProps } from '../../app-kind.ts';
import { CloseApp } from '../../CloseApp.tsx';
import { useParticipate } from '../../mini-apps.api.ts';
import { MeetingPointResult } from './MeetingPointResult.tsx';
import { untilText } from './until.ts';

/** What is shared stands there before anything is; then how many are missing, then the point. */
export function MeetingPointView({ miniApp, userId, title }: AppViewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { can, result, isActive } = miniApp;
  const { missing, ownUntil } = miniApp.details as unknown as MeetingPointDetails;
  const share = useContribution(miniApp.id, userId);
  if (result) {
    return (
      <div className="mini-apps-body">
        <MeetingPointResult result={result} />
      </div>
    );
  }
  return (
    <div className="mini-apps-body">
      {can.participate && (
        <section className="mini-apps-meeting-shared" aria-label={t('miniApps.meeting.what')}>
          <b className="sm">{t('miniApps.meeting.what')}</b>
          <ul>
            <li>{t('miniApps.meeting.exact')}</li>
            <li>{t('miniApps.meeting.shown')}</li>
            <li>{t('miniApps.meeting.others')}</li>
            <li>{t('miniApps.meeting.kept')}</li>
            <li>{t('miniApps.meeting.nearby')}</li>
          </ul>
        </section>
      )}
      <p className="sm" role="status">
        {ownUntil && (
          <span>{t('miniApps.meeting.mineUntil', { time: untilText(language, new Date(ownUntil)) })} </span>
        )}
        {isActive && missing > 0 && <span>{t('miniApps.meeting.missing', { count: missing })}</span>}
      </p>
      {share.error && <InlineError text={share.error} />}
      <div className="mini-apps-foot">
        {isActive && missing === 0 ? (
          <CloseApp
            miniApp={miniApp}
            title={title}
            label={t('miniApps.meeting.find')}
            question={t('miniApps.meeting.findQuestion')}
          />
        ) : (
          <span />
        )}
        {can.participate && (
          <Button
            size="s"
            kind={ownUntil ? 'quiet' : 'primary'}
            icon="locate"
            busy={share.isBusy}
            onClick={() => void share.start()}
          >
            {t(ownUntil ? 'miniApps.meeting.again' : 'miniApps.meeting.share')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** First the position is shared as anywhere else; taking part means the one that is shown. */
function useContribution(miniAppId: string, userId: string) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const locationDisplay = useLocationDisplay(userId);
  const { request } = usePosition();
  const presence = useSharePresence(userId, locationDisplay);
  const participate = useParticipate(miniAppId, userId);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      const position = await request();
      if (!position) {
        setError(t('miniApps.meeting.noPosition'));
        return;
      }
      await presence.mutateAsync(position);
      await participate.mutateAsync({ answers: [] });
    } catch (failure) {
      setError(failureText(t('miniApps.meeting.failed'), failure));
    } finally {
      setBusy(false);
    }
  };
  return { start, isBusy, error };
}
