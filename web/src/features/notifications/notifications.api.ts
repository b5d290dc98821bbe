import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { getMailSettings, MailSettings, saveMailSettings } from '@dazi/contract/notifications/mail';
import type {
  clearNotifications,
  getNotificationSettings,
  listNotifications,
  Notification,
  NotificationSettings,
  readNotifications,
  removeNotification,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { unreadPoll_ms } from '@dazi/contract/notifications/notifications.rules';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { failingAs } from '#platform/failures.ts';
import { keepAnswer } from '#platform/keep-answer.ts';
import { keepNotifications, keptNotifications } from './notification-storage.ts';

export interface Unread {
  list: readonly Notification[];
  /** What the badge shows: as many as the list has. */
  count: number;
}

const notificationKeys = {
  unread: (userId: string) => ['notifications', 'unread', userId] as const,
  settings: (userId: string) => ['notifications', 'settings', userId] as const,
  /** Below the settings: what changes those changes this. */
  mail: (userId: string) => ['notifications', 'settings', userId, 'mail'] as const,
};

/** What is unread, latest first. A refusal to tell is not worth a word: what was known stays. */
export function useUnread(userId: string) {
  return useQuery({
    queryKey: notificationKeys.unread(userId),
    queryFn: async ({ signal }): Promise<Unread> => {
      const query = { userId, unread: 'true' as const };
      const asking = call<typeof listNotifications>('GET', '/api/notifications', { query, signal });
      const { data, unreadCount } = await failingAs(asking, () => 'Failed to load notifications');
      const list = data as Notification[];
      keepNotifications(userId, list);
      return { list, count: unreadCount };
    },
    placeholderData: () => {
      const list = keptNotifications(userId);
      return list && { list, count: list.length };
    },
    refetchInterval: unreadPoll_ms,
  });
}

export const refreshUnread = (client: QueryClient, userId: string) =>
  client.invalidateQueries({ queryKey: notificationKeys.unread(userId) });

export const refreshSettings = (client: QueryClient, userId: string) =>
  client.invalidateQueries({ queryKey: notificationKeys.settings(userId) });

/** Something that takes notifications out of the list: at once here, then on the server. */
function useTaking<Input>(
  userId: string,
  ask: (input: Input, upTo: number) => Promise<unknown>,
  stays: (notification: Notification, input: Input) => boolean,
  failure: string,
  onError?: () => void,
) {
  const client = useQueryClient();
  const queryKey = notificationKeys.unread(userId);
  return useMutation({
    mutationFn: (input: Input) => {
      // As it is shown: until the server has answered, what this device has kept.
      const known = client.getQueryData<Unread>(queryKey)?.list ?? keptNotifications(userId) ?? [];
      const upTo = Math.max(0, ...known.map(({ sequence }) => sequence));
      // Before the answer comes the list is without them already.
      void client.cancelQueries({ queryKey });
      const list = known.filter((notification) => stays(notification, input));
      if (known.length > 0) client.setQueryData<Unread>(queryKey, { list, count: list.length });
      return failingAs(ask(input, upTo), () => failure);
    },
    ...(onError && { onError }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** Marks one as read, or all that are in the list. */
export const useMarkRead = (userId: string, onError?: () => void) =>
  useTaking<string | null>(
    userId,
    (id, upTo) =>
      call<typeof readNotifications>('POST', '/api/notifications/read', {
        body: { userId, upTo, ...(id && { ids: [id] }) },
      }),
    (notification, id) => id !== null && notification.id !== id,
    'Failed to mark as read',
    onError,
  );

/** Removes one, or all that are in the list. */
export const useRemove = (userId: string, onError?: () => void) =>
  useTaking<string | null>(
    userId,
    (id, upTo) =>
      id === null
        ? call<typeof clearNotifications>('DELETE', '/api/notifications', { body: { userId, upTo } })
        : call<typeof removeNotification>('DELETE', '/api/notifications/{notificationId}', {
            params: { notificationId: id },
            body: { userId, upTo },
          }),
    (notification, id) => id !== null && notification.id !== id,
    'Failed to remove notifications',
    onError,
  );

export const useNotificationSettings = (userId: string) =>
  useQuery({
    queryKey: notificationKeys.settings(userId),
    queryFn: async ({ signal }) =>
      (
        await call<typeof getNotificationSettings>('GET', '/api/notifications/settings', {
          query: { userId },
          signal,
        })
      ).data,
  });

export const useMailSettings = (userId: string) =>
  useQuery({
    queryKey: notificationKeys.mail(userId),
    queryFn: async ({ signal }) =>
      (await call<typeof getMailSettings>('GET', '/api/mail/settings', { query: { userId }, signal })).data,
  });

export function useSaveMailSettings(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (changes: BodyOf<typeof saveMailSettings>) =>
      (
        await failingAs(
          call<typeof saveMailSettings>('PUT', '/api/mail/settings', { body: { userId, ...changes } }),
          () => 'Failed to save mail settings',
        )
      ).data,
    onSuccess: (settings) => keepAnswer<MailSettings>(client, notificationKeys.mail(userId), settings),
  });
}

export function useSaveNotificationSettings(userId: string) {
  const client = useQueryClient();
  const queryKey = notificationKeys.settings(userId);
  return useMutation({
    mutationFn: async (changes: BodyOf<typeof saveNotificationSettings>) =>
      (
        await failingAs(
          call<typeof saveNotificationSettings>('PUT', '/api/notifications/settings', {
            body: { userId, ...changes },
          }),
          () => 'Failed to save notification settings',
        )
      ).data,
    onSuccess: (settings) => keepAnswer<NotificationSettings>(client, queryKey, settings),
  });
}
