import type { Language } from '@dazi/contract/identity/identity.rules';
import { clockFormat } from '@dazi/contract/kernel/clock-format';
import { appealLimits } from '@dazi/contract/moderation/moderation.rules';
import { officeHolders } from '#features/identity/identity.service.ts';
import type { ComposeMail } from '#platform/notices.ts';
import { countWaiting } from './cases.store.ts';
import { findDecision } from './decisions.store.ts';
import { moderationMailTexts } from './moderation-mails.data.ts';

/** Where whoever reads it is, is not known. */
const dateOf = (at: Date, language: Language) =>
  `${clockFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

/** To administrators who have not looked yet. */
export const mailOfWaiting: ComposeMail = async (deps, { userId, params, language, isRead }) => {
  if (isRead) return null;
  const holder = (await officeHolders(deps)).find(({ id }) => id === userId);
  if (holder?.role !== 'administrator') return null;
  const { hour, day, week, appeals } = await countWaiting(deps.db);
  const cases = hour + day + week;
  if (cases === 0) return null;
  const texts = moderationMailTexts[language].waiting;
  const urgency = params.urgency ?? 'week';
  return {
    subject: urgency === 'overdue' ? texts.overdue : texts.subject,
    paragraphs: [texts.text({ cases, appeals, urgency })],
    link: { label: texts.open, path: '/moderation' },
  };
};

/** To whoever was put out, and to nobody for what is less: they read the rest when they come. */
export const mailOfDecision: ComposeMail = async (deps, { userId, params, language }) => {
  const decision = params.decisionId ? await findDecision(deps.db, params.decisionId) : undefined;
  if (decision?.personId !== userId || !['suspend', 'close'].includes(decision.action)) return null;
  const { action, until, rule, reason, createdAt, appealState } = decision;
  if (appealState === 'lifted' || (until !== null && until <= deps.clock())) return null;
  const texts = moderationMailTexts[language].out;
  const appealUntil = new Date(createdAt.getTime() + appealLimits.within_ms);
  return {
    subject: action === 'close' ? texts.closed : texts.suspended,
    paragraphs: [
      ...(action === 'close' ? [texts.closedText] : []),
      ...(until === null ? [] : [texts.until(dateOf(until, language))]),
      ...(rule ? [texts.rule(rule.number, rule[language])] : []),
      ...(reason ? [texts.reason(reason)] : []),
      ...(appealState === null ? [texts.appeal(dateOf(appealUntil, language))] : []),
    ],
    link: { label: texts.open, path: `/account/decisions/${decision.id}` },
  };
};
