import { useState } from 'react';
import type { ConversationLog } from './conversation-log.ts';
import { countsAsUnread } from './message-rows.ts';
import { wordsIn } from './preview.ts';

const spoken: readonly string[] = ['TEXT', 'QUICK'];

/** Readers of the screen hear what others say as it comes. */
export function MessageAnnouncement({ log, userId }: { log: ConversationLog; userId: string }) {
  const [first] = useState(log.lastSequence);
  const last = log.messages.at(-1);
  const isNews =
    last &&
    last.sequence > first &&
    countsAsUnread(last, userId) &&
    spoken.includes(last.type) &&
    !last.closed;
  return (
    <p className="unseen" aria-live="polite">
      {isNews ? `${last.senderName}: ${wordsIn(last.type, last.content)}` : ''}
    </p>
  );
}
