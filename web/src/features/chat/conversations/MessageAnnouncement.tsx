import { useState } from 'react';
import type { ConversationLog } from './conversation-log.ts';
import { countsAsUnread } from './message-rows.ts';

/** Readers of the screen hear what others say as it comes. */
export function MessageAnnouncement({ log, userId }: { log: ConversationLog; userId: string }) {
  const [first] = useState(log.lastSequence);
  const last = log.messages.at(-1);
  const isNews =
    last && last.sequence > first && countsAsUnread(last, userId) && last.type === 'TEXT' && !last.closed;
  return (
    <p className="unseen" aria-live="polite">
      {isNews ? `${last.senderName}: ${last.content}` : ''}
    </p>
  );
}
