import { listNotifications, type Notification } from '@dazi/contract/notifications';
import type { TestPerson } from '../../testing/test-person.ts';

/** What somebody is shown, and the badge beside it. */
export async function toldTo(
  person: TestPerson,
  query: { unread?: 'true'; limit?: string; cursor?: string } = {},
): Promise<{ list: Notification[]; badge: number; nextCursor: string | null }> {
  const { data, unreadCount, nextCursor } = await person.get(listNotifications, { query });
  return { list: data as Notification[], badge: unreadCount, nextCursor };
}

/** The words alone, the latest first. */
export async function wordsTo(person: TestPerson): Promise<string[]> {
  return (await toldTo(person)).list.map(({ title, message }) => `${title} | ${message}`);
}
