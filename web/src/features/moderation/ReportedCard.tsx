import type { Reported } from '@dazi/contract/moderation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRelativeTime } from '#platform/relative-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { useResolve } from './moderation.api.ts';

/** One thing that was reported: what it is, what was said about it and when, and what can be done. */
export function ReportedCard({ reported }: { reported: Reported }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const resolve = useResolve();
  const { person, post, targetType, targetId, can } = reported;

  // Awaited: the card is gone when it is settled, and callbacks of `mutate` with it.
  async function settle(action: 'dismiss' | 'remove') {
    try {
      await resolve.mutateAsync({ targetType, targetId, action });
      const message = t(action === 'dismiss' ? 'moderation.queue.dismissed' : 'moderation.queue.removed');
      showToast({ type: 'success', message });
    } catch {
      showToast({ type: 'error', message: t('moderation.queue.settleFailed') });
    }
    setAsking(false);
  }

  return (
    <article className="reported" aria-label={t('moderation.queue.post', { name: person.name })}>
      <header className="row">
        <Avatar name={person.name} url={person.avatarUrl} />
        <div className="grow">
          <UserText as="div" className="b ell">
            {person.name}
          </UserText>
          <div className="sm t3">{t(targetType === 'post' ? 'posts.one' : 'moderation.queue.person')}</div>
        </div>
      </header>
      {targetType === 'post' && !post && <p className="t3">{t('moderation.queue.gone')}</p>}
      {post?.content && (
        <UserText as="p" className="content reported-text">
          {post.content}
        </UserText>
      )}
      {post && post.media.length > 0 && (
        <div className="reported-media">
          {post.media.map(({ id, url, thumbnailUrl }) => (
            <a key={id} href={url} target="_blank" rel="noreferrer">
              <img
                src={thumbnailUrl}
                alt={t('moderation.queue.post', { name: person.name })}
                loading="lazy"
              />
            </a>
          ))}
        </div>
      )}
      <ul className="reported-reports">
        {reported.reports.map((report) => (
          <ReportLine key={report.id} report={report} />
        ))}
      </ul>
      {(can.dismiss || can.remove) && (
        <div className="row wrap">
          {can.dismiss && (
            <Button kind="quiet" icon="check" busy={resolve.isPending} onClick={() => settle('dismiss')}>
              {t('moderation.queue.dismiss')}
            </Button>
          )}
          {can.remove && (
            <Button kind="danger-quiet" icon="trash" onClick={() => setAsking(true)}>
              {t('moderation.queue.remove')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('moderation.queue.remove')}
        text={t('moderation.queue.removeQuestion')}
        confirmLabel={t('moderation.queue.remove')}
        onConfirm={() => settle('remove')}
        busy={resolve.isPending}
        destructive
      />
    </article>
  );
}

function ReportLine({ report }: { report: Reported['reports'][number] }) {
  const { t } = useTranslation();
  const relativeTime = useRelativeTime();
  const made = relativeTime(report.createdAt);
  const somebody = t('moderation.queue.somebody');
  const colour = report.state === 'open' ? 'yellow' : report.state === 'removed' ? 'red' : '';
  return (
    <li>
      <div className="row wrap">
        <span className="b sm">{t(`moderation.reasons.${report.reason}`)}</span>
        <span className={`pill ${colour}`}>{t(`moderation.queue.states.${report.state}`)}</span>
      </div>
      {report.details && (
        <UserText as="p" className="content sm">
          {report.details}
        </UserText>
      )}
      <div className="sm t3">
        {t('moderation.queue.by', { name: report.reporter?.name ?? somebody })}
        {' · '}
        <time dateTime={report.createdAt} title={made.ago}>
          {made.ago}
        </time>
        {report.resolvedAt && (
          <>
            {' · '}
            {t('moderation.queue.settledBy', { name: report.resolvedBy?.name ?? somebody })}
          </>
        )}
      </div>
    </li>
  );
}
