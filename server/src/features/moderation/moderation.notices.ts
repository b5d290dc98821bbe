import { type Urgency, urgencies } from '@dazi/contract/moderation/moderation.rules';
import { namedRecipients, officeHolders } from '#features/identity/identity.service.ts';
import { type AreaNotices, codeFacts, noticeKind, noticeRule } from '#platform/notices.ts';
import { countWaiting } from './cases.store.ts';
import { mailOfDecision, mailOfWaiting } from './moderation-mails.service.ts';

/** Told to everybody who moderates and is not involved. */
export const caseOpened = noticeKind<{ urgency: Urgency; except: string[] }>('case_opened');
/** Told to administrators who are not involved. */
export const caseOverdue = noticeKind<{ except: string[] }>('case_overdue');
export const appealMade = noticeKind<{ decisionId: string; except: string[] }>('appeal_made');
/** Told to the person it is about. */
export const decisionMade = noticeKind<{ userId: string; decisionId: string }>('decision_made');
export const appealDecided = noticeKind<{ userId: string; decisionId: string }>('appeal_decided');
/** Told to the person against whom it stood; with the decision that it came from, if that is kept. */
export const measureEnded = noticeKind<{ userId: string; decisionId: string | null; words: string }>(
  'measure_ended',
);
/** Told to who reported; `rule` is null for a dismissal. */
export const reportSettled = noticeKind<{ userId: string; rule: number | null }>('report_settled');
export const officeChanged = noticeKind<{ userId: string; byId: string | null; isModerator: boolean }>(
  'moderator_changed',
);

const rankOf = ({ urgency }: { urgency: Urgency }) => urgencies.indexOf(urgency);

const kept = { stays: true, isSpared: true };

export const moderationNotices: AreaNotices = {
  codes: {
    decision_made: codeFacts('SYSTEM', { ...kept, priority: 'high' }),
    appeal_decided: codeFacts('SYSTEM', { ...kept, priority: 'high' }),
    measure_ended: codeFacts('SYSTEM', { ...kept, priority: 'high' }),
    report_upheld: codeFacts('SYSTEM', { ...kept, priority: 'low' }),
    report_dismissed: codeFacts('SYSTEM', { ...kept, priority: 'low' }),
    moderation_waiting: codeFacts('SYSTEM', { ...kept, gathered: 'moderation' }),
    appeal_waiting: codeFacts('SYSTEM', { ...kept, gathered: 'moderation' }),
    moderator_appointed: codeFacts('SYSTEM', kept),
    moderator_ended: codeFacts('SYSTEM', kept),
  },
  mails: { moderation_waiting: mailOfWaiting, decision_made: mailOfDecision },
  rules: [
    // Once until they look: of what came together the most urgent, and later only what is more urgent.
    noticeRule<{ urgency: Urgency; except: string[] }, { eventId: number; userId: string; cases: number }>(
      [caseOpened],
      {
        async find(db, notices, inner) {
          const holders = await officeHolders(inner);
          const { hour, day, week } = await countWaiting(db);
          const byUrgency = [...notices].sort((one, other) => rankOf(one) - rankOf(other));
          return holders.flatMap(({ id: userId }) => {
            const first = byUrgency.find(({ except }) => !except.includes(userId));
            return first ? { eventId: first.eventId, userId, cases: hour + day + week } : [];
          });
        },
        compose: ({ urgency }, { cases }) => ({
          ...{ code: 'moderation_waiting', about: 'reports', params: { urgency, cases } },
          ...(urgency === 'hour' && { priority: 'high' as const }),
          // Something overdue that they know of is no reason to miss what is for this hour.
          unlessUnread: [
            ...urgencies.slice(0, urgencies.indexOf(urgency) + 1),
            ...(urgency === 'hour' ? [] : ['overdue' as const]),
          ],
        }),
      },
    ),
    noticeRule<{ except: string[] }, { eventId: number; userId: string; cases: number }>([caseOverdue], {
      async find(db, notices, inner) {
        const holders = (await officeHolders(inner)).filter(({ role }) => role === 'administrator');
        const { hour, day, week } = await countWaiting(db);
        return holders.flatMap(({ id: userId }) => {
          const first = notices.find(({ except }) => !except.includes(userId));
          return first ? { eventId: first.eventId, userId, cases: hour + day + week } : [];
        });
      },
      compose: (_notice, { cases }) => ({
        ...{ code: 'moderation_waiting', about: 'reports', params: { urgency: 'overdue', cases } },
        unlessUnread: ['overdue'],
      }),
    }),
    noticeRule<{ decisionId: string; except: string[] }, { eventId: number; userId: string }>([appealMade], {
      async find(_db, notices, inner) {
        const holders = await officeHolders(inner);
        return notices.flatMap(({ eventId, except }) =>
          holders.filter(({ id }) => !except.includes(id)).map(({ id: userId }) => ({ eventId, userId })),
        );
      },
      compose: () => ({ code: 'appeal_waiting', about: 'appeals' }),
    }),
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
    noticeRule([measureEnded], {
      find: (db, notices) => namedRecipients(db, notices),
      compose: ({ decisionId, words }) => ({
        code: 'measure_ended',
        params: { words, ...(decisionId !== null && { decisionId }) },
      }),
    }),
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
