import type { Standing } from '@dazi/contract/identity/standing';
import type { Decision, Judged } from '@dazi/contract/moderation/decisions';
import type { Snapshot } from '@dazi/contract/moderation/moderation';
import {
  appealLimits,
  type DecisionAction,
  decisionActions,
  decisionLimits,
  type ReportTargetType,
} from '@dazi/contract/moderation/moderation.rules';
import { itemOf, type MediaFacts } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { ReportedSnapshot } from '#platform/area.ts';
import type { DecisionWithHash } from './decisions.store.ts';
import type { StoredSnapshot } from './moderation.tables.ts';

const day_ms = 24 * 60 * 60 * 1000;
/** Clocks differ: 30 days from now by the device is a little more or less here. */
const slack_ms = 10 * 60 * 1000;
/** What was an hour from now when it was chosen comes a moment later. */
const underWay_ms = 30 * 1000;

export function storedSnapshot(snapshot: ReportedSnapshot): StoredSnapshot {
  const { content, type, mediaIds, createdAt, room, isPrivate, goneAt, goneBy } = snapshot;
  return {
    content,
    type,
    mediaIds: [...mediaIds],
    createdAt: createdAt.toISOString(),
    room,
    isPrivate,
    goneAt: goneAt?.toISOString() ?? null,
    goneBy,
  };
}

/** What was copied, with what became of the thing since. */
export function snapshotView(
  stored: StoredSnapshot,
  now: ReportedSnapshot | undefined,
  media: ReadonlyMap<string, MediaFacts>,
): Snapshot {
  const isGone = now === undefined || now.goneAt !== null;
  return {
    content: stored.content,
    type: stored.type as Snapshot['type'],
    media: stored.mediaIds.flatMap((mediaId) => {
      const facts = media.get(mediaId);
      return facts ? [itemOf(facts)] : [];
    }),
    createdAt: stored.createdAt,
    room: stored.room,
    isPrivate: stored.isPrivate,
    goneAt: isGone ? (now?.goneAt?.toISOString() ?? stored.goneAt) : null,
    goneBy: isGone ? (now?.goneBy ?? stored.goneBy) : null,
    wasEdited: now !== undefined && now.goneAt === null && now.content !== stored.content,
  };
}

export interface Judge {
  isAdministrator: boolean;
}

/** What may be decided about something; of a person alone without `targetType`. */
export function possibleActions(
  judge: Judge,
  about: {
    targetType: ReportTargetType | null;
    isRemovable: boolean;
    /** Null where nobody answers for it; moderators and the board are protected from moderators. */
    person: 'person' | 'protected' | 'administrator' | null;
    /** Their account is: another measure in the place of that would open it again. */
    isClosed: boolean;
  },
): DecisionAction[] {
  const { targetType, isRemovable, person, isClosed } = about;
  const isOutOfReach =
    person === 'administrator' ||
    (!judge.isAdministrator && (person === 'protected' || targetType === 'motion'));
  return decisionActions.filter((action) => {
    if (action === 'dismiss') return targetType !== null;
    if (isOutOfReach) return false;
    if (action === 'remove') return isRemovable;
    if (person === null) return false;
    if (action === 'close') return judge.isAdministrator;
    if (action === 'limit' || action === 'suspend') return judge.isAdministrator || !isClosed;
    return action.startsWith('hide_') ? targetType === null || targetType === 'person' : true;
  });
}

/** When a measure ends; null without an end. Errors: UNTIL_MISSING, UNTIL_OUT_OF_RANGE, MODERATOR_LIMIT. */
export function acceptUntil(
  judge: Judge,
  action: DecisionAction,
  until: string | null | undefined,
  now: Date,
): Date | null {
  if (action !== 'limit' && action !== 'suspend') return null;
  if (until === undefined || (until === null && action === 'suspend')) throw new AppError('UNTIL_MISSING');
  if (until === null) {
    if (!judge.isAdministrator) throw new AppError('MODERATOR_LIMIT');
    return null;
  }
  const end = new Date(until);
  const lasts_ms = end.getTime() - now.getTime();
  if (
    lasts_ms < decisionLimits.least_ms - underWay_ms ||
    lasts_ms > decisionLimits.most_days * day_ms + slack_ms
  ) {
    throw new AppError('UNTIL_OUT_OF_RANGE');
  }
  if (!judge.isAdministrator && lasts_ms > decisionLimits.moderator_days * day_ms + slack_ms) {
    throw new AppError('MODERATOR_LIMIT');
  }
  return end;
}

/** The standing that a decision leads to; null for one that is no measure. */
export function standingAfter(
  action: DecisionAction,
  until: Date | null,
  decisionId: string,
): Standing | null {
  const kinds = { limit: 'limited', suspend: 'suspended', close: 'closed' } as const;
  if (action !== 'limit' && action !== 'suspend' && action !== 'close') return null;
  return { kind: kinds[action], until: until?.toISOString() ?? null, decisionId };
}

const weights: Readonly<Record<DecisionAction, number>> = {
  dismiss: 0,
  warn: 1,
  remove: 2,
  hide_bio: 2,
  hide_name: 2,
  hide_picture: 2,
  limit: 3,
  suspend: 4,
  close: 5,
};

/** Whether one decision weighs less than another, or as much for a shorter time. */
export function isMilder(
  one: { action: DecisionAction; until: Date | null },
  other: { action: DecisionAction; until: Date | null },
): boolean {
  if (one.action !== other.action) return weights[one.action] < weights[other.action];
  const end = ({ until }: { until: Date | null }) => until?.getTime() ?? Number.POSITIVE_INFINITY;
  return end(one) < end(other);
}

/** As the person reads it. `hasOthers` tells whether somebody besides who decided could look at an appeal. */
export function decisionView(row: DecisionWithHash, now: Date, hasOthers: boolean): Decision {
  const appealUntil = new Date(row.createdAt.getTime() + appealLimits.within_ms);
  const mayAppeal = row.action !== 'dismiss' && row.appealState === null && now <= appealUntil;
  return {
    id: row.id,
    number: Number(row.number),
    hash: row.hash,
    action: row.action,
    removed: row.removed.length > 0,
    rule: row.rule,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    until: row.until?.toISOString() ?? null,
    about: row.about,
    readAt: row.readAt?.toISOString() ?? null,
    appeal:
      row.appealState && row.appealedAt
        ? {
            text: row.appealText ?? '',
            madeAt: row.appealedAt.toISOString(),
            state: row.appealState,
            decidedAt: row.appealDecidedAt?.toISOString() ?? null,
            reason: row.appealReason,
            bySomebodyElse: row.appealBySomebodyElse,
          }
        : null,
    appealUntil: mayAppeal ? appealUntil.toISOString() : null,
    appealByOther: mayAppeal ? hasOthers : null,
  };
}

export type Person = NonNullable<Judged['by']>;

export const personView = (row: Person): Person => ({ id: row.id, name: row.name, avatarUrl: row.avatarUrl });

/** The beginning of what it was about, for the page that explains the decision. */
export const excerptOf = (content: string): string => [...content].slice(0, 280).join('');
