import { ApiError } from '#platform/api.ts';
import type { Replica } from './replica.ts';
import { shownIn } from './shown.ts';

interface Counted {
  messages: number;
  requests: number;
  messageRequests: number;
  motions: number;
}

/** What is unread as far as this page knows, of what makes a badge. */
export const unreadKnown = (state: Pick<Replica, 'conversations' | 'ownSettings'>): number =>
  [...state.conversations.keys()]
    .map((id) => shownIn(state, id)!)
    .filter(({ settings }) => !settings.isMuted && !settings.isArchived)
    .reduce((sum, { unreadCount }) => sum + unreadCount, 0);

/**
 * What the badge shows: what the server counted last; before it could be asked, what is known here. Null leaves the badge
 * as it is: asked too often, one simply waits for the next time.
 */
export function unreadToShow(counted: Counted | undefined, error: unknown, known: number): number | null {
  if (counted) return counted.messages + counted.requests + counted.messageRequests;
  if (error === null || (error instanceof ApiError && error.status === 429)) return null;
  return known;
}
