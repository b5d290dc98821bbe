import type { ActivityCode } from './plan-activities.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;

export const planLimits = {
  /** Counted as JavaScript counts: UTF-16 units, on both sides. */
  title: 40,
  note: 200,
  spotName: 60,
  cost: 20,
  message: 200,
  /** How many can be in, the host included. */
  seats: { least: 2, most: 20, default: 4 },
  /** From how many on it takes place. */
  least: { least: 2, default: 3 },
  minutes: { least: 30, most: 720, step: 15 },
  /** Minutes of an hour at which a plan can start. */
  startStep: 5,
  ahead_ms: { least: 30 * minute_ms, most: 60 * day_ms },
  /** The decision falls this long before the start, or half way to it when that is nearer, and never later than the second. */
  decision_ms: 2 * hour_ms,
  decisionAtLatest_ms: 15 * minute_ms,
  /** How long those who are in may think about a change, or about hosting; never beyond the decision. */
  confirm_ms: day_ms,
  /** A change that others are asked about leaves at least this long until its decision. */
  noticeOfChange_ms: 30 * minute_ms,
  materialShift_ms: 15 * minute_ms,
  materialMove_km: 0.2,
  delayAfterDecision_ms: hour_ms,
  materialChanges: 10,
  spotAfterEnd_ms: 3 * hour_ms,
  spotCopied_ms: 7 * day_ms,
  conversationAfterEnd_ms: 7 * day_ms,
  conversationAfterCall_ms: 2 * day_ms,
  erased_ms: 90 * day_ms,
  /** Plans ahead that one person hosts; of a new account. */
  hosted: 5,
  hostedNew: 1,
  newAccount_ms: 7 * day_ms,
  madeADay: 3,
  /** Plans ahead that one person is in. */
  going: 10,
  joinsADay: 30,
  /** Who left so often cannot come back. */
  timesLeft: 2,
  /** A gender that was changed counts after this long. */
  genderCounts_ms: 30 * day_ms,
  languages: { plan: 3, person: 8 },
  page: 20,
  pageMost: 50,
  ids: 100,
  activities: 10,
  radius_km: { least: 1, most: 50, default: 25 },
  /** From so long before the start to the end quick answers are offered. */
  quickBefore_ms: 3 * hour_ms,
  remindDay_ms: day_ms,
  remindHours_ms: 2 * hour_ms,
  /** A reminder that comes later than this is not given any more. */
  remindLate_ms: 30 * minute_ms,
  /** A reminder waits for the end of quiet hours if so much is left then, else it comes shortly before they begin. */
  remindAfterQuiet_ms: 30 * minute_ms,
  remindBeforeQuiet_ms: 5 * minute_ms,
  /** What one address gives to calendars, how often, and how far back. */
  calendarReadsAnHour: 60,
  calendarEvents: 200,
  calendarBack_ms: 30 * day_ms,
  safetyCard: 1,
} as const;

export const planStates = ['open', 'on', 'full', 'happening', 'over', 'called_off'] as const;
export type PlanState = (typeof planStates)[number];

/** As they are told: to whoever was removed there is no such plan; a no of the host reads `asked` until decided. */
export const standings = ['none', 'asked', 'waiting', 'going', 'left', 'declined'] as const;
export type Standing = (typeof standings)[number];

export const callOffReasons = ['weather', 'ill', 'place_closed', 'changed_mind', 'other'] as const;
export const reminderCodes = ['day', 'hours'] as const;
export type ReminderCode = (typeof reminderCodes)[number];

/** The first three are the server's own. */
export const calledOffReasons = ['too_few', 'host_left', 'removed', ...callOffReasons] as const;
export type CalledOffReason = (typeof calledOffReasons)[number];
export const removalReasons = ['no_answer', 'behaviour', 'other'] as const;
export const spotHints = [
  'entrance',
  'ticket_gate',
  'counter',
  'inside',
  'fountain',
  'bench',
  'car_park',
  'courts',
  'station_exit',
  'ask_in_chat',
] as const;

/** "This evening": when it begins at the earliest, and how many minutes it spans. */
export const dayParts = {
  morning: { from: '08:00', minutes: 240 },
  noon: { from: '11:00', minutes: 180 },
  afternoon: { from: '13:00', minutes: 300 },
  evening: { from: '18:00', minutes: 240 },
  day: { from: '09:00', minutes: 720 },
} as const;
export const partCodes = ['morning', 'noon', 'afternoon', 'evening', 'day'] as const;
export type DayPart = (typeof partCodes)[number];

/** How they are called says `Intl.DisplayNames`, each in itself. */
export const planLanguages = [
  'en',
  'ja',
  'zh',
  'yue',
  'ko',
  'es',
  'fr',
  'de',
  'pt',
  'it',
  'ru',
  'ar',
  'hi',
  'id',
  'vi',
  'th',
  'tr',
  'uk',
  'pl',
  'nl',
] as const;
export type PlanLanguage = (typeof planLanguages)[number];
export const planEntries = ['open', 'ask'] as const;
export const planAudiences = ['everyone', 'same_gender'] as const;
export const planLevels = ['beginner', 'some', 'advanced'] as const;
export const planCosts = ['free', 'own', 'split', 'amount'] as const;
export const spotAudiences = ['let_in', 'everyone'] as const;
export const changedThings = ['time', 'spot', 'activity', 'cost'] as const;
export type ChangedThing = (typeof changedThings)[number];

export const quickAnswers = [
  'on_my_way',
  'late_5',
  'late_10',
  'late_20',
  'here',
  'at_spot',
  'cannot_find',
  'start_without_me',
  'cannot_come',
  'bring_something',
  'thanks',
  'see_you',
] as const;
export type QuickAnswer = (typeof quickAnswers)[number];

export const isQuickAnswer = (code: string): code is QuickAnswer => quickAnswers.some((one) => one === code);

/** Instants in milliseconds. */
export const offersQuickAnswers = (
  { startsAt, endsAt, isCalledOff }: { startsAt: number; endsAt: number; isCalledOff: boolean },
  now: number,
): boolean => !isCalledOff && now >= startsAt - planLimits.quickBefore_ms && now < endsAt;

/** Instants in milliseconds. */
export interface PlanFacts {
  calledOffAt: number | null;
  startsAt: number;
  endsAt: number;
  goingCount: number;
  seats: number;
  least: number;
}

/** The first that fits. */
export function planState(plan: PlanFacts, now: number): PlanState {
  if (plan.calledOffAt !== null) return 'called_off';
  if (now >= plan.endsAt) return 'over';
  if (now >= plan.startsAt) return 'happening';
  if (plan.goingCount >= plan.seats) return 'full';
  return plan.goingCount >= plan.least ? 'on' : 'open';
}

/** The cut-off of a plan made or moved now: before it seats are passed on by themselves, after it nobody is put in unasked. */
export function decisionOf(startsAt: number, now: number): number {
  const before = Math.min(planLimits.decision_ms, (startsAt - now) / 2);
  return Math.floor(startsAt - Math.max(before, planLimits.decisionAtLatest_ms));
}

/** What needs a title, because its name says nothing. */
export const needsTitle = (activity: ActivityCode) => activity === 'other';

const costRanks = { free: 0, own: 1, split: 1, amount: 2 } as const;
interface Cost {
  cost: (typeof planCosts)[number];
  costText: string | null;
}

/** Whether somebody may have to pay more than before. An amount is in words: any other one may be more. */
export function isDearer(before: Cost, after: Cost): boolean {
  if (costRanks[after.cost] > costRanks[before.cost]) return true;
  return after.cost === 'amount' && before.cost === 'amount' && after.costText !== before.costText;
}
