import type { Gender } from '@dazi/contract/identity/identity';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import {
  instantOf,
  isTimeZone,
  localLater,
  nextLocal,
  readLocal,
} from '@dazi/contract/plans/local-times.rules';
import { type ActivityCode, activities, isActivity } from '@dazi/contract/plans/plan-activities';
import type { changePlan } from '@dazi/contract/plans/plans';
import { dayParts, needsTitle, type PlanLanguage, planLimits } from '@dazi/contract/plans/plans.rules';
import type { ErrorCode } from '@dazi/contract/registry';
import { placedPosition } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cleanedText } from '#platform/clean-text.ts';
import type { planSpots, plans } from './plans.tables.ts';

type PlanRow = typeof plans.$inferSelect;
export type SpotRow = typeof planSpots.$inferSelect;
export type Spot = Omit<SpotRow, 'planId' | 'agreed'>;

/** What a host says of a plan, as it is stored. */
export type PlanFields = Pick<
  PlanRow,
  | 'activity'
  | 'title'
  | 'note'
  | 'local'
  | 'timeZone'
  | 'part'
  | 'minutes'
  | 'startsAt'
  | 'endsAt'
  | 'spotShown'
  | 'seats'
  | 'least'
  | 'entry'
  | 'who'
  | 'gender'
  | 'languages'
  | 'languageNeeded'
  | 'level'
  | 'cost'
  | 'costText'
  | 'listed'
>;
export type PlanInput = Omit<BodyOf<typeof changePlan>, 'version' | 'userId'>;

/** Of a stored plan what its host said. */
export function fieldsOf(plan: PlanFields): PlanFields {
  const { activity, title, note, local, timeZone, part, minutes, startsAt, endsAt } = plan;
  const { spotShown, seats, least, entry, who, gender, languages, languageNeeded } = plan;
  const { level, cost, costText, listed } = plan;
  return {
    ...{ activity, title, note, local, timeZone, part, minutes, startsAt, endsAt },
    ...{ spotShown, seats, least, entry, who, gender, languages, languageNeeded },
    ...{ level, cost, costText, listed },
  };
}

const usual = {
  title: null,
  note: null,
  part: null,
  spotShown: 'let_in',
  entry: 'open',
  who: 'everyone',
  languages: ['en'] satisfies PlanLanguage[] as PlanLanguage[],
  languageNeeded: false,
  level: null,
  cost: 'own',
  costText: null,
  listed: true,
} as const;

/** Words in one line, null for none that can be seen. */
function words(text: string | null | undefined, most: number, tooLong: ErrorCode): string | null {
  const cleaned = cleanedText(text ?? '');
  if (isBlank(cleaned)) return null;
  if (cleaned.length > most) throw new AppError(tooLong);
  return cleaned;
}

/**
 * What is named replaces what the plan was before, or is usual. `gender` is the host's, as far as it counts; whether there
 * is one where it is needed is asked elsewhere. Errors: those of the fields.
 */
export function acceptFields(input: PlanInput, before: PlanFields | null, gender: Gender | null): PlanFields {
  const known = { ...usual, ...before };
  const activity = acceptActivity(input.activity ?? before?.activity);
  const titled = input.title === undefined ? known.title : input.title;
  const title = words(titled, planLimits.title, 'PLAN_TITLE_TOO_LONG');
  if (title === null && needsTitle(activity)) throw new AppError('PLAN_TITLE_MISSING');
  const noted = input.note === undefined ? known.note : input.note;
  const who = input.who ?? known.who;
  if (before?.spotShown === 'let_in' && input.spotShown === 'everyone') throw new AppError('INVALID_INPUT');
  return {
    activity,
    title,
    note: words(noted, planLimits.note, 'PLAN_NOTE_TOO_LONG'),
    ...acceptTime(input, before, activity),
    spotShown: input.spotShown ?? known.spotShown,
    ...acceptNumbers(input, before),
    who,
    gender: who === 'same_gender' ? (before?.gender ?? gender) : null,
    languages: [...(input.languages ?? known.languages)],
    languageNeeded: input.languageNeeded ?? known.languageNeeded,
    level: input.level === undefined ? known.level : input.level,
    ...acceptCost(input.cost ?? known.cost, input.costText === undefined ? known.costText : input.costText),
    listed: input.listed ?? known.listed,
  };
}

function acceptActivity(activity: string | undefined): ActivityCode {
  if (activity === undefined || !isActivity(activity)) throw new AppError('PLAN_ACTIVITY_UNKNOWN');
  return activity;
}

function acceptNumbers(
  input: PlanInput,
  before: PlanFields | null,
): Pick<PlanFields, 'seats' | 'least' | 'entry'> {
  const { seats: seatLimits, least: leastLimits } = planLimits;
  const seats = input.seats ?? before?.seats ?? seatLimits.default;
  if (!Number.isInteger(seats) || seats < seatLimits.least || seats > seatLimits.most)
    throw new AppError('PLAN_SEATS_INVALID');
  const least = input.least ?? Math.min(seats, before?.least ?? leastLimits.default);
  if (!Number.isInteger(least) || least < leastLimits.least || least > seats)
    throw new AppError('PLAN_LEAST_INVALID');
  const entry = input.entry ?? before?.entry ?? (seats === 2 ? 'ask' : usual.entry);
  if (seats === 2 && entry === 'open') throw new AppError('PLAN_TWO_NEEDS_ASK');
  return { seats, least, entry };
}

function acceptCost(
  cost: PlanFields['cost'],
  text: string | null | undefined,
): Pick<PlanFields, 'cost' | 'costText'> {
  if (cost !== 'amount') return { cost, costText: null };
  const costText = words(text, planLimits.cost, 'INVALID_INPUT');
  if (costText === null) throw new AppError('PLAN_COST_MISSING');
  return { cost, costText };
}

type Time = Pick<PlanFields, 'local' | 'timeZone' | 'part' | 'minutes' | 'startsAt' | 'endsAt'>;

/** The clocks of the zone are the truth; the instants are made of them. How far ahead it may be is asked elsewhere. */
function acceptTime(input: PlanInput, before: PlanFields | null, activity: ActivityCode): Time {
  const timeZone = input.timeZone ?? before?.timeZone ?? '';
  if (!isTimeZone(timeZone)) throw new AppError('TIME_ZONE_UNKNOWN');
  const part = input.part === undefined ? (before?.part ?? null) : input.part;
  const said = input.local ?? before?.local;
  if (said === undefined || readLocal(said) === null) throw new AppError('INVALID_INPUT');
  if (Number(said.slice(-2)) % planLimits.startStep !== 0) throw new AppError('INVALID_INPUT');
  const local = part ? `${said.slice(0, 10)}T${dayParts[part].from}` : said;
  const minutes = part
    ? dayParts[part].minutes
    : acceptMinutes(input.minutes ?? before?.minutes ?? activities[activity].minutes);
  const starts = instantOf(local, timeZone);
  if (starts === null) {
    const next = nextLocal(local, timeZone) ?? localLater(local, 60);
    throw new AppError('PLAN_TIME_NOT_THERE', { fields: [{ path: 'local', code: next }] });
  }
  const startsAt = new Date(starts);
  return { local, timeZone, part, minutes, startsAt, endsAt: new Date(starts + minutes * 60_000) };
}

function acceptMinutes(minutes: number): number {
  const { least, most, step } = planLimits.minutes;
  if (!Number.isInteger(minutes) || minutes < least || minutes > most || minutes % step !== 0)
    throw new AppError('PLAN_LENGTH_INVALID');
  return minutes;
}

/** Error: GENDER_NEEDED. */
export function requireGender({ who, gender }: Pick<PlanFields, 'who' | 'gender'>): void {
  if (who === 'same_gender' && gender === null) throw new AppError('GENDER_NEEDED');
}

/** Errors: PLAN_TIME_TOO_SOON, PLAN_TIME_TOO_FAR. */
export function requireAhead({ startsAt }: Pick<PlanFields, 'startsAt'>, now: Date): void {
  const ahead_ms = startsAt.getTime() - now.getTime();
  if (ahead_ms < planLimits.ahead_ms.least) throw new AppError('PLAN_TIME_TOO_SOON');
  if (ahead_ms > planLimits.ahead_ms.most) throw new AppError('PLAN_TIME_TOO_FAR');
}

/** Errors: PLAN_SPOT_MISSING, PLAN_SPOT_NAME_MISSING. */
export function acceptSpot(input: PlanInput['spot']): Spot {
  if (!input) throw new AppError('PLAN_SPOT_MISSING');
  const name = words(input.name, planLimits.spotName, 'INVALID_INPUT');
  if (name === null) throw new AppError('PLAN_SPOT_NAME_MISSING');
  return { ...placedPosition(input), name, hint: input.hint ?? null };
}
