import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import { type ConversationLog, logOf } from './conversation-log.ts';
import { outgoingOf, type PrivateListItem, type PrivateMessage } from './private-messages.ts';

/** A private conversation as the screens show it, from what this device kept of it. */
export function conversationOf(item: PrivateListItem, myId: string): Conversation {
  const { conversation, lastMessage, otherParticipant, unreadCount } = item;
  const { id, createdAt, updatedAt, lastMessageAt, isActive, blockedBy, settings } = conversation;
  const own = settings[myId];
  return {
    id,
    title: null,
    description: null,
    isPrivate: true,
    latitude: null,
    longitude: null,
    address: null,
    addressNames: {},
    joinRadius: null,
    chatRoom: null,
    memberCount: 2,
    members: [],
    isActive,
    createdAt,
    updatedAt,
    lastMessageAt,
    distance: null,
    withinJoinRadius: null,
    userMembershipStatus: 'member',
    userRole: 'MEMBER',
    plan: null,
    lastMessage: lastMessage && {
      id: lastMessage.id,
      sequence: 0,
      content: lastMessage.content,
      senderName: lastMessage.senderId === myId ? '' : otherParticipant.name,
      senderId: lastMessage.senderId,
      createdAt: lastMessage.createdAt,
      type: outgoingOf(lastMessage).type,
      ...{ event: null, closedKind: null },
    },
    unreadCount,
    mentionsMe: false,
    _count: { messages: 0 },
    lastSequence: 0,
    readSequence: 0,
    change: 0,
    readers: [],
    settings: {
      isMuted: own?.isMuted ?? false,
      isPinned: own?.isPinned ?? false,
      isArchived: own?.isArchived ?? false,
    },
    // Who is there now is not known.
    otherParticipant: { ...otherParticipant, isOnline: false },
    ...{ messageRequest: null, request: null },
    messagesUntilAccepted: null,
    pendingRequests: null,
    slowMode_s: 0,
    leaderRestrictedUntil: null,
    objectionUntil: null,
    mutedUntil: null,
    muteReason: null,
    moderatorIds: [],
    can: { send: isActive && blockedBy === null, manage: false, moderate: false, leave: false, vote: false },
  };
}

/** What was said, in the order it was, as far as it is kept; the numbers are of this device alone. */
export function keptLog(
  messages: readonly PrivateMessage[],
  item: PrivateListItem,
  myId: string,
): ConversationLog {
  const { lastMessage, conversation } = item;
  const said = messages.filter((one) => one.conversationId === conversation.id && one.isDelivered);
  // The list may know of more than was ever opened.
  if (lastMessage && !said.some(({ id }) => id === lastMessage.id)) said.push(lastMessage);
  return logOf({
    messages: said.map((message, index) => messageOf(message, index + 1, item, myId)),
    lastSequence: said.length,
    change: 0,
    hasOlder: false,
    hiddenUpTo: 0,
  });
}

function messageOf(kept: PrivateMessage, sequence: number, item: PrivateListItem, myId: string): Message {
  const isMine = kept.senderId === myId;
  const { name, avatar } = item.otherParticipant;
  return {
    id: kept.id,
    conversationId: kept.conversationId,
    sequence,
    clientId: isMine ? kept.id : null,
    senderId: kept.senderId || null,
    senderName: isMine ? '' : name,
    senderAvatar: isMine ? null : avatar,
    content: kept.content,
    type: outgoingOf(kept).type,
    createdAt: kept.createdAt,
    updatedAt: kept.updatedAt ?? kept.createdAt,
    editedAt: null,
    isDeleted: kept.isDeleted,
    removedBy: kept.isDeleted ? 'author' : null,
    isRead: kept.isRead,
    metadata: null,
    event: null,
    replyTo: null,
    // Pictures are kept by no browser.
    media: null,
    mentions: [],
    reactions: {},
    myReaction: null,
    change: 0,
    folded: false,
    ...{ closed: false, closedKind: null, closedHost: null },
  };
}
