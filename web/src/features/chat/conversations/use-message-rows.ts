import { useMemo } from 'react';
import type { ConversationLog } from './conversation-log.ts';
import { placeholdersOf, useQueuedFiles } from './file-queue.ts';
import { type MessageRow, rowsOf } from './message-rows.ts';
import { useOwn } from './outgoing.ts';
import type { OwnMessage } from './replica/own.ts';

/** The rows of a conversation: its log, then what is on its way. */
export function useMessageRows(
  conversationId: string,
  log: ConversationLog,
  myId: string,
  /** Everything up to here was read when it was opened; null shows no divider. */
  readSequence: number | null,
): MessageRow[] {
  const outgoing = useOnTheWay(conversationId, myId);
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

/** What waits in the outbox, and files that are still being made ready for it. */
export function useOnTheWay(conversationId: string, myId: string): readonly OwnMessage[] {
  const files = useQueuedFiles(conversationId);
  const inOutbox = useOwn(conversationId);
  return useMemo(() => {
    const placeholders = placeholdersOf(files, conversationId, myId);
    const known = new Set(inOutbox.map(({ clientId }) => clientId));
    return [...inOutbox, ...placeholders.filter(({ clientId }) => !known.has(clientId))];
  }, [files, inOutbox, conversationId, myId]);
}
