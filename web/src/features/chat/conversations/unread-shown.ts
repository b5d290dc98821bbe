import { ApiError } from '#platform/api.ts';
import type { PrivateState } from './private-messages.ts';

interface Counted {
  messages: number;
  requests: number;
  messageRequests: number;
  motions: number;
}

/**
 * What the badge shows: what the server counted last; before it could be asked, what this device knows of private
 * conversations. Null leaves the badge as it is: asked too often, one simply waits for the next time.
 */
export function unreadToShow(
  counted: Counted | undefined,
  error: unknown,
  kept: PrivateState,
  userId: string,
): number | null {
  if (counted) return counted.messages + counted.requests + counted.messageRequests;
  if (error === null || (error instanceof ApiError && error.status === 429)) return null;
  return kept.items
    .filter(({ conversation }) => {
      const own = conversation.settings[userId];
      return !own?.isMuted && !own?.isArchived;
    })
    .reduce((sum, { unreadCount }) => sum + unreadCount, 0);
}
