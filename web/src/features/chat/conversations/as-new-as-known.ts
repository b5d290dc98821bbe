import type { Conversation } from '@dazi/contract/chat/conversation-views';

/**
 * An answer that was on its way while something was said does not take that back: what is known here of the last
 * message stays. Numbers only grow, so they say which of the two is newer.
 */
export function asNewAsKnown(answered: Conversation, known: Conversation | undefined): Conversation {
  if (!known || known.lastSequence <= answered.lastSequence) return answered;
  const { lastSequence, lastMessage, lastMessageAt, mentionsMe, unreadCount, messagesUntilAccepted } = known;
  return {
    ...answered,
    lastSequence,
    lastMessage,
    lastMessageAt,
    mentionsMe,
    unreadCount,
    messagesUntilAccepted,
  };
}
