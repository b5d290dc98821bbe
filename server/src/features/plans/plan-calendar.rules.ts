import type { NoticeLanguage } from '@dazi/contract/kernel/notices';
import {
  calendarCategory,
  calendarDescription,
  calendarName,
  calendarTitle,
} from '@dazi/contract/plans/plan-calendar-texts';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import type { PlaceName } from '#features/places/places.service.ts';
import { type IcsLine, icsInstant, icsOf, icsText } from '#platform/ics.ts';
import type { SpotRow } from './plan-fields.rules.ts';
import type { PersonRow } from './plan-people.store.ts';
import { spotFor } from './plan-views.rules.ts';
import { isInCalendars } from './plans.rules.ts';
import type { PlanRow } from './plans.store.ts';
import { isOn } from './seats.service.ts';

/** A plan as it stands in somebody's calendar. */
export interface CalendarPlan {
  plan: PlanRow;
  spot: SpotRow | null;
  me: PersonRow;
}

export interface CalendarWish {
  language: NoticeLanguage;
  /** Whether where exactly to meet is in it, as long as its owner may know. */
  place: boolean;
}

interface Written extends CalendarWish {
  publicUrl: string;
  now: Date;
}

const uidOf = (planId: string, publicUrl: string) => `plan-${planId}@${new URL(publicUrl).hostname}`;

/** Somebody has no part in it any more: what it has become since is not told, be it there for them or not. */
function partedEvent({ plan, me }: CalendarPlan, { language, publicUrl }: Written): IcsLine[] {
  const { at, version, activity, startsAt, endsAt } = me.parted!;
  const stamp = icsInstant(new Date(at));
  return [
    ['UID', uidOf(plan.id, publicUrl)],
    ['DTSTAMP', stamp],
    ['LAST-MODIFIED', stamp],
    ['SEQUENCE', String(version)],
    ['DTSTART', icsInstant(new Date(startsAt))],
    ['DTEND', icsInstant(new Date(endsAt))],
    ['SUMMARY', icsText(calendarTitle(language, { title: null, activity }, false))],
    ['CATEGORIES', icsText(calendarCategory(language, activity))],
    ['CLASS', 'PRIVATE'],
    ['STATUS', 'CANCELLED'],
  ];
}

function statusOf({ plan, me }: CalendarPlan, now: Date): 'CANCELLED' | 'CONFIRMED' | 'TENTATIVE' {
  // Whoever still waits when it starts has not come in.
  if (plan.calledOffAt || (me.standing === 'waiting' && now >= plan.startsAt)) return 'CANCELLED';
  return me.standing === 'going' && isOn(plan) ? 'CONFIRMED' : 'TENTATIVE';
}

/** When what the event says was last another. */
function changedAt({ plan, me }: CalendarPlan, now: Date): Date {
  const moments = [
    plan.updatedAt,
    me.since,
    ...(me.standing === 'waiting' && now >= plan.startsAt ? [plan.startsAt] : []),
  ];
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

function placeLines({ plan, spot, me }: CalendarPlan, town: PlaceName | null, written: Written): IcsLine[] {
  const { language, now } = written;
  const townName = town ? ((town.names as Partial<Record<string, string>>)[language] ?? town.name) : null;
  const viewing = { isHost: plan.hostId === me.userId, isGoing: me.standing === 'going' };
  const known = written.place && !plan.calledOffAt ? spotFor(viewing, plan, spot, now) : null;
  const names = [known?.name, townName].filter(Boolean).join(', ');
  return [
    ...(names ? [['LOCATION', icsText(names)] as const] : []),
    ...(known ? [['GEO', `${known.latitude};${known.longitude}`] as const] : []),
  ];
}

function planEvent(one: CalendarPlan, town: PlaceName | null, written: Written): IcsLine[] {
  const { plan, me } = one;
  const { language, publicUrl, now } = written;
  const url = `${publicUrl}/plan/${plan.id}`;
  const stamp = icsInstant(changedAt(one, now));
  return [
    ['UID', uidOf(plan.id, publicUrl)],
    ['DTSTAMP', stamp],
    ['LAST-MODIFIED', stamp],
    ['SEQUENCE', String(plan.version)],
    ['DTSTART', icsInstant(plan.startsAt)],
    ['DTEND', icsInstant(plan.endsAt)],
    ['SUMMARY', icsText(calendarTitle(language, plan, me.standing === 'waiting'))],
    ['DESCRIPTION', icsText(calendarDescription(language, plan, url))],
    ['URL', url],
    ['CATEGORIES', icsText(calendarCategory(language, plan.activity))],
    ['CLASS', 'PRIVATE'],
    ['STATUS', statusOf(one, now)],
    ...placeLines(one, town, written),
  ];
}

const alarm = (before: string, title: string): IcsLine[] => [
  ['BEGIN', 'VALARM'],
  ['ACTION', 'DISPLAY'],
  ['DESCRIPTION', icsText(title)],
  ['TRIGGER', before],
  ['END', 'VALARM'],
];

const calendar = (own: readonly IcsLine[], events: readonly IcsLine[][]): string =>
  icsOf([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Dazi//Plans//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    ...own,
    ...events.flatMap((event) => [['BEGIN', 'VEVENT'] as const, ...event, ['END', 'VEVENT'] as const]),
    ['END', 'VCALENDAR'],
  ]);

/** One plan, with two alarms: it is read once. */
export function planFile(one: CalendarPlan, town: PlaceName | null, written: Written): string {
  const title = calendarTitle(written.language, one.plan, one.me.standing === 'waiting');
  const alarms = ['-P1D', '-PT2H'].flatMap((before) => alarm(before, title));
  return calendar([], [[...planEvent(one, town, written), ...(one.plan.calledOffAt ? [] : alarms)]]);
}

/** All plans of somebody, read again and again; no alarms, because people are reminded anyway. */
export function planFeed(
  plans: readonly CalendarPlan[],
  towns: readonly (PlaceName | null)[],
  written: Written,
): string {
  const own = [
    ['X-WR-CALNAME', icsText(calendarName(written.language))],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'],
  ] as const;
  return calendar(
    own,
    plans.map((one, index) =>
      isInCalendars(one.me.standing)
        ? planEvent(one, towns[index] ?? null, written)
        : partedEvent(one, written),
    ),
  );
}

/** How far back calendars are told. */
export const calendarSince = (now: Date): Date => new Date(now.getTime() - planLimits.calendarBack_ms);
