import { useMemo } from 'react';
import type { ConversationLog } from './conversation-log.ts';
import { type MessageRow, rowsOf } from './message-rows.ts';
import { useOwn } from './outgoing.ts';

export function useMessageRows(
  conversationId: string,
  log: ConversationLog,
  myId: string,
  /** Everything up to here was read when it was opened; null shows no divider. */
  readSequence: number | null,
): MessageRow[] {
  const outgoing = useOwn(conversationId);
  return useMemo(
    () =>
      rowsOf({
        messages: log.messages,
        hasOlder: log.hasOlder,
        cards: log.cards,
        outgoing,
        myId,
        readSequence,
      }),
    [log.messages, log.hasOlder, log.cards, outgoing, myId, readSequence],
  );
}
