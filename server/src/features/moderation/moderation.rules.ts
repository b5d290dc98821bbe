import type { Reported, ReportState } from '@dazi/contract/moderation/moderation';
import { itemOf } from '#features/media/media.service.ts';
import type { ReportedMessage, ReportedPost, ReportedRoom, ReportRow, Target } from './moderation.store.ts';

type Person = NonNullable<Reported['person']>;

/** What a target is, as far as it is still there: one of them, or none for a person. */
export interface Shown {
  post?: ReportedPost | undefined;
  message?: ReportedMessage | undefined;
  room?: ReportedRoom | undefined;
}

export function reportedView(
  target: Target,
  reports: readonly ReportRow[],
  people: ReadonlyMap<string, Person>,
  { post, message, room }: Shown,
): Reported {
  const isOpen = reports.some(({ state }) => state === 'open');
  const isRemovable = Boolean(post ?? room ?? message?.isRemovable);
  const person = (userId: string | null) => (userId && people.get(userId)) || null;
  return {
    targetType: target.targetType,
    targetId: target.targetId,
    person: person(target.targetOwnerId ?? room?.ownerId ?? null),
    post: post ? { content: post.content, media: post.media.map(itemOf), createdAt: post.createdAt } : null,
    message: message
      ? {
          content: message.content,
          type: message.type,
          media: message.media ? [itemOf(message.media)] : [],
          createdAt: message.createdAt,
          room: message.room,
        }
      : null,
    room: room
      ? {
          name: room.name,
          description: room.description,
          memberCount: room.memberCount,
          createdAt: room.createdAt,
        }
      : null,
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
    can: { dismiss: isOpen, remove: isOpen && isRemovable },
  };
}

export const stateAfter = (action: 'dismiss' | 'remove'): Exclude<ReportState, 'open'> =>
  action === 'dismiss' ? 'dismissed' : 'removed';
