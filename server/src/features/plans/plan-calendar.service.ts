import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { makeCalendar as makeCalendarEndpoint, PlanCalendar } from '@dazi/contract/plans/plan-calendar';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import { placeNamesOf } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import {
  type CalendarPlan,
  type CalendarWish,
  calendarSince,
  planFeed,
  planFile,
} from './plan-calendar.rules.ts';
import * as store from './plan-calendar.store.ts';
import { asSaid } from './plan-views.rules.ts';
import { planViews } from './plan-views.store.ts';
import { isInCalendars, secretHashOf } from './plans.rules.ts';
import { lockPlansOf } from './plans.store.ts';

const asTold = (row: store.CalendarRow | undefined): PlanCalendar => ({
  exists: row !== undefined,
  place: row?.place ?? false,
  language: row?.language ?? 'en',
  madeAt: row?.madeAt.toISOString() ?? null,
});

export const getCalendar = async (deps: Deps, actor: Actor): Promise<PlanCalendar> =>
  asTold(await store.findCalendar(deps.db, actor.id));

/** The address is told this once; another one makes the earlier one invalid. */
export async function makeCalendar(
  deps: Deps,
  actor: Actor,
  { place, language, renew = false }: BodyOf<typeof makeCalendarEndpoint>,
): Promise<PlanCalendar & { address: string | null }> {
  return deps.transact(async (inner) => {
    await lockPlansOf(inner.db, actor.id);
    const known = await store.findCalendar(inner.db, actor.id);
    const token = known && !renew ? null : inner.ids.secret();
    const row: store.CalendarRow = {
      userId: actor.id,
      tokenHash: token === null ? known!.tokenHash : secretHashOf(token),
      language: language ?? known?.language ?? 'en',
      place: place ?? known?.place ?? false,
      madeAt: token === null ? known!.madeAt : inner.clock(),
    };
    await store.putCalendar(inner.db, row);
    return { ...asTold(row), address: token && `${inner.config.publicUrl}/calendar/${token}.ics` };
  });
}

export async function removeCalendar(deps: Deps, actor: Actor): Promise<PlanCalendar> {
  await store.deleteCalendar(deps.db, actor.id);
  return asTold(undefined);
}

const townsOf = (deps: Deps, plans: readonly CalendarPlan[]) =>
  placeNamesOf(
    deps,
    plans.map(({ plan }) => ({ latitude: plan.districtLatitude, longitude: plan.districtLongitude })),
  );

/** Errors: PLAN_NOT_FOUND, NOT_IN_PLAN. */
export async function planFileOf(
  deps: Deps,
  actor: Actor,
  planId: string,
  wish: CalendarWish,
): Promise<string> {
  const now = deps.clock();
  const [found] = await planViews(deps.db, actor.id, { ids: [planId] }, now);
  if (!found) throw new AppError('PLAN_NOT_FOUND');
  const { spot, me } = found;
  if (!me || !isInCalendars(me.standing)) throw new AppError('NOT_IN_PLAN');
  const one = { plan: asSaid(found), spot, me };
  const [town] = await townsOf(deps, [one]);
  return planFile(one, town ?? null, { ...wish, publicUrl: deps.config.publicUrl, now });
}

/** Of 32 bytes, written as those of a feed are. */
const tokenLength = 43;

/** Whose address it is; there is none for what nobody was given, and while an account does not stand. Error: NOT_FOUND. */
export async function calendarOf(deps: Deps, token: string): Promise<store.CalendarRow> {
  if (token.length !== tokenLength) throw new AppError('NOT_FOUND');
  const calendar = await store.findCalendarBy(deps.db, secretHashOf(token));
  if (!calendar) throw new AppError('NOT_FOUND');
  return calendar;
}

/** What a calendar reads at the address of somebody. */
export async function feedOf(deps: Deps, { userId, language, place }: store.CalendarRow): Promise<string> {
  const now = deps.clock();
  const plans = await store.calendarPlans(deps.db, userId, calendarSince(now), planLimits.calendarEvents);
  const written = { language, place, publicUrl: deps.config.publicUrl, now };
  return planFeed(plans, await townsOf(deps, plans), written);
}
