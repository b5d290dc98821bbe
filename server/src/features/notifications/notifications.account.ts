import type { AccountPart } from '#platform/account-part.ts';
import { publishNotice } from '#platform/notices.ts';
import { rowsAtOnce, rowsInPages } from '#platform/pages.ts';
import { deleteMailsOf, listLinks, listMailSettings, listMails } from './mail.store.ts';
import { findOwnSettings } from './notification-settings.store.ts';
import { personChanged } from './notifications.notices.ts';
import { deleteNotificationsOf, pageOfNotifications } from './notifications.store.ts';
import { deleteSubscriptionsOf, listSubscriptions } from './push.store.ts';
import { deleteNotifiedOf, pageOfNotified } from './unnotified.store.ts';

/** Handed out is what the person was told; what others were told of the person goes with the account too. */
export const notificationsAccount: AccountPart = {
  tables: {
    notifications: 'notifications',
    notification_settings: 'notificationSettings',
    push_subscriptions: 'pushSubscriptions',
    notified_posts: 'notifiedPosts',
    mails: 'mails',
    mail_settings: 'mailSettings',
    mail_links: 'mailLinks',
  },
  sections: {
    notifications: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfNotifications(deps.db, userId, Number(after), limit),
        ({ eventId }) => String(eventId),
      ),
    notificationSettings: (deps, userId) => rowsAtOnce(() => findOwnSettings(deps.db, userId)),
    pushSubscriptions: (deps, userId) => rowsAtOnce(() => listSubscriptions(deps.db, userId)),
    notifiedPosts: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfNotified(deps.db, userId, after, limit),
        ({ postId }) => postId,
      ),
    mails: (deps, userId) => rowsAtOnce(() => listMails(deps.db, userId)),
    mailSettings: (deps, userId) => rowsAtOnce(() => listMailSettings(deps.db, userId)),
    mailLinks: (deps, userId) => rowsAtOnce(() => listLinks(deps.db, userId)),
  },
  async changed(inner, userId) {
    publishNotice(inner, personChanged, { personId: userId });
  },
  async erase(deps, userId) {
    await deleteNotificationsOf(deps.db, userId);
    await deleteSubscriptionsOf(deps.db, userId);
    await deleteNotifiedOf(deps.db, userId);
    await deleteMailsOf(deps.db, userId);
  },
};
