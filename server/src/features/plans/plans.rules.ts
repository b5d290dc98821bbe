import { createHash, createHmac } from 'node:crypto';
import { cellOf } from '@dazi/contract/places/cells';
import type { Position } from '@dazi/contract/places/places';
import type { ActivityCode } from '@dazi/contract/plans/plan-activities';
import { planLimits, type Standing } from '@dazi/contract/plans/plans.rules';

/** What is stored of how somebody stands; of `removed` nobody is told, and who has no row stands nowhere. */
export const storedStandings = ['asked', 'waiting', 'going', 'left', 'declined', 'removed'] as const;
export type StoredStanding = (typeof storedStandings)[number];

/** Has a seat, or may come to one. */
export const livingStandings = ['going', 'waiting', 'asked'] as const satisfies readonly StoredStanding[];
export type LivingStanding = (typeof livingStandings)[number];
export const isLiving = (standing: StoredStanding): boolean =>
  (livingStandings as readonly string[]).includes(standing);

/** Whose calendar shows the plan. */
export const isInCalendars = (standing: StoredStanding): boolean =>
  standing === 'going' || standing === 'waiting';

interface PartedPlan {
  version: number;
  activity: ActivityCode;
  startsAt: Date;
  endsAt: Date;
}

export const partedFrom = ({ version, activity, startsAt, endsAt }: PartedPlan, now: Date) => ({
  at: now.toISOString(),
  ...{ version, activity },
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
});

/** What becomes of a plan one after the other; one that was called off goes from `ahead` or later to `closed`. */
export const planStages = ['ahead', 'decided', 'started', 'ended', 'closed', 'folded', 'erased'] as const;
export type PlanStage = (typeof planStages)[number];

export interface PlanCourse {
  stage: PlanStage;
  startsAt: Date;
  endsAt: Date;
  decidesAt: Date;
  calledOffAt: Date | null;
  confirmUntil: Date | null;
  hostWantedUntil: Date | null;
}

export type PlanStep = 'confirm' | 'host' | Exclude<PlanStage, 'ahead'>;

export interface DueStep {
  step: PlanStep;
  at: Date;
}

const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

/** The next step of a plan and when it is due: those of one moment in the order in which they are written here. */
export function nextStep(plan: PlanCourse): DueStep | null {
  const due: DueStep[] = [];
  if (plan.confirmUntil) due.push({ step: 'confirm', at: plan.confirmUntil });
  if (plan.hostWantedUntil) due.push({ step: 'host', at: plan.hostWantedUntil });
  const stage = nextStage(plan);
  if (stage) due.push(stage);
  return due.reduce<DueStep | null>((first, one) => (first && first.at <= one.at ? first : one), null);
}

function nextStage({ stage, calledOffAt, decidesAt, startsAt, endsAt }: PlanCourse): DueStep | null {
  const folded = later(endsAt, planLimits.spotCopied_ms);
  if (stage === 'erased') return null;
  if (stage === 'folded') return { step: 'erased', at: later(endsAt, planLimits.erased_ms) };
  if (stage === 'closed') return { step: 'folded', at: folded };
  if (calledOffAt) return { step: 'closed', at: later(calledOffAt, planLimits.conversationAfterCall_ms) };
  if (stage === 'ended') return { step: 'closed', at: later(endsAt, planLimits.conversationAfterEnd_ms) };
  if (stage === 'started') return { step: 'ended', at: endsAt };
  if (stage === 'decided') return { step: 'started', at: startsAt };
  return { step: 'decided', at: decidesAt };
}

/** From the start on for as long as its spot is kept a plan is repeated, and who came is noted. */
export const isAfterwards = (
  { calledOffAt, startsAt, endsAt }: Pick<PlanCourse, 'calledOffAt' | 'startsAt' | 'endsAt'>,
  now: Date,
): boolean => calledOffAt === null && now >= startsAt && !isFolded({ endsAt }, now);

export const isFolded = ({ endsAt }: Pick<PlanCourse, 'endsAt'>, now: Date): boolean =>
  now >= later(endsAt, planLimits.spotCopied_ms);

export function cellsOf(district: Position) {
  const q14 = cellOf(district, 14);
  return { q14, q12: q14 >> 4, q10: q14 >> 8, q8: q14 >> 12 };
}

/** What is stored of the secret in an invite link, or in the address of a calendar. */
export const secretHashOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

/** The secret in an invite link: told as often as its host asks, though nobody can read it in the database alone. */
export const inviteOf = (serverSecret: string, seed: string): string =>
  createHmac('sha256', serverSecret).update(`invite to a plan ${seed}`).digest('base64url');

/**
 * How somebody stands, as they are told: a no and no answer are one thing, and both end at the decision, be the job that
 * says so late.
 */
export function answeredStanding(
  standing: StoredStanding,
  { decidesAt, stage }: Pick<PlanCourse, 'decidesAt' | 'stage'>,
  now: Date,
): Standing {
  if (standing === 'removed') return 'none';
  if (standing === 'asked' && (stage !== 'ahead' || now >= decidesAt)) return 'declined';
  return standing;
}

/** Whether it is open if somebody still comes after a change: for as long as they may answer. */
export const isUnsure = (
  {
    hostId,
    askedVersion,
    confirmUntil,
  }: { hostId: string | null; askedVersion: number; confirmUntil: Date | null },
  {
    userId,
    standing,
    confirmedVersion,
  }: { userId: string; standing: StoredStanding; confirmedVersion: number },
): boolean =>
  standing === 'going' && userId !== hostId && confirmedVersion < askedVersion && confirmUntil !== null;
