import type { Conversation } from '@dazi/contract/conversation-views';

/** How a conversation was when somebody opened it: opening marks everything read. */
export type Opening = Pick<Conversation, 'readSequence' | 'unreadCount'>;

let latest: { id: string; opening: Opening } | null = null;

export function noteOpening({ id, readSequence, unreadCount }: Conversation): void {
  latest = { id, opening: { readSequence, unreadCount } };
}

/** Given once, to the view that opens. */
export function takeOpening(id: string): Opening | undefined {
  const taken = latest?.id === id ? latest.opening : undefined;
  latest = null;
  return taken;
}
