import { type AreaNotices, codeFacts, noticeKind, noticeRule } from '#platform/notices.ts';
import {
  mentionedInMessages,
  namedInConversations,
  readersOfMessages,
  sendersOfReacted,
} from './message-recipients.store.ts';

interface OfMessage {
  conversationId: string;
  sequence: number;
  personId: string;
}

/** Of a group only what mentions or answers somebody. `isRequest`: the receiver has not accepted the sender yet. */
export const messageSent = noticeKind<OfMessage & { isRequest: boolean }>('message_sent');
/** Those whom a message mentions since it was changed. */
export const mentionAdded = noticeKind<OfMessage & { userIds: string[] }>('mention_added');
export const messageReacted = noticeKind<OfMessage>('message_reacted');
export const messageChanged = noticeKind<{ conversationId: string; sequence: number }>(
  'message_changed',
  'thing',
);
/** A message was taken out of a room by whoever keeps it in order; who that was is not told. */
export const messageRemoved = noticeKind<{ conversationId: string; userId: string }>('message_removed');
/** `until` is an instant. */
export const memberMuted = noticeKind<{ conversationId: string; userId: string; until: string }>(
  'member_muted',
);
export const moderatorAppointed = noticeKind<{
  conversationId: string;
  userId: string;
  personId: string;
}>('moderator_appointed');
/** With a new owner the requests of a room, and how full it is, are the former one's business no longer. */
export const ownerChanged = noticeKind<{ conversationId: string; userId: string }>('owner_changed', 'leader');

export const conversationsNotices: AreaNotices = {
  codes: {
    private_message: codeFacts('PRIVATE_MESSAGE', { gathered: 'conversation' }),
    message_request: codeFacts('PRIVATE_MESSAGE', { priority: 'low', gathered: 'conversation' }),
    mentioned: codeFacts('NEW_MESSAGE', { gathered: 'mentions' }),
    message_answered: codeFacts('NEW_MESSAGE', { gathered: 'answers' }),
    message_reacted: codeFacts('MESSAGE_REACTION', { priority: 'low', gathered: 'reacted' }),
    room_message_removed: codeFacts('SYSTEM', { stays: true }),
    room_muted: codeFacts('SYSTEM', { stays: true }),
    room_moderator_appointed: codeFacts('SYSTEM', { stays: true }),
    became_owner: codeFacts('SYSTEM', { priority: 'high', isSpared: true }),
  },
  rules: [
    noticeRule([messageSent], {
      find: readersOfMessages,
      compose: ({ conversationId, sequence, personId, isRequest }, { code, isAnswer }) => ({
        code: isRequest && code === 'private_message' ? 'message_request' : code,
        ...{ conversationId, sequence, personId },
        ...(code === 'mentioned' && isAnswer && { params: { isAnswer } }),
      }),
    }),
    noticeRule([mentionAdded], {
      find: mentionedInMessages,
      compose: ({ conversationId, sequence, personId }) => ({
        code: 'mentioned',
        ...{ conversationId, sequence, personId },
        params: { isAdded: true },
        unlessNotified: ['mentioned', 'message_answered'],
      }),
    }),
    noticeRule([messageReacted], {
      find: sendersOfReacted,
      compose: ({ conversationId, sequence, personId }) => ({
        code: 'message_reacted',
        ...{ conversationId, sequence, personId },
      }),
    }),
    noticeRule([messageRemoved], {
      find: namedInConversations,
      compose: ({ conversationId }) => ({ code: 'room_message_removed', conversationId }),
    }),
    noticeRule([memberMuted], {
      find: namedInConversations,
      compose: ({ conversationId, until }) => ({ code: 'room_muted', conversationId, params: { until } }),
    }),
    noticeRule([moderatorAppointed], {
      find: namedInConversations,
      compose: ({ conversationId, personId }) => ({
        code: 'room_moderator_appointed',
        ...{ conversationId, personId },
      }),
    }),
    noticeRule([ownerChanged], {
      find: namedInConversations,
      compose: ({ conversationId }) => ({ code: 'became_owner', conversationId }),
    }),
  ],
  invalidating: [messageChanged],
};
