import { defineArea } from '../kernel/area.ts';
import * as mail from './mail.ts';
import { notificationEvents } from './notification-events.ts';
import * as notifications from './notifications.ts';

export const notificationsArea = defineArea('notifications', {
  errors: { ...notifications.notificationsErrors, ...mail.mailErrors },
  calls: [notifications, mail],
  events: { person: notificationEvents },
});
