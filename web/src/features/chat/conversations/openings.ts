import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { onPersonGone } from '#platform/storage.ts';

/** How a conversation was when somebody opened it: opening marks everything read. */
export type Opening = Pick<Conversation, 'readSequence' | 'unreadCount' | 'mentionsMe'>;

let latest: { id: string; opening: Opening } | null = null;

export function noteOpening({ id, readSequence, unreadCount, mentionsMe }: Conversation): void {
  latest = { id, opening: { readSequence, unreadCount, mentionsMe } };
}

/** Reading it takes nothing away: what is rendered may be thrown away and rendered again. */
export const openingOf = (id: string): Opening | undefined =>
  latest?.id === id ? latest.opening : undefined;

onPersonGone(() => {
  latest = null;
});

/** Once the view stands: another way to the same conversation begins with what it finds. */
export function forgetOpening(id: string): void {
  if (latest?.id === id) latest = null;
}
