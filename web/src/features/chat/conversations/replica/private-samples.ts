import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import type { Numbered } from '../conversation-log.ts';
import { conversationOf } from './device-copy.ts';

export const now = '2026-11-21T12:00:00.000Z';
export const me = 'mika';
export const theo = 'theo';

/** Two people who have said nothing yet. */
export const privateConversation = (id: string, parts: Partial<Conversation> = {}): Conversation => ({
  ...conversationOf(
    {
      conversation: {
        id,
        participants: [me, theo],
        isActive: true,
        lastMessageId: null,
        lastMessageAt: null,
        createdAt: '2026-11-20T12:00:00.000Z',
        updatedAt: '2026-11-20T12:00:00.000Z',
        settings: {},
        blockedBy: null,
        blockedAt: null,
      },
      lastMessage: null,
      unreadCount: 0,
      otherParticipant: {
        id: theo,
        name: 'Theo',
        avatar: null,
        isOnline: true,
        isBlocked: false,
        blockedByMe: false,
      },
      lastActivity: '2026-11-20T12:00:00.000Z',
    },
    me,
  ),
  ...parts,
});

export const saidBy = (sequence: number, senderId: string, parts: Partial<Message> = {}): Numbered => ({
  id: `m${sequence}`,
  conversationId: 'c1',
  ...{ closed: false, closedKind: null, closedHost: null },
  clientId: senderId === me ? `pm_${sequence}` : `pm_of_theirs_${sequence}`,
  senderId,
  senderName: senderId,
  senderAvatar: null,
  content: `text ${sequence}`,
  type: 'TEXT',
  createdAt: new Date(Date.parse(now) + sequence * 60_000).toISOString(),
  updatedAt: now,
  editedAt: null,
  isDeleted: false,
  removedBy: null,
  isRead: false,
  metadata: null,
  event: null,
  replyTo: null,
  media: null,
  mentions: [],
  reactions: {},
  myReaction: null,
  change: 0,
  folded: false,
  ...parts,
  sequence,
});
