import type { Notification } from '@dazi/contract/notifications/notifications';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { askPermission, usePermission } from './browser-notifications.ts';
import { NotificationItem } from './NotificationItem.tsx';
import { useMarkRead, useNotificationSettings, useRemove } from './notifications.api.ts';

/** What is answered where it is told; `onAnswered` when it was. */
export type NoticeAnswersOf = (notification: Notification, onAnswered: () => void) => ReactNode;

interface NotificationPanelProps {
  userId: string;
  /** Undefined while nothing is known. */
  list: readonly Notification[] | undefined;
  isFailed: boolean;
  onRetry(): void;
  onOpen(notification: Notification): void;
  answers: NoticeAnswersOf;
}

/** What is unread, and what can be done with all of it. */
export function NotificationPanel({
  userId,
  list,
  isFailed,
  onRetry,
  onOpen,
  answers,
}: NotificationPanelProps) {
  const { t } = useTranslation();
  // What could not be taken out stands there again.
  const sayFailed = (what: 'markReadFailed' | 'removeFailed') => () =>
    showToast({ type: 'error', message: t(`notifications.${what}`) });
  const { mutate: markRead } = useMarkRead(userId, sayFailed('markReadFailed'));
  const { mutate: remove } = useRemove(userId, sayFailed('removeFailed'));
  const heading = useRef<HTMLHeadingElement>(null);
  const isEmpty = list?.length === 0;
  /** The button that was pressed is gone; whoever uses the keyboard goes on from here. */
  const thenStay = (act: () => void) => {
    act();
    heading.current?.focus();
  };
  return (
    <>
      <div className="notifications-head">
        <h2 className="grow" tabIndex={-1} ref={heading}>
          {t('notifications.title')}
        </h2>
        {list && !isEmpty && (
          <div className="notifications-all">
            <Button kind="text" size="s" onClick={() => thenStay(() => markRead(null))}>
              {t('notifications.markAllRead')}
            </Button>
            <Button kind="text" size="s" onClick={() => thenStay(() => remove(null))}>
              {t('notifications.clearAll')}
            </Button>
          </div>
        )}
      </div>
      <BrowserNote />
      {isFailed && (
        <div className="notifications-note">
          <Note kind="err" icon="error" action={{ label: t('ui.tryAgain'), run: onRetry }}>
            {t('notifications.failed')}
          </Note>
        </div>
      )}
      {!list && !isFailed && (
        <div className="notifications-waiting" aria-busy="true">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} width="100%" height="44px" />
          ))}
        </div>
      )}
      {isEmpty && (
        <EmptyState drawing="talk" title={t('notifications.empty')} text={t('notifications.emptyText')} />
      )}
      {list && !isEmpty && (
        <ul className="notifications-list">
          {list.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              answers={answers(notification, () => thenStay(() => markRead(notification.id)))}
              onOpen={() => onOpen(notification)}
              onRemove={() => thenStay(() => remove(notification.id))}
            />
          ))}
        </ul>
      )}
      {list?.some(({ type }) => type === 'PLAN') && <QuietNote userId={userId} />}
    </>
  );
}

/** When nothing of it is pushed, and what is all the same. */
function QuietNote({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data } = useNotificationSettings(userId);
  if (!data?.quietHours) return null;
  const { from, to } = data.quietHours;
  return (
    <div className="notifications-note">
      <Note icon="muted">{t('plans.settings.quiet', { from, to })}</Note>
    </div>
  );
}

function BrowserNote() {
  const { t } = useTranslation();
  const permission = usePermission();
  if (permission === 'granted' || permission === 'missing') return null;
  return (
    <div className="notifications-note">
      {permission === 'denied' || permission === 'insecure' ? (
        <Note kind="warn" icon="warning">
          {t(`notifications.${permission}`)}
        </Note>
      ) : (
        <Note
          kind="warn"
          icon="bell"
          action={{ label: t('notifications.enable'), run: () => void askPermission() }}
        >
          {t('notifications.off')}
        </Note>
      )}
    </div>
  );
}
