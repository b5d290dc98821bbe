import { setTimeout as delay } from 'node:timers/promises';
import { listNotifications, type Notification } from '@dazi/contract/notifications/notifications';
import type { Deps } from '#platform/deps.ts';
import { notices } from '../../areas.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { makeNotifications } from './making.service.ts';

/** What somebody is shown, and the badge beside it. */
export async function notificationsOf(
  person: TestPerson,
  query: { unread?: 'true'; limit?: string; cursor?: string } = {},
): Promise<{ list: Notification[]; badge: number; nextCursor: string | null }> {
  const { data, unreadCount, nextCursor } = await person.get(listNotifications, { query });
  return { list: data as Notification[], badge: unreadCount, nextCursor };
}

/** The words alone, the latest first. */
export async function wordsTo(person: TestPerson): Promise<string[]> {
  return (await notificationsOf(person)).list.map(({ title, message }) => `${title} | ${message}`);
}

const pause_ms = 20;
const patience = 500;

/** Makes all notifications that are due; running transactions anywhere on the database server delay it. */
export async function allNotified(deps: Deps): Promise<void> {
  for (let asked = 0; asked < patience; asked++) {
    const { isWaiting } = await makeNotifications(deps, notices);
    if (!isWaiting) return;
    await delay(pause_ms);
  }
  throw new Error('Some transaction on this database server does not end');
}

export { pushDue } from './push.service.ts';
