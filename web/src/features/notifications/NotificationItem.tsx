import type { NotificationCode } from '@dazi/contract/notices';
import { notificationText } from '@dazi/contract/notifications/notification-texts';
import type { Notification, NotificationType } from '@dazi/contract/notifications/notifications';
import { notificationPath } from '@dazi/contract/notifications/notifications.rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCatalogue } from '#features/plans/plans.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { elapsed, useNow } from '#platform/time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { UserText } from '#ui/UserText.tsx';

type Tone = 'ok' | 'warn' | 'info' | 'err';

const looks: Readonly<Record<NotificationType, [icon: IconName, tone: Tone]>> = {
  NEW_MESSAGE: ['message', 'ok'],
  PRIVATE_MESSAGE: ['message', 'ok'],
  MESSAGE_READ: ['read', 'ok'],
  MESSAGE_REACTION: ['smile', 'ok'],
  PROXIMITY_ALERT: ['pin', 'info'],
  CITY_UPDATE: ['people', 'warn'],
  SYSTEM: ['info', 'info'],
  USER_BLOCKED: ['ban', 'err'],
  USER_UNBLOCKED: ['person', 'info'],
  WALLET: ['send', 'info'],
  JOIN_REQUEST: ['people', 'warn'],
  PLAN: ['clock', 'info'],
};

/** Those of moderators, which are all of one type. */
const codeLooks: { readonly [Code in NotificationCode]?: [icon: IconName, tone: Tone] } = {
  decision_made: ['shield', 'warn'],
  appeal_decided: ['shield', 'info'],
  measure_ended: ['shield', 'ok'],
  report_upheld: ['flag', 'ok'],
  report_dismissed: ['flag', 'info'],
  moderation_waiting: ['flag', 'warn'],
  appeal_waiting: ['flag', 'warn'],
  moderator_appointed: ['shield', 'ok'],
  moderator_ended: ['shield', 'info'],
};

/** Of plans that are over or will not be. */
const offCodes: ReadonlySet<NotificationCode> = new Set(['plan_called_off', 'plan_how', 'plan_removed']);

interface NotificationItemProps {
  notification: Notification;
  /** What it asks is answered with it. */
  answers: ReactNode;
  onOpen(): void;
  onRemove(): void;
}

export function NotificationItem(props: NotificationItemProps) {
  const { notification, answers, onOpen, onRemove } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { title, message } = notificationText(language, notification.code, notification.params);
  const [icon, tone] = codeLooks[notification.code] ?? looks[notification.type];
  const { plan, name } = notification.params;
  const catalogue = useCatalogue(plan !== null);
  const Glyph = plan && catalogue?.iconOf(plan.activity);
  const isOff = offCodes.has(notification.code);
  const { unit, count } = elapsed(notification.createdAt, now);
  return (
    <li className="notifications-item">
      <a
        className="notifications-open"
        href={notificationPath(notification)}
        onClick={(event) => {
          // Another tab opens it as any other link.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          onOpen();
        }}
      >
        {notification.code === 'plan_asked' ? (
          <Avatar name={name ?? ''} url={notification.data.avatarUrl ?? null} />
        ) : Glyph ? (
          <span className={isOff ? 'gem off' : 'gem'}>
            <Glyph className="i" aria-hidden="true" />
          </span>
        ) : (
          <span className={`tic ${tone}`}>
            <Icon name={icon} size="s" />
          </span>
        )}
        <span className="grow">
          <span className="notifications-line">
            <UserText className="b">{title}</UserText>
            <span className="meta num">
              <span aria-hidden="true">{t(`notifications.time.${unit}`, { count })}</span>
              <span className="unseen">{t(`ui.timeAgo.${unit}`, { count })}</span>
              <span className="notifications-dot" />
            </span>
          </span>
          {message && <UserText className="notifications-words">{message}</UserText>}
        </span>
      </a>
      <IconButton
        size="s"
        iconSize="s"
        icon="close"
        tip="left"
        label={t('notifications.remove', { title })}
        onClick={onRemove}
      />
      {answers && <div className="notifications-answers">{answers}</div>}
    </li>
  );
}
