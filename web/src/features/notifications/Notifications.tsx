import type { Notification } from '@dazi/contract/notifications/notifications';
import { notificationPath } from '@dazi/contract/notifications/notifications.rules';
import { useQueryClient } from '@tanstack/react-query';
import { cloneElement, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSmallScreen } from '#platform/device.ts';
import { useBackCloses } from '#platform/history.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Badge, cappedCount } from '#ui/Badge.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Popover } from '#ui/Popover.tsx';
import { announce, becomeSpeaker, watchLooking } from './browser-notifications.ts';
import { type NoticeAnswersOf, NotificationPage, NotificationPanel } from './NotificationPanel.tsx';
import { useMarkRead, useNotificationSettings, useUnread } from './notifications.api.ts';
import { useNotificationNews } from './notifications.live.ts';
import { resumePush } from './push.ts';
import './notifications.css';

becomeSpeaker();

/** The floating bell of somebody signed in, and all that happens behind it. */
export function Notifications({ userId, answers }: { userId: string; answers: NoticeAnswersOf }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useLocation();
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useUnread(userId);
  const { mutate: markRead } = useMarkRead(userId);
  useNotificationNews(userId);
  // A small screen is full of it.
  const isSmall = useSmallScreen();
  useBackCloses('notifications', isSmall && isOpen, () => setOpen(false));
  const open = (notification: Notification, path = notificationPath(notification)) => {
    setOpen(false);
    markRead(notification.id);
    // What is open already would otherwise have to be closed twice.
    const isOpenAlready = path === here.pathname;
    navigate(path, isOpenAlready ? { replace: true, state: here.state } : { state: { goesBack: true } });
  };
  useAnnouncing(userId, data?.list, open);
  usePushing(userId);

  const count = data?.count ?? 0;
  const unread = t('ui.unread', { count, replace: { count: cappedCount(count, 9) } });
  const label = count > 0 ? `${t('notifications.title')}, ${unread}` : t('notifications.title');
  const onOpenChange = (isWanted: boolean) => {
    setOpen(isWanted);
    if (isWanted) void refetch();
  };
  const bell = (
    <button type="button" className="control notifications-bell" data-layer="bell" aria-label={label}>
      <Icon name="bell" />
      <Badge count={count} cap={9} />
    </button>
  );
  const news = {
    ...{ userId, answers, list: data?.list, onOpen: open },
    isFailed: isError && !data,
    onRetry: () => void refetch(),
  };
  if (isSmall) {
    return (
      <>
        {cloneElement(bell, { 'aria-haspopup': 'dialog', onClick: () => onOpenChange(true) })}
        <NotificationPage open={isOpen} onOpenChange={onOpenChange} {...news} />
      </>
    );
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={onOpenChange}
      label={t('notifications.title')}
      align="end"
      className="popover notifications"
      trigger={bell}
    >
      <NotificationPanel {...news} />
    </Popover>
  );
}

function useAnnouncing(
  userId: string,
  list: readonly Notification[] | undefined,
  open: (notification: Notification, path: string) => void,
) {
  const language = useLanguage();
  const { data: settings } = useNotificationSettings(userId);
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => watchLooking(), []);
  useEffect(() => {
    // Without the quiet hours nobody knows whether it is one.
    if (!list || !settings) return;
    const { quietHours } = settings;
    void announce(list, { userId, language, quietHours, open: (told, path) => latest.current(told, path) });
  }, [userId, list, settings, language]);
}

/** Goes on with what is pushed to this browser, and follows where somebody was led from there. */
function usePushing(userId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const language = useLanguage();
  useEffect(() => {
    // Without a push service there is still the list.
    resumePush(userId, language).catch(() => {});
  }, [userId, language]);
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const hear = ({ data }: MessageEvent<{ type?: string; path?: string }>) => {
      if (data?.type !== 'open-notification' || !data.path?.startsWith('/')) return;
      navigate(data.path, { replace: data.path === window.location.pathname });
      void client.invalidateQueries({ queryKey: ['notifications'] });
    };
    navigator.serviceWorker.addEventListener('message', hear);
    return () => navigator.serviceWorker.removeEventListener('message', hear);
  }, [client, navigate]);
}
