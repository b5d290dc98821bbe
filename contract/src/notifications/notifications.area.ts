import { defineArea } from '../kernel/area.ts';
import { notificationEvents } from './notification-events.ts';
import * as notifications from './notifications.ts';

export const notificationsArea = defineArea('notifications', {
  errors: notifications.notificationsErrors,
  calls: [notifications],
  events: { person: notificationEvents },
});
