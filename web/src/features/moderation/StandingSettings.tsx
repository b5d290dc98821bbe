import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { Button } from '#ui/Button.tsx';
import { Note } from '#ui/Note.tsx';
import { useDates } from './dates.ts';
import './moderation-standing.css';

/** In the settings: how one stands, what was decided about one, and what one has reported. */
export function StandingSettings() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dates = useDates();
  const { standing } = useSessionFacts();
  return (
    <section className="moderation-standing-settings" aria-label={t('moderation.queue.title')}>
      <div className="label">{t('moderation.queue.title')}</div>
      {standing.kind === 'limited' && (
        <Note
          kind="warn"
          icon="muted"
          {...(standing.decisionId && {
            action: {
              label: t('standing.read'),
              run: () => navigate(`/account/decisions/${standing.decisionId}`),
            },
          })}
        >
          <b>{t('standing.limited.title')}</b>
          {standing.until && ` (${t('standing.until', { date: dates.moment(standing.until) })})`}
          <br />
          {t('standing.limited.text')}
        </Note>
      )}
      <div className="moderation-standing-entries">
        <div className="moderation-standing-entry">
          <div className="grow">
            <div className="b">{t('standing.list.title')}</div>
            <p className="sm t2">{t('standing.list.text')}</p>
          </div>
          <Button aria-label={t('standing.list.show')} onClick={() => navigate('/account/decisions')}>
            {t('blocks.show')}
          </Button>
        </div>
        <div className="moderation-standing-entry">
          <div className="grow">
            <div className="b">{t('moderation.own.title')}</div>
            <p className="sm t2">{t('moderation.own.text')}</p>
          </div>
          <Button aria-label={t('moderation.own.show')} onClick={() => navigate('/settings/reports')}>
            {t('blocks.show')}
          </Button>
        </div>
      </div>
    </section>
  );
}
