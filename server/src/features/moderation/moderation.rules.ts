import type { Reported, ReportState } from '@dazi/contract/moderation';
import { itemOf } from '#features/media/media.service.ts';
import type { ReportedPost, ReportRow, Target } from './moderation.store.ts';

type Person = Reported['person'];

/** What the queue shows of one target. */
export function reportedView(
  target: Target,
  reports: readonly ReportRow[],
  people: ReadonlyMap<string, Person>,
  post: ReportedPost | undefined,
): Reported {
  const isOpen = reports.some(({ state }) => state === 'open');
  const person = (userId: string | null) => (userId && people.get(userId)) || null;
  return {
    targetType: target.targetType,
    targetId: target.targetId,
    person: person(target.targetOwnerId) ?? { id: target.targetOwnerId, name: '', avatarUrl: null },
    post: post ? { content: post.content, media: post.media.map(itemOf), createdAt: post.createdAt } : null,
    reports: reports.map((report) => ({
      id: report.id,
      reason: report.reason,
      details: report.details,
      createdAt: report.createdAt,
      reporter: person(report.reporterId),
      state: report.state,
      resolvedAt: report.resolvedAt,
      resolvedBy: person(report.resolverId),
    })),
    can: { dismiss: isOpen, remove: isOpen && post !== undefined },
  };
}

/** What an administrator's action makes of the open reports. */
export const stateAfter = (action: 'dismiss' | 'remove'): Exclude<ReportState, 'open'> =>
  action === 'dismiss' ? 'dismissed' : 'removed';
