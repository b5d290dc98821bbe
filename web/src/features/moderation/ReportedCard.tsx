import type { Reported } from '@dazi/contract/moderation/moderation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRelativeTime } from '#platform/relative-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { PlayMark } from '#ui/PlayMark.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { useResolve } from './moderation.api.ts';

/** One thing that was reported: what it is, what was said about it and when, and what can be done. */
export function ReportedCard({ reported }: { reported: Reported }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const resolve = useResolve();
  const { person, post, message, room, targetType, targetId, can } = reported;
  const name = person?.name ?? t('moderation.queue.somebody');
  // What a person is cannot be taken away; `can` says so too.
  const removed = targetType === 'person' ? 'post' : targetType;
  const isGone = targetType !== 'person' && !post && !message && !room;
  const words = post?.content ?? (message?.media.length === 0 ? message.content : null) ?? room?.description;
  const media = post?.media ?? message?.media ?? [];

  // Awaited: the card is gone when it is settled, and callbacks of `mutate` with it.
  async function settle(action: 'dismiss' | 'remove') {
    try {
      await resolve.mutateAsync({ targetType, targetId, action });
      const message = t(
        action === 'dismiss' ? 'moderation.queue.dismissed' : `moderation.queue.removed.${removed}`,
      );
      showToast({ type: 'success', message });
    } catch {
      showToast({ type: 'error', message: t('moderation.queue.settleFailed') });
    }
    setAsking(false);
  }

  const about = t(`moderation.queue.about.${targetType}`, { name });
  return (
    <article className="moderation-reported" aria-label={about}>
      <header className="row">
        <Avatar name={name} url={person?.avatarUrl ?? null} />
        <div className="grow">
          <UserText as="div" className="b ell">
            {name}
          </UserText>
          <div className="sm t3">
            {t(`moderation.queue.kinds.${targetType}`)}
            {message && ' · '}
            {message &&
              (message.room === null
                ? t('moderation.queue.inPrivate')
                : t('moderation.queue.inRoom', { name: message.room }))}
          </div>
        </div>
      </header>
      {isGone && <p className="t3">{t(`moderation.queue.gone.${removed}`)}</p>}
      {room && (
        <UserText as="p" className="b moderation-reported-text">
          {`${room.name} (${room.memberCount})`}
        </UserText>
      )}
      {words && (
        <UserText as="p" className="content moderation-reported-text">
          {words}
        </UserText>
      )}
      {media.length > 0 && (
        <div className="moderation-reported-media">
          {media.map(({ id, url, thumbnailUrl, type }) => (
            <a key={id} href={url} target="_blank" rel="noreferrer">
              <img src={thumbnailUrl} alt={about} loading="lazy" />
              {type === 'video' && <PlayMark />}
            </a>
          ))}
        </div>
      )}
      <ul className="moderation-reports">
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
              {t(`moderation.queue.remove.${removed}`)}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(`moderation.queue.remove.${removed}`)}
        text={t(`moderation.queue.removeQuestion.${removed}`)}
        confirmLabel={t(`moderation.queue.remove.${removed}`)}
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
