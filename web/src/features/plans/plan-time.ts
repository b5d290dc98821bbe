import { instantOf, localLater, localOf, nextLocal, readLocal } from '@dazi/contract/plans/local-times.rules';
import { partNames, planWhen } from '@dazi/contract/plans/plan-when';
import type { Plan } from '@dazi/contract/plans/plans';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import type { TFunction } from 'i18next';

const day_minutes = 24 * 60;

/** Who reads: their language, their clock and their zone. */
export interface Reader {
  language: 'en' | 'ja' | 'zh';
  /** Milliseconds. */
  now: number;
  timeZone: string;
}

/** The zone of the device's clocks. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What is known of when a plan is; a conversation knows less of it than the plan itself. */
export type PlanWhen = Pick<Plan, 'local' | 'timeZone' | 'part' | 'startsAt' | 'endsAt'>;

const dateOf = (local: string) => local.slice(0, 10);
/** "07:00"; in Japanese without the zero, as every clock there. */
export const clockText = (clock: string, language: Reader['language']): string =>
  language === 'ja' ? clock.replace(/^0/, '') : clock;
const clockOf = (local: string, language: Reader['language']) => clockText(local.slice(11, 16), language);

const formatLocal = (local: string, language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(readLocal(local) ?? 0);

/** "Thu, Nov 26" */
export const dateText = (local: string, language: string) =>
  formatLocal(local, language, { weekday: 'short', month: 'short', day: 'numeric' });

/** "Sat 28", for a day that is near. */
export function shortDay(date: string, language: Reader['language']): string {
  const local = `${date}T12:00`;
  if (language !== 'en') return formatLocal(local, language, { weekday: 'short', day: 'numeric' });
  const day = formatLocal(local, language, { day: 'numeric' });
  const weekday = formatLocal(local, language, { weekday: 'short' });
  return `${weekday} ${day}`;
}

/** Today and tomorrow by the plan's own clocks; null for other days. */
export function nearDay(local: string, timeZone: string, now: number): 'today' | 'tomorrow' | null {
  const here = localOf(now, timeZone);
  if (dateOf(here) === dateOf(local)) return 'today';
  return dateOf(localLater(here, day_minutes)) === dateOf(local) ? 'tomorrow' : null;
}

function dayText(plan: PlanWhen, { language, now }: Reader, t: TFunction): string {
  const near = nearDay(plan.local, plan.timeZone, now);
  return near ? t(`plans.list.${near}`) : dateText(plan.local, language);
}

const fromTo = (from: string, to: string, language: Reader['language']): string =>
  `${clockOf(from, language)}${language === 'ja' ? '〜' : '–'}${clockOf(to, language)}`;

/** Only English has a comma between them. */
const onDay = (local: string, hours: string, language: Reader['language']): string =>
  `${dateText(local, language)}${language === 'en' ? ', ' : ' '}${hours}`;

/** From when to when by the clocks of a zone, or which part of the day. */
export function hoursText(plan: PlanWhen, language: Reader['language']): string {
  if (plan.part) return partNames[language][plan.part];
  return fromTo(plan.local, localOf(Date.parse(plan.endsAt), plan.timeZone), language);
}

function inPlansZone(plan: PlanWhen, reader: Reader, t: TFunction): string {
  const day = dayText(plan, reader, t);
  if (plan.part) return t('plans.when.part', { day, part: partNames[reader.language][plan.part] });
  const to = clockOf(localOf(Date.parse(plan.endsAt), plan.timeZone), reader.language);
  return t('plans.when.range', { day, from: clockOf(plan.local, reader.language), to });
}

/** When it is for the reader, where their clocks show something else at its start; null where they do not. */
export function yoursText(plan: PlanWhen, { language, timeZone }: Reader): string | null {
  const [from, to] = [plan.startsAt, plan.endsAt].map((at) => localOf(Date.parse(at), timeZone));
  if (from === localOf(Date.parse(plan.startsAt), plan.timeZone)) return null;
  const hours = fromTo(from!, to!, language);
  return dateOf(from!) === dateOf(plan.local) ? hours : onDay(from!, hours, language);
}

/** When a plan with these clocks is; null where they never show that time. */
export function whenOf(
  plan: Pick<PlanWhen, 'local' | 'timeZone' | 'part'> & { minutes: number },
): PlanWhen | null {
  const startsAt = instantOf(plan.local, plan.timeZone);
  if (startsAt === null) return null;
  const endsAt = startsAt + plan.minutes * 60_000;
  return { ...plan, startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
}

function withYours(there: string, plan: PlanWhen, reader: Reader, t: TFunction): string {
  const yours = yoursText(plan, reader);
  return yours === null ? there : `${there} (${t('plans.when.yours', { time: yours })})`;
}

/** When a plan is, by its own clocks; in brackets by those of a reader whose clocks differ. */
export const whenText = (plan: PlanWhen, reader: Reader, t: TFunction): string =>
  withYours(inPlansZone(plan, reader, t), plan, reader, t);

/** The same in a list that names the day. */
export const hoursUnderDay = (plan: PlanWhen, reader: Reader, t: TFunction): string =>
  withYours(hoursText(plan, reader.language), plan, reader, t);

/** The day of a plan from today on, by its own clocks; negative for what has been. */
const daysAhead = ({ local, timeZone }: Pick<PlanWhen, 'local' | 'timeZone'>, now: number): number =>
  Math.round((Date.parse(dateOf(local)) - Date.parse(dateOf(localOf(now, timeZone)))) / 86_400_000);

/** When it starts, in the name of its conversation: within a week "Thu 19:00", which a narrow row still shows. */
export function nameWhen(
  { local, timeZone, part }: Pick<PlanWhen, 'local' | 'timeZone' | 'part'>,
  { language, now }: Pick<Reader, 'language' | 'now'>,
): string {
  if (part || Math.abs(daysAhead({ local, timeZone }, now)) > 6) return planWhen(language, { local, part });
  const weekday = language === 'ja' ? 'long' : 'short';
  return `${formatLocal(local, language, { weekday })} ${clockOf(local, language)}`;
}

/** When it starts, for the tag of a pin: the time today, with the day within a week, else the day alone. */
export function tagText(plan: PlanWhen, { language, now }: Reader): string {
  const days = daysAhead(plan, now);
  const clock = clockOf(plan.local, language).replace(/^0/, '');
  if (days <= 0) return plan.part ? partNames[language][plan.part] : clock;
  if (days > 6) return formatLocal(plan.local, language, { month: 'short', day: 'numeric' });
  const weekday = formatLocal(plan.local, language, { weekday: 'short' });
  return plan.part ? weekday : `${weekday} ${clock}`;
}

/** How long until an instant, in minutes within two hours and in hours within a day; null further ahead or past. */
export function untilText(instant: string, now: number, t: TFunction): string | null {
  const minutes = Math.round((Date.parse(instant) - now) / 60_000);
  if (minutes < 1 || minutes > day_minutes) return null;
  if (minutes < 120) return t('plans.when.in_minutes', { count: minutes });
  return t('plans.when.in_hours', { count: Math.round(minutes / 60) });
}

/** Until when people may write in its conversation: 7 days after its end. */
export const closesAt = (endsAt: string): number => Date.parse(endsAt) + planLimits.conversationAfterEnd_ms;

/** "December 8" */
export const closingDate = (endsAt: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric' }).format(closesAt(endsAt));

/** A moment by the reader's own clocks: the time today, with its day otherwise. */
export function momentText(instant: string, { language, now, timeZone }: Reader): string {
  const at = localOf(Date.parse(instant), timeZone);
  const clock = clockOf(at, language);
  return dateOf(at) === dateOf(localOf(now, timeZone)) ? clock : onDay(at, clock, language);
}

/** "90 min", "2 hr" */
export function lengthText(minutes: number, language: string): string {
  const unit = (value: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  return minutes % 60 === 0 || minutes > 120 ? unit(minutes / 60, 'hour') : unit(minutes, 'minute');
}

/** How a zone is called now, as "Japan Standard Time". */
export function zoneText(timeZone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'long' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

export const whenChoices = ['any', 'today', 'tomorrow', 'weekend', 'week'] as const;
export type WhenChoice = (typeof whenChoices)[number];

/** Midnight at the beginning of a day, or what the clocks show first where they skip it. */
function beginningOf(date: string, timeZone: string): number {
  const midnight = `${date}T00:00`;
  return instantOf(midnight, timeZone) ?? instantOf(nextLocal(midnight, timeZone) ?? midnight, timeZone) ?? 0;
}

/**
 * The instants between which a choice lies, by the clocks of a zone. A day that has begun counts from its beginning, so that
 * the question stays the same all day: of what has started already the server tells nothing.
 */
export function spanOf(when: WhenChoice, now: number, timeZone: string): { from: string; to: string } | null {
  if (when === 'any') return null;
  const today = localOf(now, timeZone);
  const ahead = (days: number) => beginningOf(dateOf(localLater(today, days * day_minutes)), timeZone);
  // From Monday on; the week ends with Sunday.
  const weekday = (new Date(readLocal(today)!).getUTCDay() + 6) % 7;
  const toMonday = 7 - weekday;
  const [from, to] = {
    today: [ahead(0), ahead(1)],
    tomorrow: [ahead(1), ahead(2)],
    weekend: [ahead(Math.max(0, 5 - weekday)), ahead(toMonday)],
    week: [ahead(0), ahead(toMonday)],
  }[when] as [number, number];
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
