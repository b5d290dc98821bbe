import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Position } from '@dazi/contract/places/places';
import type { Plan } from '@dazi/contract/plans/plans';
import { placeNamesOf } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { planView, stateOf } from './plan-views.rules.ts';
import * as store from './plan-views.store.ts';
import { secretHashOf } from './plans.rules.ts';
import { type SoonFilters, soonestPlans } from './soon.store.ts';

async function seenBy(
  deps: Deps,
  viewer: Actor | null,
  rows: readonly store.PlanViewRow[],
  from: Position | null = null,
): Promise<Plan[]> {
  const now = deps.clock();
  const centres = rows.map(({ plan }) => ({
    latitude: plan.districtLatitude,
    longitude: plan.districtLongitude,
  }));
  const towns = await placeNamesOf(deps, centres);
  return rows.map((row, place) => planView(row, viewer?.id ?? null, { from, town: towns[place]!, now }));
}

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Plans to come that pass the filters, soonest first. A page may be short and still have a cursor. */
export async function listPlans(
  deps: Deps,
  viewer: Actor | null,
  filters: Omit<SoonFilters, 'viewerId' | 'now' | 'from'> & { from: Date | null },
  { limit, cursor }: PageQuery,
): Promise<{ plans: Plan[]; nextCursor: string | null }> {
  const now = deps.clock();
  const viewerId = viewer?.id ?? null;
  const from = filters.from && filters.from > now ? filters.from : now;
  const after = cursor ? frontierOf(cursor) : null;
  const { ids, frontier } = await soonestPlans(
    deps.db,
    { ...filters, from, viewerId, now },
    { after, limit },
  );
  const rows = await store.planViews(deps.db, viewerId, { ids, onlyListed: true }, now);
  return {
    plans: await seenBy(deps, viewer, rows, filters.region.disc?.centre ?? null),
    nextCursor: frontier && cursorOf(frontier),
  };
}

/** Of these the plans that stand in lists for the viewer. */
export async function listPlansById(
  deps: Deps,
  viewer: Actor | null,
  ids: readonly string[],
  from: Position | null,
): Promise<Plan[]> {
  const wanted = { ids: [...new Set(ids)], onlyListed: true };
  return seenBy(deps, viewer, await store.planViews(deps.db, viewer?.id ?? null, wanted, deps.clock()), from);
}

export async function listMyPlans(deps: Deps, actor: Actor, part: 'ahead' | 'past', page: PageQuery) {
  const { limit, cursor } = page;
  const at = cursor ? frontierOf(cursor) : null;
  const after = at && { startsAt: at.createdAt, id: at.id };
  const now = deps.clock();
  const found = await store.ownPlans(deps.db, actor.id, part, now, { after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const rows = await store.planViews(deps.db, actor.id, { ids: shown.map(({ id }) => id) }, now);
  return {
    plans: await seenBy(deps, actor, rows),
    nextCursor: last ? cursorOf({ createdAt: last.startsAt.toISOString(), id: last.id }) : null,
  };
}

/** Unknown, hidden and not for the viewer are one answer: PLAN_NOT_FOUND. */
export async function getPlan(
  deps: Deps,
  viewer: Actor | null,
  planId: string,
  { invite, from = null }: { invite?: string | undefined; from?: Position | null } = {},
): Promise<Plan> {
  const inviteHash = invite === undefined ? null : secretHashOf(invite);
  const wanted = { ids: [planId], inviteHash };
  const rows = await store.planViews(deps.db, viewer?.id ?? null, wanted, deps.clock());
  const [plan] = await seenBy(deps, viewer, rows, from);
  if (!plan) throw new AppError('PLAN_NOT_FOUND');
  return plan;
}

/** Whoever asks has blocked the other, or is about to; the other learns nothing. */
export async function listCommonPlans(deps: Deps, actor: Actor, otherId: string): Promise<Plan[]> {
  const now = deps.clock();
  const ids = await store.commonPlans(deps.db, actor.id, otherId, now);
  return seenBy(deps, actor, await store.planViews(deps.db, actor.id, { ids }, now));
}

export const planOfPost = (deps: Deps, viewer: Actor | null, postId: string): Promise<string | null> =>
  store.planOfPost(deps.db, viewer?.id ?? null, postId, deps.clock());

/** What conversations show of their plans. */
export async function plansOfConversations(
  deps: Deps,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Conversation['plan']>>> {
  const now = deps.clock();
  const rows = await store.plansOfConversations(deps.db, conversationIds);
  return new Map(
    rows.flatMap((plan) => {
      const { id, activity, title, local, timeZone, part } = plan;
      const times = { startsAt: plan.startsAt.toISOString(), endsAt: plan.endsAt.toISOString() };
      const shown = { id, activity, title, local, timeZone, part, ...times, state: stateOf(plan, now) };
      return plan.conversationId ? [[plan.conversationId, shown] as const] : [];
    }),
  );
}
