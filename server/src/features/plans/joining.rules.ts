import type { Gender } from '@dazi/contract/identity/identity';
import { type PlanLanguage, planLimits } from '@dazi/contract/plans/plans.rules';
import type { StoredStanding } from './plans.rules.ts';
import type { PlanRow } from './plans.store.ts';

/** What somebody has stated, and how many plans they are in. */
export interface JoinFacts {
  adult: boolean;
  safetyCard: number | null;
  /** As it counts. */
  gender: Gender | null;
  languages: PlanLanguage[];
  /** Plans to come of others in which they have a seat, wait for one or ask. */
  living: number;
  joinsToday: number;
}

export interface JoinStanding {
  standing: StoredStanding;
  timesLeft: number;
}

/** What lets nobody join any more, whoever asks. */
export function closedTo(plan: PlanRow, now: Date): 'PLAN_OVER' | 'PLAN_STARTED' | null {
  if (plan.calledOffAt || now >= plan.endsAt) return 'PLAN_OVER';
  return now >= plan.startsAt ? 'PLAN_STARTED' : null;
}

/** What is to be stated first, by whoever hosts or joins. */
export function unstated({ adult, safetyCard }: Pick<JoinFacts, 'adult' | 'safetyCard'>) {
  if (!adult) return 'ADULT_NEEDED' as const;
  return safetyCard === planLimits.safetyCard ? null : ('SAFETY_CARD_NEEDED' as const);
}

/** Also of whoever waited or asked before the plan was for one gender alone. */
export const genderObstacle = (
  { who, gender }: Pick<PlanRow, 'who' | 'gender'>,
  facts: Pick<JoinFacts, 'gender'>,
): 'GENDER_NEEDED' | null => (who === 'same_gender' && facts.gender !== gender ? 'GENDER_NEEDED' : null);

/** The code with which somebody who is not in would be refused; null when they would have a seat, a place in line or ask. */
export function obstacleTo(plan: PlanRow, me: JoinStanding | null, facts: JoinFacts, now: Date) {
  const closed = closedTo(plan, now);
  if (closed) return closed;
  if (me?.standing === 'declined') return 'PLAN_DECLINED' as const;
  if ((me?.timesLeft ?? 0) >= planLimits.timesLeft) return 'PLAN_LEFT_TWICE' as const;
  const missing = unstated(facts);
  if (missing) return missing;
  const other = genderObstacle(plan, facts);
  if (other) return other;
  if (plan.languageNeeded && !plan.languages.some((language) => facts.languages.includes(language)))
    return 'LANGUAGE_NEEDED' as const;
  if (facts.living >= planLimits.going) return 'TOO_MANY_JOINED' as const;
  if (facts.joinsToday >= planLimits.joinsADay) return 'JOINS_SPENT' as const;
  if (plan.entry === 'ask' && isPastDecision(plan, now)) return 'PLAN_ASKING_OVER' as const;
  return null;
}

/** By the clock, be the job that decides late. */
export const isPastDecision = ({ stage, decidesAt }: PlanRow, now: Date): boolean =>
  stage !== 'ahead' || now >= decidesAt;
