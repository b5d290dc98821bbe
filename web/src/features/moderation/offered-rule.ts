import {
  type ReportReason,
  type ReportState,
  ruleOffered,
  urgencies,
  urgencyOf,
} from '@dazi/contract/moderation/moderation.rules';

interface Complaint {
  reason: ReportReason;
  state: ReportState;
}

/** The rule that a decision begins with; whoever decides may name another. */
export function offeredRule(reports: readonly Complaint[]): number | null {
  const reasons = reports.filter(({ state }) => state === 'open').map(({ reason }) => reason);
  const byUrgency = urgencies.flatMap((urgency) => reasons.filter((reason) => urgencyOf[reason] === urgency));
  return byUrgency.map((reason) => ruleOffered[reason]).find((rule) => rule !== null) ?? null;
}

/** What a rule is called for short. */
export const firstSentence = (rule: string): string => /^[^.。]+/.exec(rule)?.[0].trim() ?? rule;
