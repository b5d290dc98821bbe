import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import type { Notification } from '@dazi/contract/notifications/notifications';
import { ownEntry, readStored, stored, writeStored } from '#platform/storage.ts';

const isNotification = (value: unknown): value is Notification =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'type', 'code', 'createdAt'].every((name) => typeof (value as never)[name] === 'string') &&
  typeof (value as Notification).params === 'object' &&
  typeof (value as Notification).data === 'object';

const notifications = (userId: string) =>
  ownEntry(
    userId,
    'notifications',
    (value): value is Notification[] => Array.isArray(value) && value.every(isNotification),
  );

const notified = (userId: string) =>
  ownEntry(
    userId,
    'notified',
    (value): value is string[] => Array.isArray(value) && value.every((id) => typeof id === 'string'),
  );

/** A tab that has not heard yet that somebody signed out must not bring back what was wiped. */
const isHere = (userId: string) => readStored(stored.user)?.id === userId;

/** What was unread when it was last asked for; shown until it is known anew, and without a network. */
export function keptNotifications(userId: string): Notification[] | undefined {
  return readStored(notifications(userId)) ?? undefined;
}

export function keepNotifications(userId: string, list: readonly Notification[]): void {
  if (isHere(userId)) writeStored(notifications(userId), list.slice(0, notificationLimits.kept));
}

/** Those of the given keys that the browser has not told of before; they count as told from now on. */
export function notYetNotified(userId: string, keys: readonly string[]): string[] {
  const known = readStored(notified(userId)) ?? [];
  const before = new Set(known);
  const fresh = keys.filter((key) => !before.has(key));
  if (fresh.length > 0 && isHere(userId)) writeStored(notified(userId), trimmed([...known, ...fresh]));
  return fresh;
}

/** The latest stay, once there are too many. */
function trimmed(keys: readonly string[]): string[] {
  const { most, latest } = notificationLimits.notified;
  return keys.length > most ? keys.slice(-latest) : [...keys];
}
