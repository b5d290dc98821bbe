import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Position } from '@dazi/contract/places/places';
import type { Plan } from '@dazi/contract/plans/plans';
import { placeNamesOf } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps } from '#platform/deps.ts';
import { GroupQueues } from '#platform/group-queue.ts';
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
  return rows.map((row, place) => planView(row, viewer, { from, town: towns[place]!, now }));
}

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Plans to come that pass the filters, soonest first. A page may be short and still have a cursor. */
export async function listPlans(
  deps: Deps,
  viewer: Actor | null,
  filters: Omit<SoonFilters, 'viewerId' | 'now'>,
  { limit, cursor }: PageQuery,
): Promise<{ plans: Plan[]; nextCursor: string | null }> {
  const now = deps.clock();
  const viewerId = viewer?.id ?? null;
  const after = cursor ? frontierOf(cursor) : null;
  const { ids, frontier } = await soonestPlans(deps.db, { ...filters, viewerId, now }, { after, limit });
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
interface Look {
  /** The secret of a link. */
  invite?: string | undefined;
  from?: Position | null;
}
type Looking = Look & { viewer: Actor };

/** So many of a crowd at one plan are answered by one query at most. */
const mostTogether = 32;

/** Whoever wants to see a plan that others of this node are waiting to see sees it together with all who came meanwhile. */
export class PlanViews {
  readonly #deps: Deps;
  readonly #queues: GroupQueues<Looking, Plan | undefined>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#queues = new GroupQueues((planId, looking) => seenByEach(deps, looking, planId), {
      mostInGroup: mostTogether,
      gathersFirst: true,
    });
  }

  /** As `getPlan`. */
  async get(viewer: Actor | null, planId: string, look: Look = {}): Promise<Plan> {
    return viewer
      ? found(await this.#queues.add(planId, { ...look, viewer }))
      : getPlan(this.#deps, viewer, planId, look);
  }
}

/** A plan that is not there for the viewer does not exist: PLAN_NOT_FOUND. */
export async function getPlan(
  deps: Deps,
  viewer: Actor | null,
  planId: string,
  look: Look = {},
): Promise<Plan> {
  if (viewer) return found((await seenByEach(deps, [{ ...look, viewer }], planId))[0]);
  const wanted = { ids: [planId], inviteHash: hashOf(look) };
  const rows = await store.planViews(deps.db, null, wanted, deps.clock());
  return found((await seenBy(deps, null, rows, look.from))[0]);
}

async function seenByEach(
  deps: Deps,
  looking: readonly Looking[],
  planId: string,
): Promise<(Plan | undefined)[]> {
  const asked = looking.map((one) => ({ viewerId: one.viewer.id, inviteHash: hashOf(one) }));
  const rows = await store.planViewsOfEach(deps.db, asked, planId, deps.clock());
  return Promise.all(
    looking.map(async ({ viewer, from }, place) => {
      const row = rows[place];
      return row && (await seenBy(deps, viewer, [row], from))[0];
    }),
  );
}

const hashOf = ({ invite }: Look) => (invite === undefined ? null : secretHashOf(invite));

function found(plan: Plan | undefined): Plan {
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
