import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import { notificationText } from '@dazi/contract/notifications/notification-texts';
import type { Notification, NotificationSettings } from '@dazi/contract/notifications/notifications';
import { defaultNotificationSettings } from '@dazi/contract/notifications/notifications.rules';
import { isQuickAnswer } from '@dazi/contract/plans/plans.rules';
import { usedSince } from '#features/chat/presence/presence.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { type QuietHoursOf, refitReminders } from '#features/plans/plans.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import * as marks from './notification-marks.store.ts';
import * as settingsStore from './notification-settings.store.ts';
import { isTimeZone, previewOf } from './notifications.rules.ts';
import * as store from './notifications.store.ts';
import * as unnotified from './unnotified.store.ts';

export { renumberNotices } from './progress.store.ts';

/** Somebody, and the device on which they look. */
export interface Reader {
  id: string;
  deviceId: string;
}

function windowOf(deps: Deps, { id: userId, deviceId }: Reader): store.Window {
  const now = deps.clock();
  const { recent_ms, staying_ms } = notificationLimits;
  const before = (ms: number) => new Date(now.getTime() - ms);
  return { userId, deviceId, now, since: before(recent_ms), stayingSince: before(staying_ms) };
}

function asNotification(view: store.NotificationView): Notification {
  const { code, name, conversationId, roomId } = view;
  const quick = view.isQuick && view.said && isQuickAnswer(view.said) ? view.said : null;
  const preview = view.said && !quick ? previewOf(view.said) : '';
  const params = {
    name,
    others: Math.max(0, view.people - 1),
    count: view.params.cases ?? view.events,
    group: view.group,
    preview: preview === '' ? null : preview,
    media: preview === '' ? view.media : null,
    amountMinor: view.amountMinor,
    currency: view.params.currency ?? null,
    members: view.params.members ?? null,
    limit: view.params.limit ?? null,
    rule: view.params.rule ?? null,
    words: view.params.words ?? null,
    urgency: view.params.urgency ?? null,
    browser: view.params.browser ?? null,
    system: view.params.system ?? null,
    until: view.params.until ?? null,
    planOf: view.planOf,
    quick,
    plan: view.plan && {
      ...view.plan,
      startsAt: new Date(view.plan.startsAt).toISOString(),
      // For them it is not there any more: nothing of what it has become since.
      ...(view.params.planWas && { ...view.params.planWas, title: null }),
      changed: view.params.changed ?? [],
      reason: view.params.reason ?? null,
      until: view.params.until ?? null,
      isOffTime: view.params.isOffTime ?? false,
    },
  };
  return {
    id: view.gathered,
    type: view.type,
    ...notificationText('en', code, params, 'UTC'),
    code,
    params,
    data: {
      messageId: view.postId,
      chatRoomId: roomId,
      conversationId,
      userId: view.personId,
      avatarUrl: view.avatarUrl,
      ...(view.motionId && { motionId: view.motionId }),
      ...(view.params.decisionId && { decisionId: view.params.decisionId }),
      ...(view.plan && { planId: view.plan.id }),
      ...(view.requestId && {
        requesterName: name ?? '',
        groupName: view.group ?? '',
        requestId: view.requestId,
        groupId: conversationId ?? '',
        message: view.said ?? '',
      }),
    },
    createdAt: new Date(view.createdAt).toISOString(),
    read: !view.unread,
    priority: view.priority,
    location:
      code === 'post_nearby' && view.latitude !== null && view.longitude !== null
        ? { latitude: view.latitude, longitude: view.longitude }
        : null,
    sequence: view.eventId,
  };
}

export async function listNotifications(
  deps: Deps,
  reader: Reader,
  page: { onlyUnread: boolean; cursor: string | undefined; limit: number },
): Promise<{ notifications: Notification[]; nextCursor: string | null }> {
  const before = page.cursor ? Number(frontierOf(page.cursor).id) : null;
  if (before !== null && !Number.isSafeInteger(before)) throw new AppError('INVALID_INPUT');
  const { onlyUnread, limit } = page;
  const views = await store.listGathered(deps.db, windowOf(deps, reader), { onlyUnread, before, limit });
  const notifications = views.map(asNotification);
  const last = notifications.length === limit ? notifications.at(-1) : undefined;
  return {
    notifications,
    nextCursor: last ? cursorOf({ createdAt: last.createdAt, id: String(last.sequence) }) : null,
  };
}

export function countUnread(deps: Deps, reader: Reader): Promise<number> {
  return store.countUnread(deps.db, windowOf(deps, reader));
}

/** The notification that an event went into, as it is now; null when there is nothing of it to be seen any more. */
export async function notificationOf(
  deps: Deps,
  reader: Reader,
  eventId: number,
): Promise<Notification | null> {
  const gathered = await store.findGathered(deps.db, reader.id, eventId);
  if (!gathered) return null;
  const wanted = { onlyUnread: false, before: null, limit: 1, gathered };
  const [view] = await store.listGathered(deps.db, windowOf(deps, reader), wanted);
  return view ? asNotification(view) : null;
}

interface Which {
  ids?: readonly string[] | undefined;
  upTo?: number | undefined;
}

/** Changes what is there of somebody, tells their other devices, and answers how many are unread then. */
async function changing(
  deps: Deps,
  reader: Reader,
  change: (inner: TransactingDeps) => Promise<boolean>,
): Promise<number> {
  return deps.transact(async (inner) => {
    if (await change(inner)) tellPerson(inner, reader.id, { type: 'notifications_changed' });
    return countUnread(inner, reader);
  });
}

/** Without ids all; with `upTo` only what had come by then. */
export function markRead(deps: Deps, reader: Reader, { ids, upTo }: Which): Promise<number> {
  const which = { deviceId: reader.deviceId, ids: ids ?? null, upTo: upTo ?? null };
  return changing(deps, reader, (inner) => marks.markRead(inner.db, reader.id, which));
}

export function removeNotifications(deps: Deps, reader: Reader, { ids, upTo }: Which): Promise<number> {
  const which = { deviceId: reader.deviceId, ids: ids ?? null, upTo: upTo ?? null };
  return changing(deps, reader, (inner) => marks.removeNotifications(inner.db, reader.id, which));
}

export async function settingsOf(deps: Deps, actor: Actor): Promise<NotificationSettings> {
  return (await settingsStore.findSettings(deps.db, actor.id)) ?? defaultNotificationSettings;
}

export const quietHoursOf: QuietHoursOf = (deps, userIds) => settingsStore.findQuietHours(deps.db, userIds);

/** What is not named stays; all own devices hear of it. Error: TIME_ZONE_UNKNOWN. */
export async function saveSettings(
  deps: Deps,
  actor: Actor,
  changes: {
    [Setting in keyof NotificationSettings]?: NotificationSettings[Setting] | undefined;
  },
): Promise<NotificationSettings> {
  const { quietHours, pushPreviews } = changes;
  if (quietHours && !isTimeZone(quietHours.timeZone)) throw new AppError('TIME_ZONE_UNKNOWN');
  return deps.transact(async (inner) => {
    const before = await settingsOf(inner, actor);
    const after = {
      quietHours: quietHours === undefined ? before.quietHours : quietHours,
      pushPreviews: pushPreviews ?? before.pushPreviews,
    };
    await settingsStore.saveSettings(inner.db, actor.id, after);
    if (quietHours !== undefined) await refitReminders(inner, actor.id);
    tellPerson(inner, actor.id, { type: 'notification_settings_changed' });
    return after;
  });
}

/** Posts near the own shared position that one was not told of yet; none while nothing is shared. */
export async function listUnnotified(deps: Deps, actor: Actor) {
  const { now, since } = windowOf(deps, { id: actor.id, deviceId: '' });
  const at = await unnotified.findSharedPlace(deps.db, actor.id, usedSince(now));
  if (!at) return [];
  const found = await unnotified.listUnnotified(deps.db, actor.id, { at, since, now });
  return found.map(({ id, content, gender, latitude, longitude }) => ({
    id,
    content,
    gender: actor.isConfirmed ? gender : null,
    location: { latitude, longitude },
  }));
}

export async function markNotified(deps: Deps, actor: Actor, postIds: readonly string[]): Promise<void> {
  await deps.transact(async (inner) => {
    await unnotified.rememberNotified(inner.db, actor.id, [...new Set(postIds)]);
    await unnotified.trimNotified(inner.db, actor.id);
  });
}

export async function removeOldNotifications(deps: Deps): Promise<void> {
  const now = deps.clock();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const { recent_ms, staying_ms } = notificationLimits;
  const which = { now, before: ago(recent_ms), stayingBefore: ago(staying_ms) };
  await untilNoneIsLeft((limit) => marks.removeOlder(deps.db, which, limit));
}
