import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import { useCallback, useState } from 'react';
import type { ConversationLog } from './conversation-log.ts';
import { type MessageRow, sequenceOf, unseenIn } from './message-rows.ts';
import type { Opening } from './openings.ts';

/** The server counts no further than a badge shows; of more the numbers of the log tell. */
export const newWhenOpened = (
  log: ConversationLog,
  { readSequence, unreadCount }: Opening,
  userId: string,
) => (unreadCount < conversationLimits.unread ? unreadCount : unseenIn(log, readSequence, userId));

export function useFresh(log: ConversationLog, userId: string, isAtBottom: boolean, opened: Opening) {
  const [seen, setSeen] = useState(opened.unreadCount > 0 ? opened.readSequence : log.lastSequence);
  const [first] = useState(log.lastSequence);
  const isUpToDate = isAtBottom && !log.isDetached;
  if (isUpToDate && seen !== log.lastSequence) setSeen(log.lastSequence);
  const onShown = useCallback(
    (row: MessageRow) => setSeen((before) => Math.max(before, sequenceOf(row))),
    [],
  );
  const most = opened.unreadCount + log.lastSequence - first;
  return { fresh: isUpToDate ? 0 : Math.min(most, unseenIn(log, seen, userId)), onShown };
}
