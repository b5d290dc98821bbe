import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import type { Job } from '#platform/jobs.ts';
import type { Mailer } from '#platform/mail.ts';
import type { Notices } from '#platform/notices.ts';
import type { PushSender } from '#platform/push.ts';
import { sendDueMails } from './mail.service.ts';
import { orderDigests } from './mail-digest.service.ts';
import { makeNotifications } from './making.service.ts';
import { removeOldNotifications } from './notifications.service.ts';
import { forgetOldPushes, pushDue } from './push.service.ts';

const mailJobs = (mailer: Mailer, notices: Notices): readonly Job[] => [
  {
    name: 'send mail',
    every_ms: 5_000,
    once: true,
    run: async (deps) => void (await sendDueMails(deps, mailer, notices)),
  },
  { name: 'order digests', every_ms: 10 * 60 * 1000, once: true, run: orderDigests },
];

/** What was left undone is caught up with: by another node, or by this one after a restart. */
export const notificationsJobs = (
  notices: Notices,
  sender: PushSender,
  mailer: Mailer | null,
): readonly Job[] => [
  {
    name: 'make notifications',
    every_ms: 5_000,
    run: async (deps) => void (await makeNotifications(deps, notices)),
  },
  { name: 'push', every_ms: 5_000, run: (deps) => pushDue(deps, sender) },
  {
    name: 'remove old notifications',
    every_ms: notificationLimits.cleanUpEvery_ms,
    once: true,
    run: removeOldNotifications,
  },
  ...(mailer ? mailJobs(mailer, notices) : []),
  { name: 'forget old pushes', every_ms: 60 * 60 * 1000, once: true, run: forgetOldPushes },
];
