import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { instantOf, localLater, localOf } from '@dazi/contract/plans/local-times.rules';
import { type ActivityCode, activities, isActivity } from '@dazi/contract/plans/plan-activities';
import type { createPlan, Plan } from '@dazi/contract/plans/plans';
import {
  type DayPart,
  dayParts,
  isDearer,
  needsTitle,
  type PlanLanguage,
  partCodes,
  planLimits,
  type spotHints,
} from '@dazi/contract/plans/plans.rules';
import { PersonalForms } from '#platform/personal-forms.ts';
import { isRecord } from '#platform/storage.ts';

/** A plan that is being written; it stays on this device until it was published. */
export interface PlanDraft {
  activity: ActivityCode | null;
  title: string;
  note: string;
  /** `YYYY-MM-DD`; empty is the next evening there is. */
  day: string;
  /** `HH:mm` */
  time: string;
  part: DayPart | null;
  /** Whose clocks are meant; null are those of the device or, of a plan that is changed, its own. */
  timeZone: string | null;
  /** Null is as long as the activity usually takes. */
  minutes: number | null;
  place: Position | null;
  spotName: string;
  /** What the place was called by itself when it was found; null where somebody has named it. */
  foundName: string | null;
  hint: (typeof spotHints)[number] | null;
  /** Everybody sees where it is. */
  isPublic: boolean;
  seats: number;
  least: number;
  entry: Plan['entry'];
  who: Plan['who'];
  /** Empty is the language of the interface. */
  languages: PlanLanguage[];
  languageNeeded: boolean;
  level: Plan['level'];
  cost: Plan['cost'];
  costText: string;
  listed: boolean;
  /** The own post that it is made of. */
  fromPostId: string | null;
  /** Under which id, and as what, it was sent last: whether it was taken is not known. */
  sent: { clientId: string; fields: string } | null;
  /** Of a plan that is changed: what it said when that was begun, as JSON. */
  begun: string | null;
}

export const emptyPlanDraft: PlanDraft = {
  activity: null,
  title: '',
  note: '',
  day: '',
  time: '19:00',
  part: null,
  timeZone: null,
  minutes: null,
  place: null,
  spotName: '',
  foundName: null,
  hint: null,
  isPublic: false,
  seats: planLimits.seats.default,
  least: planLimits.least.default,
  entry: 'open',
  who: 'everyone',
  languages: [],
  languageNeeded: false,
  level: null,
  cost: 'own',
  costText: '',
  listed: true,
  fromPostId: null,
  sent: null,
  begun: null,
};

/** What a draft that was begun earlier on this device may not have. */
const laterKeys = ['timeZone', 'foundName', 'sent', 'begun'] as const;
type LaterKey = (typeof laterKeys)[number];
type KeptPlanDraft = Omit<PlanDraft, LaterKey> & Partial<Pick<PlanDraft, LaterKey>>;

const isDraft = (value: unknown): value is KeptPlanDraft =>
  isRecord(value) &&
  Object.keys(emptyPlanDraft).every(
    (key) => key in value || (laterKeys as readonly string[]).includes(key),
  ) &&
  (value.activity === null || isActivity(String(value.activity)));

/** The one that somebody is about to publish, and those that are being changed. */
export const planForms = new PersonalForms('plan', isDraft, 4);

export const filledDraft = (kept: KeptPlanDraft): PlanDraft => ({ ...emptyPlanDraft, ...kept });

/** With what a change of a plan begins. */
export function beginningOf(plan: Plan): PlanDraft {
  const draft = draftOfPlan(plan);
  return { ...draft, begun: JSON.stringify(draft) };
}

/** What was written over a plan that says something else by now: the rest is as it is now. */
export function writtenOver(draft: PlanDraft, now: PlanDraft): PlanDraft {
  if (draft.begun === null || draft.begun === now.begun) return draft;
  const before: Partial<PlanDraft> = JSON.parse(draft.begun);
  const isWritten = ([key, value]: [string, unknown]) =>
    key !== 'begun' && JSON.stringify(value) !== JSON.stringify(before[key as keyof PlanDraft]);
  return { ...now, ...Object.fromEntries(Object.entries(draft).filter(isWritten)) };
}

/** The day that is meant where none was chosen: today as long as its evening is ahead. */
export function dayOf(
  { day, time, part }: Pick<PlanDraft, 'day' | 'time' | 'part'>,
  now: number,
  timeZone: string,
): string {
  if (day !== '') return day;
  const here = localOf(now, timeZone);
  const today = here.slice(0, 10);
  const start = instantOf(`${today}T${part ? dayParts[part].from : time}`, timeZone) ?? 0;
  return start - now >= 2 * planLimits.ahead_ms.least ? today : localLater(here, 24 * 60).slice(0, 10);
}

/** The parts of a day that can still be meant; all of them where none can, so that their time is judged. */
export function partsAhead(day: string, now: number, timeZone: string): DayPart[] {
  const ahead = partCodes.filter((part) => {
    const start = instantOf(`${day}T${dayParts[part].from}`, timeZone);
    return start === null || start - now >= planLimits.ahead_ms.least;
  });
  return ahead.length > 0 ? ahead : [...partCodes];
}

/** The last clock time at or before this one at which a plan can start: some devices offer every minute. */
export function wholeStep(time: string): string {
  const minutes = Number(time.slice(3));
  return `${time.slice(0, 3)}${String(minutes - (minutes % planLimits.startStep)).padStart(2, '0')}`;
}

export const localOfDraft = (draft: PlanDraft, now: number, timeZone: string): string =>
  `${dayOf(draft, now, timeZone)}T${draft.part ? dayParts[draft.part].from : wholeStep(draft.time)}`;

export const minutesOf = ({ activity, minutes }: Pick<PlanDraft, 'activity' | 'minutes'>): number =>
  minutes ?? (activity ? activities[activity].minutes : 120);

type Fields = Omit<BodyOf<typeof createPlan>, 'userId' | 'clientId'>;

/** What is told to the server of a draft, in the zone of its clocks. */
export function fieldsOf(draft: PlanDraft, now: number, timeZone: string, language: PlanLanguage): Fields {
  const { part, place, cost } = draft;
  return {
    ...(draft.activity && { activity: draft.activity }),
    title: draft.title.trim() || null,
    note: draft.note.trim() || null,
    local: localOfDraft(draft, now, timeZone),
    timeZone,
    part,
    ...(!part && { minutes: minutesOf(draft) }),
    ...(place && {
      spot: {
        latitude: place.latitude,
        longitude: place.longitude,
        name: draft.spotName.trim(),
        hint: draft.hint,
      },
    }),
    spotShown: draft.isPublic ? 'everyone' : 'let_in',
    seats: draft.seats,
    least: draft.least,
    entry: draft.seats === 2 ? 'ask' : draft.entry,
    who: draft.who,
    languages: draft.languages.length > 0 ? draft.languages : [language],
    languageNeeded: draft.languageNeeded,
    level: draft.level,
    cost,
    costText: cost === 'amount' ? draft.costText.trim() : null,
    listed: draft.listed,
    ...(draft.fromPostId && { fromPostId: draft.fromPostId }),
  };
}

/** Of the fields of a change those that are different. */
export function changedFields(before: Fields, after: Fields): Partial<Fields> {
  const keys = Object.keys(after) as (keyof Fields)[];
  return Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key) => [key, after[key]]),
  );
}

export function draftOfPlan(plan: Plan): PlanDraft {
  return {
    activity: plan.activity,
    title: plan.title ?? '',
    note: plan.note ?? '',
    day: plan.local.slice(0, 10),
    time: plan.local.slice(11, 16),
    part: plan.part,
    timeZone: null,
    minutes: plan.minutes,
    place: plan.spot && { latitude: plan.spot.latitude, longitude: plan.spot.longitude },
    spotName: plan.spot?.name ?? '',
    foundName: null,
    hint: plan.spot?.hint ?? null,
    isPublic: plan.spotShown === 'everyone',
    seats: plan.seats,
    least: plan.least,
    entry: plan.entry,
    who: plan.who,
    languages: [...plan.languages],
    languageNeeded: plan.languageNeeded,
    level: plan.level,
    cost: plan.cost,
    costText: plan.costText ?? '',
    listed: plan.listed,
    fromPostId: null,
    sent: null,
    begun: null,
  };
}

/** By how many minutes a plan can be put off after its decision. */
export const delays = [0, 10, 20, 30, 45, planLimits.delayAfterDecision_ms / 60_000] as const;

/** Once it has started a plan is not put off any more. */
export const mayBePutOff = ({ part, startsAt }: Pick<Plan, 'part' | 'startsAt'>, now: number): boolean =>
  part === null && now < Date.parse(startsAt);

/** What counts of a change after the decision, when its form shows no more: a delay, and where exactly. */
export function lateDraftOf(plan: Plan, { day, time, hint }: PlanDraft, now: number): PlanDraft {
  const isDelay =
    mayBePutOff(plan, now) && delays.some((minutes) => localLater(plan.local, minutes) === `${day}T${time}`);
  return { ...draftOfPlan(plan), hint, ...(isDelay && { day, time }) };
}

/** Whether those who are in will be asked whether they still come: small changes add up. */
export function asksAgain(plan: Plan, draft: PlanDraft): boolean {
  const { agreed } = plan.mine;
  const isAgreed = agreed === null || !isOther(draft, { ...agreed, spot: agreed });
  const costText = draft.cost === 'amount' ? draft.costText.trim() : null;
  const isMore = isDearer(plan, { cost: draft.cost, costText });
  return draft.activity !== plan.activity || isMore || isOther(draft, plan) || !isAgreed;
}

type WhenAndWhere = Pick<Plan, 'local' | 'timeZone' | 'part' | 'minutes'> & { spot: Position | null };

/** Another time or place than that, by so much that it matters; an exact time may lie within a part of the day. */
function isOther(draft: PlanDraft, { local, timeZone: zone, part, minutes, spot }: WhenAndWhere): boolean {
  const timeZone = draft.timeZone ?? zone;
  const [start, former] = [instantOf(localOfDraft(draft, 0, timeZone), timeZone), instantOf(local, zone)];
  const shift = start === null || former === null ? 0 : start - former;
  const end = shift + minutesOf(draft) * 60_000;
  // As the server judges it: "this evening" was promised, and the exact time lies in it, or begins in it at least.
  const isInsidePart = part !== null && draft.part === null && shift >= 0;
  const isStartInside = isInsidePart && shift < minutes * 60_000;
  const moved = spot && draft.place ? distanceKm(spot, draft.place) : 0;
  return (
    timeZone !== zone ||
    moved > planLimits.materialMove_km ||
    (!(isInsidePart && end <= minutes * 60_000) &&
      ((!isStartInside && Math.abs(shift) > planLimits.materialShift_ms) ||
        Math.abs(minutesOf(draft) - minutes) > minutes / 2))
  );
}

/** Of a plan that is changed: its time stays, or is only put off, which is judged by the server. */
function isTimeKept(
  draft: PlanDraft,
  now: number,
  plan: Pick<Plan, 'local' | 'timeZone' | 'part' | 'decidesAt'> | null,
): boolean {
  if (plan === null) return false;
  if (now >= Date.parse(plan.decidesAt)) return true;
  const isSameZone = draft.timeZone === null || draft.timeZone === plan.timeZone;
  return isSameZone && draft.part === plan.part && localOfDraft(draft, now, plan.timeZone) === plan.local;
}

export interface PlanProblems {
  activity: 'PLAN_ACTIVITY_UNKNOWN' | null;
  title: 'PLAN_TITLE_MISSING' | 'PLAN_TITLE_TOO_LONG' | null;
  note: 'PLAN_NOTE_TOO_LONG' | null;
  time: 'PLAN_TIME_TOO_SOON' | 'PLAN_TIME_TOO_FAR' | 'PLAN_TIME_NOT_THERE' | null;
  place: 'PLAN_SPOT_MISSING' | null;
  spotName: 'PLAN_SPOT_NAME_MISSING' | null;
  cost: 'PLAN_COST_MISSING' | null;
}

/** A year that is typed half lies long before or after; no clock has such a time either. */
function timeProblem(local: string, now: number, timeZone: string): PlanProblems['time'] {
  const start = instantOf(local, timeZone);
  if (start === null && local.length > localOf(now, timeZone).length) return 'PLAN_TIME_TOO_FAR';
  if (start === null && local > localOf(now, timeZone)) return 'PLAN_TIME_NOT_THERE';
  const ahead = (start ?? now) - now;
  if (ahead < planLimits.ahead_ms.least) return 'PLAN_TIME_TOO_SOON';
  return ahead > planLimits.ahead_ms.most ? 'PLAN_TIME_TOO_FAR' : null;
}

/** What the server would refuse, field by field. */
export function problemsOfPlan(
  draft: PlanDraft,
  now: number,
  timeZone: string,
  plan: Pick<Plan, 'local' | 'timeZone' | 'part' | 'decidesAt'> | null = null,
): PlanProblems {
  const title = draft.title.trim();
  return {
    activity: draft.activity === null ? 'PLAN_ACTIVITY_UNKNOWN' : null,
    title:
      draft.activity && needsTitle(draft.activity) && isBlank(title)
        ? 'PLAN_TITLE_MISSING'
        : title.length > planLimits.title
          ? 'PLAN_TITLE_TOO_LONG'
          : null,
    note: draft.note.trim().length > planLimits.note ? 'PLAN_NOTE_TOO_LONG' : null,
    time: isTimeKept(draft, now, plan)
      ? null
      : timeProblem(localOfDraft(draft, now, timeZone), now, timeZone),
    place: draft.place === null ? 'PLAN_SPOT_MISSING' : null,
    spotName: isBlank(draft.spotName) ? 'PLAN_SPOT_NAME_MISSING' : null,
    cost: draft.cost === 'amount' && isBlank(draft.costText) ? 'PLAN_COST_MISSING' : null,
  };
}

/** Nearer than this to where somebody is, a place may be their home. */
const home_km = 0.2;

/** Whether a place may be the home of whoever chose it: asked on the device alone. */
export const mayBeHome = (place: Position | null, own: Position | null): boolean =>
  place !== null && own !== null && distanceKm(place, own) < home_km;
