import type { Urgency } from '@dazi/contract/moderation/moderation.rules';
import { namedRecipients, officeHolders } from '#features/identity/identity.service.ts';
import { type AreaNotices, codeFacts, noticeKind, noticeRule } from '#platform/notices.ts';

/** Told to everybody who moderates and is not involved. */
export const caseOpened = noticeKind<{ urgency: Urgency; except: string[] }>('case_opened');
export const appealMade = noticeKind<{ decisionId: string; except: string[] }>('appeal_made');
/** Told to the person it is about. */
export const decisionMade = noticeKind<{ userId: string; decisionId: string }>('decision_made');
export const appealDecided = noticeKind<{ userId: string; decisionId: string }>('appeal_decided');
/** Told to who reported; `rule` is null for a dismissal. */
export const reportSettled = noticeKind<{ userId: string; rule: number | null }>('report_settled');
export const officeChanged = noticeKind<{ userId: string; byId: string | null; isModerator: boolean }>(
  'moderator_changed',
);

const kept = { stays: true, isSpared: true };

export const moderationNotices: AreaNotices = {
  codes: {
    decision_made: codeFacts('SYSTEM', { ...kept, priority: 'high' }),
    appeal_decided: codeFacts('SYSTEM', { ...kept, priority: 'high' }),
    report_upheld: codeFacts('SYSTEM', { ...kept, priority: 'low' }),
    report_dismissed: codeFacts('SYSTEM', { ...kept, priority: 'low' }),
    moderation_waiting: codeFacts('SYSTEM', { ...kept, gathered: 'moderation' }),
    appeal_waiting: codeFacts('SYSTEM', { ...kept, gathered: 'moderation' }),
    moderator_appointed: codeFacts('SYSTEM', kept),
    moderator_ended: codeFacts('SYSTEM', kept),
  },
  rules: [
    noticeRule<{ urgency?: Urgency; except: string[] }, { eventId: number; userId: string }>(
      [caseOpened, appealMade],
      {
        async find(_db, notices, inner) {
          const holders = await officeHolders(inner);
          return notices.flatMap(({ eventId, except }) =>
            holders.filter(({ id }) => !except.includes(id)).map(({ id: userId }) => ({ eventId, userId })),
          );
        },
        compose: ({ kind, urgency }) =>
          kind === caseOpened.name
            ? { code: 'moderation_waiting', about: 'reports', ...(urgency && { params: { urgency } }) }
            : { code: 'appeal_waiting', about: 'appeals' },
      },
    ),
    noticeRule<{ userId: string; decisionId: string }, { eventId: number; userId: string }>(
      [decisionMade, appealDecided],
      {
        find: (db, notices) => namedRecipients(db, notices),
        compose: ({ kind, decisionId }) => ({
          code: kind === decisionMade.name ? 'decision_made' : 'appeal_decided',
          params: { decisionId },
        }),
      },
    ),
    noticeRule([reportSettled], {
      find: (db, notices) => namedRecipients(db, notices),
      compose: ({ rule }) =>
        rule === null ? { code: 'report_dismissed' } : { code: 'report_upheld', params: { rule } },
    }),
    noticeRule([officeChanged], {
      find: (db, notices) => namedRecipients(db, notices),
      compose: ({ isModerator, byId }) => ({
        code: isModerator ? 'moderator_appointed' : 'moderator_ended',
        personId: isModerator ? byId : null,
      }),
    }),
  ],
};
