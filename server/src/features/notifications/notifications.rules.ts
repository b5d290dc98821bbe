import {
  type NotificationCode,
  type NotificationPriority,
  type NotificationType,
  notificationLimits,
  type QuietHours,
} from '@dazi/contract/notifications/notifications';
import type { Preferences } from '@dazi/contract/people/profiles';
import type { Notice } from '#features/live/live.service.ts';

type Wish = keyof Preferences['notificationSettings'];

interface Kind {
  type: NotificationType;
  priority: NotificationPriority;
  /** Which wish of the profile turns it off; null for what everybody is told. */
  wish: Wish | null;
  /** What one has just done oneself, and was told on the spot, rings no bell: it stands among what was read. */
  isRead: boolean;
}

const kind = (
  type: NotificationType,
  wish: Wish | null,
  priority: NotificationPriority = 'medium',
  isRead = false,
): Kind => ({
  type,
  priority,
  wish,
  isRead,
});

/** What each kind of notification is to the person it is for. */
export const kinds: Readonly<Record<NotificationCode, Kind>> = {
  private_message: kind('PRIVATE_MESSAGE', 'newMessages'),
  message_request: kind('PRIVATE_MESSAGE', 'newMessages', 'low'),
  mentioned: kind('NEW_MESSAGE', 'newMessages'),
  message_answered: kind('NEW_MESSAGE', 'newMessages'),
  post_commented: kind('NEW_MESSAGE', 'newMessages'),
  comment_answered: kind('NEW_MESSAGE', 'newMessages'),
  post_reacted: kind('MESSAGE_REACTION', 'reactions', 'low'),
  message_reacted: kind('MESSAGE_REACTION', 'reactions', 'low'),
  post_nearby: kind('PROXIMITY_ALERT', 'nearbyActivity'),
  join_requested: kind('JOIN_REQUEST', null, 'high'),
  join_approved: kind('SYSTEM', null),
  join_denied: kind('SYSTEM', null),
  became_owner: kind('SYSTEM', null, 'high'),
  removed_from_room: kind('SYSTEM', null),
  banned_from_room: kind('SYSTEM', null),
  person_blocked: kind('USER_BLOCKED', null, 'low', true),
  person_unblocked: kind('USER_UNBLOCKED', null, 'low', true),
  split: kind('CITY_UPDATE', 'cityUpdates'),
  election: kind('CITY_UPDATE', 'cityUpdates'),
  capacity_warning: kind('CITY_UPDATE', 'cityUpdates', 'high'),
  motion_put: kind('SYSTEM', null, 'high'),
  motion_passed: kind('SYSTEM', null),
  motion_failed: kind('SYSTEM', null),
  deposit: kind('WALLET', null),
  transfer_sent: kind('WALLET', null, 'low'),
  transfer_received: kind('WALLET', null),
  group_transaction: kind('WALLET', null),
};

/** What of one thing is shown as one notification; everything else stands alone. */
export function gatheredAs(code: NotificationCode, of: { about: string | null; eventId: number }): string {
  const name = {
    private_message: 'conversation',
    message_request: 'conversation',
    mentioned: 'mentions',
    message_answered: 'answers',
    post_commented: 'comments',
    comment_answered: 'replies',
    post_reacted: 'reactions',
    message_reacted: 'reacted',
  }[code as string];
  return name && of.about ? `${name}-${of.about}` : `event-${of.eventId}`;
}

/** The beginning of what was said, on one line. */
export function previewOf(content: string): string {
  const letters = [...content.replace(/\s+/gu, ' ').trim()];
  const { preview } = notificationLimits;
  return letters.length > preview ? `${letters.slice(0, preview).join('')}…` : letters.join('');
}

/** Whether a time zone is known here. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Hours and minutes somewhere, as `09:05`. */
function clockTime(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return parts.format(now);
}

/** Quiet from the first minute on and until the last one begins; the same twice is the whole day. */
export function isQuiet(quietHours: QuietHours | null, now: Date): boolean {
  if (!quietHours) return false;
  const { from, to, timeZone } = quietHours;
  const time = clockTime(now, timeZone);
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/** Notices older than this tell nobody anything: what they would make is too old to be shown. */
export const isTooOld = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= notificationLimits.recent_ms;

/** The notices of one kind, each with its number. */
export function ofKind<Name extends Notice['kind']>(
  noticed: readonly Noticed[],
  ...names: readonly Name[]
): (Extract<Notice, { kind: Name }> & { eventId: number })[] {
  return noticed
    .filter(({ notice }) => (names as readonly string[]).includes(notice.kind))
    .map(({ eventId, notice }) => ({ ...(notice as Extract<Notice, { kind: Name }>), eventId }));
}

/** A notice as it stands in the outbox. */
export interface Noticed {
  eventId: number;
  transactionId: number;
  createdAt: Date;
  notice: Notice;
}

/** After how many tries a browser is given up for one notification, and how long each waits for the next. */
export const retries_ms: readonly number[] = [5_000, 60_000];
