import { namedInConversations } from '#features/chat/conversations/conversations.service.ts';
import { type AreaNotices, codeFacts, noticeKind, noticeRule } from '#platform/notices.ts';
import { ownersOfFull, ownersOfRequested } from './room-recipients.store.ts';

export const joinRequested = noticeKind<{ conversationId: string; requestId: string; personId: string }>(
  'join_requested',
);
export const joinAnswered = noticeKind<{ conversationId: string; userId: string; isApproved: boolean }>(
  'join_answered',
);
/** The members voted `userId` out and `personId` in; the former may object. */
export const leaderElected = noticeKind<{ conversationId: string; userId: string; personId: string }>(
  'leader_elected',
);
export const memberRemoved = noticeKind<{ conversationId: string; userId: string; isBanned: boolean }>(
  'member_removed',
);
/** A room has come to the size at which its owner is warned, or to the one at which it takes nobody more. */
export const roomNearlyFull = noticeKind<{ conversationId: string; members: number; limit: number }>(
  'room_nearly_full',
);

export const roomsNotices: AreaNotices = {
  codes: {
    join_requested: codeFacts('JOIN_REQUEST', { priority: 'high', isSpared: true }),
    join_approved: codeFacts('SYSTEM'),
    join_denied: codeFacts('SYSTEM'),
    leader_elected_against_you: codeFacts('SYSTEM', { priority: 'high', stays: true }),
    removed_from_room: codeFacts('SYSTEM'),
    banned_from_room: codeFacts('SYSTEM'),
    capacity_warning: codeFacts('CITY_UPDATE', { priority: 'high' }),
    split: codeFacts('CITY_UPDATE'),
  },
  rules: [
    noticeRule([joinRequested], {
      find: ownersOfRequested,
      compose: ({ conversationId, requestId, personId }) => ({
        code: 'join_requested',
        ...{ conversationId, requestId, personId },
      }),
    }),
    noticeRule([roomNearlyFull], {
      find: ownersOfFull,
      compose: ({ conversationId, members, limit }) => ({
        code: members < limit ? 'capacity_warning' : 'split',
        conversationId,
        params: { members, limit },
      }),
    }),
    noticeRule([joinAnswered], {
      find: namedInConversations,
      compose: ({ conversationId, isApproved }) => ({
        code: isApproved ? 'join_approved' : 'join_denied',
        conversationId,
      }),
    }),
    noticeRule([leaderElected], {
      find: namedInConversations,
      compose: ({ conversationId, personId }) => ({
        code: 'leader_elected_against_you',
        ...{ conversationId, personId },
      }),
    }),
    noticeRule([memberRemoved], {
      find: namedInConversations,
      compose: ({ conversationId, isBanned }) => ({
        code: isBanned ? 'banned_from_room' : 'removed_from_room',
        conversationId,
      }),
    }),
  ],
};
