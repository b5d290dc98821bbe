import { decide } from '@dazi/contract/moderation/decisions';
import { listReports, type Reported, report } from '@dazi/contract/moderation/moderation';
import type { ReportTargetType } from '@dazi/contract/moderation/moderation.rules';
import { everyone, moderators, type Outcome } from '../../testing/may.ts';
import type { TestPerson } from '../../testing/test-person.ts';

export const reasonGiven = { rule: 1, reason: 'It is not kind.' } as const;

/** Reports something and answers the case as a moderator sees it. */
export async function aCase(
  reporter: TestPerson,
  moderator: TestPerson,
  targetType: ReportTargetType,
  targetId: string,
  details?: string,
): Promise<Reported> {
  await reporter.get(report, { body: { targetType, targetId, reason: 'spam', details } });
  return (await caseOf(moderator, targetId))!;
}

/** Asks for page after page until it is found. */
export async function caseOf(
  moderator: TestPerson,
  targetId: string,
  state: 'open' | 'resolved' = 'open',
): Promise<Reported | undefined> {
  for (let cursor: string | undefined; ; ) {
    const page = await moderator.get(listReports, { query: { state, cursor } });
    const found = page.data.find((one) => one.targetId === targetId);
    if (found || !page.nextCursor) return found;
    cursor = page.nextCursor;
  }
}

/** A warning about somebody of whom nothing was reported; answers the decision. */
export async function aWarning(moderator: TestPerson, personId: string) {
  const body = { personId, action: 'warn' as const, ...reasonGiven };
  return (await moderator.get(decide, { body })).data;
}

/** Administrators moderate, too; others are told that they do not. */
export const moderatorsOnly = (outcome: Outcome) => ({
  ...everyone('403 MODERATORS_ONLY'),
  visitor: '401 SIGN_IN_REQUIRED',
  ...moderators(outcome),
});

export const fromNobody = 'moderators, from whom no block takes anything';

export { tellOverdue } from './cases.service.ts';
export { decisionMade } from './moderation.notices.ts';
