import { distanceKm } from '@dazi/contract/places/places.rules';
import { instantOf } from '@dazi/contract/plans/local-times.rules';
import { type ChangedThing, changedThings, isDearer, planLimits } from '@dazi/contract/plans/plans.rules';
import type { PlanFields, Spot } from './plan-fields.rules.ts';
import type { Agreed } from './plans.tables.ts';

export interface PlanContent {
  fields: PlanFields;
  spot: Spot;
}

/**
 * What of a change matters so much that those who are in are asked whether they still come: what matters by itself, and
 * what does since they last said so, or an evening would move by a quarter of an hour again and again.
 */
export function materialChanges(
  before: PlanContent,
  after: PlanContent,
  agreed: PlanContent = before,
): ChangedThing[] {
  const found = [...materialBetween(before, after), ...materialBetween(agreed, after)];
  return changedThings.filter((thing) => found.includes(thing));
}

function materialBetween(before: PlanContent, after: PlanContent): ChangedThing[] {
  const changed: ChangedThing[] = [];
  if (isTimeMaterial(before.fields, after.fields)) changed.push('time');
  if (distanceKm(before.spot, after.spot) > planLimits.materialMove_km) changed.push('spot');
  if (before.fields.activity !== after.fields.activity) changed.push('activity');
  if (isDearer(before.fields, after.fields)) changed.push('cost');
  return changed;
}

function isTimeMaterial(before: PlanFields, after: PlanFields): boolean {
  if (before.timeZone !== after.timeZone) return true;
  const startsAt = after.startsAt.getTime();
  // "This evening" was promised, and the exact time lies in it.
  const isInsidePart = before.part !== null && after.part === null && startsAt >= before.startsAt.getTime();
  if (isInsidePart && after.endsAt <= before.endsAt) return false;
  const isStartInside = isInsidePart && startsAt < before.endsAt.getTime();
  if (!isStartInside && Math.abs(startsAt - before.startsAt.getTime()) > planLimits.materialShift_ms)
    return true;
  return Math.abs(after.minutes - before.minutes) > before.minutes / 2;
}

/** What differs at all, material or not. */
export function differences(before: PlanContent, after: PlanContent): (keyof PlanFields | 'spot' | 'hint')[] {
  const fields = Object.keys(after.fields) as (keyof PlanFields)[];
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const placeOf = ({ latitude, longitude, name }: Spot) => ({ latitude, longitude, name });
  return [
    ...fields.filter((field) => !same(before.fields[field], after.fields[field])),
    ...(same(placeOf(before.spot), placeOf(after.spot)) ? [] : (['spot'] as const)),
    ...(before.spot.hint === after.spot.hint ? [] : (['hint'] as const)),
  ];
}

/** A plan as those who are in have said yes to it. */
export function agreedContent({ fields, spot }: PlanContent, agreed: Agreed | null): PlanContent {
  if (!agreed) return { fields, spot };
  const { latitude, longitude, ...time } = agreed;
  const start = instantOf(time.local, time.timeZone) ?? fields.startsAt.getTime();
  return {
    fields: {
      ...fields,
      ...time,
      startsAt: new Date(start),
      endsAt: new Date(start + time.minutes * 60_000),
    },
    spot: { ...spot, latitude, longitude },
  };
}

/** What is kept of that, once time or place are something else without anybody having been asked; else null. */
export function agreedOf(agreed: PlanContent, after: PlanContent): Agreed | null {
  const changed = differences(agreed, after);
  if (!changed.some((one) => one === 'spot' || isTimeField(one))) return null;
  const { local, timeZone, part, minutes } = agreed.fields;
  const { latitude, longitude } = agreed.spot;
  return { local, timeZone, part, minutes, latitude, longitude };
}

const timeFields = ['local', 'startsAt', 'endsAt', 'timeZone', 'part', 'minutes'];
export const isTimeField = (field: string): boolean => timeFields.includes(field);

/** So shortly before, a plan is put off by an hour at most, in its own zone and as long as before, or its hint changes. */
export function isAllowedAfterDecision(
  before: PlanContent,
  after: PlanContent,
  { delayMinutes, hasStarted }: { delayMinutes: number; hasStarted: boolean },
): boolean {
  const changed = differences(before, after);
  const isDelay = changed.every((field) => ['local', 'startsAt', 'endsAt', 'hint'].includes(field));
  if (!isDelay) return false;
  const delay_ms = after.fields.startsAt.getTime() - before.fields.startsAt.getTime();
  if (delay_ms === 0) return true;
  return !hasStarted && delay_ms > 0 && delayMinutes * 60_000 + delay_ms <= planLimits.delayAfterDecision_ms;
}
