import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import {
  addPushSubscription,
  clearNotifications,
  countNotifications,
  getNotificationSettings,
  getPushKey,
  listNotifications,
  listUnnotified,
  markNotified,
  readNotifications,
  removeNotification,
  removePushSubscription,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countUnread as countUnreadMessages } from '#features/chat/conversation-views/conversation-views.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import type { Actor } from '#platform/http/viewer.ts';
import type { PushSender } from '#platform/push.ts';
import * as notifications from './notifications.service.ts';
import { subscribe, unsubscribe } from './push.service.ts';

/** What is told of a device to the others does not stand on it. */
const readerOf = ({ actor, request }: { actor: Actor; request: FastifyRequest }): notifications.Reader => ({
  id: actor.id,
  deviceId: request.deviceId ?? '',
});

export function notificationsRoutes(app: FastifyInstance, deps: Deps, sender: PushSender): void {
  handle(app, listNotifications, async ({ actor, query, request }) => {
    const reader = readerOf({ actor, request });
    const unreadCount = await notifications.countUnread(deps, reader);
    if (query.type === 'join_requests_count') {
      const { requests } = await countUnreadMessages(deps, actor);
      return { data: { count: requests }, unreadCount, nextCursor: null };
    }
    const page = await notifications.listNotifications(deps, reader, {
      onlyUnread: query.unread === 'true',
      cursor: query.cursor,
      limit: query.limit ?? notificationLimits.kept,
    });
    return { data: page.notifications, unreadCount, nextCursor: page.nextCursor };
  });

  handle(app, countNotifications, async (call) => ({
    data: { count: await notifications.countUnread(deps, readerOf(call)) },
  }));

  handle(app, readNotifications, async (call) => ({
    data: { unreadCount: await notifications.markRead(deps, readerOf(call), call.body) },
  }));

  handle(app, removeNotification, async (call) => {
    const which = { ids: [call.params.notificationId], upTo: call.body.upTo };
    return { data: { unreadCount: await notifications.removeNotifications(deps, readerOf(call), which) } };
  });

  handle(app, clearNotifications, async (call) => ({
    data: {
      unreadCount: await notifications.removeNotifications(deps, readerOf(call), { upTo: call.body.upTo }),
    },
  }));

  handle(app, getNotificationSettings, async ({ actor }) => ({
    data: await notifications.settingsOf(deps, actor),
  }));

  handle(app, saveNotificationSettings, async ({ actor, body }) => ({
    data: await notifications.saveSettings(deps, actor, body),
  }));

  handle(app, getPushKey, async () => ({ data: { publicKey: sender.publicKey } }));

  handle(app, addPushSubscription, async ({ actor, body, request }) => {
    const { sessionId } = request;
    if (!sessionId) throw new AppError('SIGN_IN_REQUIRED');
    await subscribe(deps, sender, { actor, sessionId }, body);
    return { data: null };
  });

  handle(app, removePushSubscription, async ({ actor, body }) => {
    await unsubscribe(deps, actor, body.endpoint);
    return { data: null };
  });

  handle(app, listUnnotified, async ({ actor }) => ({
    data: await notifications.listUnnotified(deps, actor),
  }));

  handle(app, markNotified, async ({ actor, body }) => {
    await notifications.markNotified(deps, actor, body.messageIds);
    return { data: null };
  });
}
