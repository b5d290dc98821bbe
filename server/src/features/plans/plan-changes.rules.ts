import { distanceKm } from '@dazi/contract/places/places.rules';
import { type ChangedThing, planLimits } from '@dazi/contract/plans/plans.rules';
import type { PlanFields, Spot } from './plan-fields.rules.ts';

export interface PlanContent {
  fields: PlanFields;
  spot: Spot;
}

const costRanks = { free: 0, own: 1, split: 1, amount: 2 } as const;

/** What of a change matters so much that those who are in are asked whether they still come. */
export function materialChanges(before: PlanContent, after: PlanContent): ChangedThing[] {
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

function isDearer(before: PlanFields, after: PlanFields): boolean {
  if (costRanks[after.cost] > costRanks[before.cost]) return true;
  return after.cost === 'amount' && before.cost === 'amount' && after.costText !== before.costText;
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
