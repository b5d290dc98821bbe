import type { Notification } from '@dazi/contract/notifications/notifications';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { askPermission, usePermission } from './browser-notifications.ts';
import { NotificationItem } from './NotificationItem.tsx';
import { useMarkRead, useNotificationSettings, useRemove } from './notifications.api.ts';

/** What is answered where it is told; `onAnswered` when it was. */
export type NoticeAnswersOf = (notification: Notification, onAnswered: () => void) => ReactNode;

interface WhatIsNew {
  userId: string;
  /** Undefined while nothing is known. */
  list: readonly Notification[] | undefined;
  isFailed: boolean;
  onRetry(): void;
  onOpen(notification: Notification): void;
  answers: NoticeAnswersOf;
}

/** With one of them, or with all for null. The button that was pressed is gone; whoever uses the keyboard goes on from `stay`. */
function useActs(userId: string, stay: () => void) {
  const { t } = useTranslation();
  // What could not be taken out stands there again.
  const sayFailed = (what: 'markReadFailed' | 'removeFailed') => () =>
    showToast({ type: 'error', message: t(`notifications.${what}`) });
  const { mutate: markRead } = useMarkRead(userId, sayFailed('markReadFailed'));
  const { mutate: remove } = useRemove(userId, sayFailed('removeFailed'));
  const thenStay = (act: (id: string | null) => void) => (id: string | null) => {
    act(id);
    stay();
  };
  return { markRead: thenStay(markRead), remove: thenStay(remove) };
}

type Acts = ReturnType<typeof useActs>;

/** What is unread, and what can be done with all of it. */
export function NotificationPanel(news: WhatIsNew) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const acts = useActs(news.userId, () => heading.current?.focus());
  return (
    <>
      <div className="notifications-head">
        <h2 className="grow" tabIndex={-1} ref={heading}>
          {t('notifications.title')}
        </h2>
        {!!news.list?.length && (
          <div className="notifications-all">
            <ReadAll acts={acts} />
            <ClearAll acts={acts} />
          </div>
        )}
      </div>
      <NotificationList {...news} acts={acts} />
    </>
  );
}

interface NotificationPageProps extends WhatIsNew {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The same where the window has room for nothing else. */
export function NotificationPage({ open, onOpenChange, ...news }: NotificationPageProps) {
  const { t } = useTranslation();
  const rows = useRef<HTMLDivElement>(null);
  const acts = useActs(news.userId, () => rows.current?.closest<HTMLElement>('[role=dialog]')?.focus());
  const hasSome = !!news.list?.length;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('notifications.title')}
      leadsBack
      className="notifications-page"
      aside={hasSome && <ReadAll acts={acts} />}
    >
      <div className="notifications-whole" ref={rows}>
        <NotificationList {...news} acts={acts} />
        {hasSome && <ClearAll acts={acts} />}
      </div>
    </Dialog>
  );
}

function ReadAll({ acts }: { acts: Acts }) {
  const { t } = useTranslation();
  return (
    <Button kind="text" size="s" onClick={() => acts.markRead(null)}>
      {t('notifications.markAllRead')}
    </Button>
  );
}

function ClearAll({ acts }: { acts: Acts }) {
  const { t } = useTranslation();
  return (
    <Button kind="text" size="s" onClick={() => acts.remove(null)}>
      {t('notifications.clearAll')}
    </Button>
  );
}

function NotificationList(props: WhatIsNew & { acts: Acts }) {
  const { userId, list, isFailed, onRetry, onOpen, answers, acts } = props;
  const { t } = useTranslation();
  return (
    <>
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
      {list?.length === 0 && (
        <EmptyState drawing="talk" title={t('notifications.empty')} text={t('notifications.emptyText')} />
      )}
      {!!list?.length && (
        <ul className="notifications-list">
          {list.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              answers={answers(notification, () => acts.markRead(notification.id))}
              onOpen={() => onOpen(notification)}
              onRemove={() => acts.remove(notification.id)}
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
