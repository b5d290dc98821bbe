import { pushedSessionsPort } from '#features/identity/identity.service.ts';
import { quietHoursPort } from '#features/plans/plans.service.ts';
import type { Area } from '#platform/area.ts';
import { fill } from '#platform/ports.ts';
import { mailRoutes } from './mail.routes.ts';
import { waitingMails } from './mail.service.ts';
import { NotificationMaker, noticesLag_s } from './making.service.ts';
import { notificationsAccount } from './notifications.account.ts';
import { notificationsJobs } from './notifications.jobs.ts';
import { notificationsNotices } from './notifications.notices.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { quietHoursOf } from './notifications.service.ts';
import { Pusher, pushedSessions, waitingPushes } from './push.service.ts';

export const notificationsArea: Area = {
  name: 'notifications',
  routes(server, { deps, push }) {
    notificationsRoutes(server, deps, push);
    mailRoutes(server, deps);
  },
  jobs: ({ notices, push, mailer }) => notificationsJobs(notices, push, mailer),
  start({ deps, notices, push }) {
    deps.measures.gauge('push_waiting', () => waitingPushes(deps));
    deps.measures.gauge('mail_waiting', () => waitingMails(deps));
    deps.measures.gauge('outbox_lag_seconds', async () => ({
      reader: { notifications: await noticesLag_s(deps) },
    }));
    const pusher = new Pusher(deps, push);
    const maker = new NotificationMaker(deps, notices, () => pusher.wake());
    return {
      async stop() {
        await maker.stop();
        await pusher.stop();
      },
    };
  },
  notices: [notificationsNotices],
  accountParts: () => [notificationsAccount],
  fills: [fill(pushedSessionsPort, pushedSessions), fill(quietHoursPort, quietHoursOf)],
};
