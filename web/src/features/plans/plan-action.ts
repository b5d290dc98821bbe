import type { Plan } from '@dazi/contract/plans/plans';

/** What the one button of a plan does, or that it says only how things stand. */
export type PlanAction =
  | 'sign-in'
  | 'join'
  | 'ask'
  | 'asked'
  | 'wait'
  | 'waiting'
  | 'take'
  | 'in'
  | 'take-over'
  | 'called-off'
  | 'over'
  | 'declined'
  | 'closed';

/** Refusals that somebody takes away by stating something first, in the dialog of joining. */
const statable = new Set(['ADULT_NEEDED', 'SAFETY_CARD_NEEDED', 'GENDER_NEEDED', 'LANGUAGE_NEEDED']);

export const isStatable = (code: string | null): boolean => code !== null && statable.has(code);

/** The first that fits. `now` in milliseconds: after the decision nobody is put in unasked. */
export function actionOf(plan: Plan, isSignedIn: boolean, now: number): PlanAction {
  if (plan.state === 'called_off') return 'called-off';
  if (plan.state === 'over') return 'over';
  if (!isSignedIn) return plan.state === 'happening' ? 'closed' : 'sign-in';
  if (plan.can.takeOver) return 'take-over';
  const { standing } = plan.mine;
  const isDecided = now >= Date.parse(plan.decidesAt);
  if (standing === 'going') return 'in';
  if (standing === 'declined') return 'declined';
  if (plan.state === 'happening') return 'closed';
  const isFull = plan.goingCount >= plan.seats;
  if (standing === 'waiting') return isDecided && !isFull && plan.obstacle === null ? 'take' : 'waiting';
  if (standing === 'asked') return 'asked';
  if (plan.obstacle !== null && plan.obstacle !== 'PLAN_FULL' && !isStatable(plan.obstacle)) return 'closed';
  if (plan.entry === 'ask') return 'ask';
  return isFull ? 'wait' : 'join';
}

/**
 * What becomes of a plan that somebody who is in leaves now: their place is passed on, others may host it, or it is called off.
 * After the decision nobody is asked to host, and it goes on while two are left.
 */
export function leavingOf(plan: Plan, now: number): 'text' | 'host' | 'last' {
  const hasHost = plan.host !== null && !plan.mine.isHost;
  if (hasHost) return 'text';
  const isDecided = now >= Date.parse(plan.decidesAt);
  if (plan.goingCount - 1 < (isDecided ? 2 : 1)) return 'last';
  return plan.mine.isHost && !isDecided ? 'host' : 'text';
}
