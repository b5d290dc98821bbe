import type { Frame } from '../frames.ts';
import { isQuietAt, isQuietBetween } from '../kernel/quiet-hours.ts';
import type { NotificationCode } from '../notices.ts';
import type { Notification, NotificationSettings, QuietHours } from './notifications.ts';

/** The unread count is asked for again after this long. */
export const unreadPoll_ms = 120_000;

export const defaultNotificationSettings: NotificationSettings = { quietHours: null, pushPreviews: false };

/** Whether notifications are to be asked for again. What one says oneself has read everything before it. */
export function changesNotifications(heard: Frame, userId: string): boolean {
  switch (heard.type) {
    case 'notification':
    case 'notifications_changed':
    case 'hidden_changed':
    case 'membership':
      return true;
    case 'new_message':
      return heard.message === null || heard.message.senderId === userId;
    case 'member_leave':
      return heard.userId === userId;
    case 'conversation_update':
      return ['read', 'settings', 'hidden', 'requests', 'closed'].includes(heard.change.kind);
    default:
      return false;
  }
}

/** What concerns moderators leads to their pages, and reporters to their own reports. */
const moderationPaths: { readonly [Code in NotificationCode]?: string } = {
  measure_ended: '/account/decisions',
  report_upheld: '/settings/reports',
  report_dismissed: '/settings/reports',
  moderation_waiting: '/moderation',
  appeal_waiting: '/moderation/appeals',
  moderator_appointed: '/moderation',
  moderator_ended: '/moderation',
};

/** Of these somebody hears in quiet hours, too, if the plan itself begins in them. */
const planChanges: ReadonlySet<NotificationCode> = new Set([
  'plan_changed',
  'plan_confirm',
  'plan_called_off',
  'plan_restored',
]);

/** Whether something is not pushed, nor shown by the browser, at an instant. */
export function isHushed(
  { code, params }: Pick<Notification, 'code' | 'params'>,
  quietHours: QuietHours | null,
  now: number,
): boolean {
  if (!quietHours || !isQuietAt(quietHours, now)) return false;
  if (code === 'new_device' || (code === 'moderation_waiting' && params.urgency === 'hour')) return false;
  const { plan } = params;
  return !(plan && planChanges.has(code) && isQuietBetween(quietHours, now, Date.parse(plan.startsAt)));
}

export function notificationPath({ type, code, data }: Pick<Notification, 'type' | 'code' | 'data'>): string {
  const { chatRoomId, conversationId, messageId, userId, motionId, decisionId, planId } = data;
  if (code === 'new_device') return '/settings/devices';
  if (decisionId) return `/account/decisions/${decisionId}`;
  const moderation = moderationPaths[code];
  if (moderation) return moderation;
  if (planId) return `/plan/${planId}`;
  if (motionId) return `/?governance=motion-${motionId}`;
  if (type === 'JOIN_REQUEST' && chatRoomId) return `/chat-rooms/${chatRoomId}/manage`;
  if (code === 'group_transaction' && conversationId) return `/messages/${conversationId}`;
  if (type === 'WALLET') return '/wallet';
  if ((code === 'capacity_warning' || code === 'split') && chatRoomId)
    return `/chat-rooms/${chatRoomId}/manage`;
  if (code === 'join_denied' || code === 'removed_from_room' || code === 'banned_from_room')
    return '/messages';
  if (messageId) return `/post/${messageId}`;
  if (conversationId) return `/messages/${conversationId}`;
  return userId ? `/profile/${userId}` : '/';
}
