import { namedRecipients } from '#features/identity/identity.service.ts';
import { type AreaNotices, codeFacts, noticeKind, noticeRule } from '#platform/notices.ts';

interface BetweenTwo {
  blockerId: string;
  blockedId: string;
}

/** Told to whoever did it, and to nobody else. */
export const personBlocked = noticeKind<BetweenTwo>('person_blocked');
export const personUnblocked = noticeKind<BetweenTwo>('person_unblocked');

const quiet = { priority: 'low', isRead: true, isOwn: true } as const;

export const blocksNotices: AreaNotices = {
  codes: {
    person_blocked: codeFacts('USER_BLOCKED', quiet),
    person_unblocked: codeFacts('USER_UNBLOCKED', quiet),
  },
  rules: [
    noticeRule([personBlocked, personUnblocked], {
      find: (db, notices) =>
        namedRecipients(
          db,
          notices.map(({ eventId, blockerId, blockedId }) => ({
            eventId,
            userId: blockerId,
            personId: blockedId,
          })),
        ),
      compose: ({ kind, blockedId }) => ({
        code: kind === personBlocked.name ? 'person_blocked' : 'person_unblocked',
        personId: blockedId,
      }),
    }),
  ],
};
