import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { refreshWaitingCount } from '#platform/waiting-count.ts';
import type { ConversationLog } from './conversation-log.ts';
import { refreshLists } from './conversations.api.ts';
import { readPrivately, readUpTo } from './messages.api.ts';
import { putOnScreen } from './on-screen.ts';
import { systemId } from './preview.ts';
import { messageToRead } from './private-rules.ts';
import { deviceForm } from './replica/device-copy.ts';

/** After opening, and between two marks. */
const readDelay_ms = 1000;

/** A second after it was opened, and what comes later when it is seen: at the end of the log, in a window that is looked at. */
export function useReading(
  conversation: Conversation | undefined,
  log: ConversationLog | undefined,
  userId: string,
  isAtBottom: boolean,
): void {
  const client = useQueryClient();
  const opened = useRef<string | null>(null);
  const told = useRef(0);
  const id = conversation?.id;
  const newest = log && !log.isDetached ? log.end : 0;
  const known = conversation?.readSequence ?? 0;

  const mark = useEffectEvent((sequence: number) => {
    if (!id || document.visibilityState !== 'visible') return;
    const isFirst = opened.current !== id;
    // Opening marks everything there is, wherever one begins to read.
    const upTo = isFirst ? (log?.lastSequence ?? 0) : sequence;
    if (!isFirst && upTo <= Math.max(told.current, known)) return;
    opened.current = id;
    told.current = upTo;
    tellRead(upTo).catch(() => {
      // The next message, or the next look, says it again.
      told.current = 0;
    });
  });

  const tellRead = async (sequence: number) => {
    if (!conversation || !log) return;
    const { isPrivate, unreadCount } = conversation;
    // What the system tells is read as in a group: nobody waits to hear of it.
    const isTold = log.messages.at(-1)?.senderId === systemId;
    if (!isPrivate || isTold || log.isDetached) return readUpTo(client, conversation.id, userId, sequence);
    // Told once, and only of what somebody else wrote.
    const newest = log.messages.findLast(({ senderId }) => ![null, userId, systemId].includes(senderId));
    const { messages } = deviceForm(conversation, userId, newest && [newest]);
    const unread = messages[0] && messageToRead({ messages }, userId, messages[0].id);
    if (newest && unread) await readPrivately(client, conversation.id, userId, newest.id);
    else if (unreadCount > 0) await readUpTo(client, conversation.id, userId, sequence);
  };

  const isLoaded = log !== undefined;
  const isEndShown = isLoaded && !log.isDetached && isAtBottom;
  useOnScreen(isEndShown ? id : undefined, () => newest > Math.max(told.current, known));
  useEffect(() => {
    if (!id || !isLoaded) return;
    if (opened.current === id && !isAtBottom) return;
    const timer = setTimeout(() => mark(newest), readDelay_ms);
    const onVisible = () => mark(newest);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [id, newest, isAtBottom, isLoaded]);
}

/** While the end of a conversation is looked at, no badge counts it; what could not be marked by then counts again. */
function useOnScreen(id: string | undefined, isLeftUnread: () => boolean): void {
  const client = useQueryClient();
  const leave = useEffectEvent(() => {
    putOnScreen(null);
    if (!isLeftUnread()) return;
    void refreshWaitingCount(client);
    void refreshLists(client);
  });
  useEffect(() => {
    if (!id) return;
    const look = () => (document.visibilityState === 'visible' ? putOnScreen(id) : leave());
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      leave();
    };
  }, [id]);
}
