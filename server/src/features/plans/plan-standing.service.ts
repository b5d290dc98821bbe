import { tellDetails } from '#features/chat/conversations/conversations.service.ts';
import { tellArea, tellPerson } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { Turns } from '#platform/mutex.ts';
import * as people from './plan-people.store.ts';
import { keepReminders } from './plan-reminders.service.ts';
import { advance, isStepDue } from './plan-steps.service.ts';
import { answeredStanding, nextStep, secretHashOf } from './plans.rules.ts';
import * as store from './plans.store.ts';
import { isOn, livingIn, type OpenPlan } from './seats.service.ts';

/** Locks a plan and does what is due; undefined when there is none. */
export async function openPlan(inner: TransactingDeps, planId: string): Promise<OpenPlan | undefined> {
  const locked = await store.lockPlan(inner.db, planId);
  return locked && advanced(inner, locked);
}

async function advanced(
  inner: TransactingDeps,
  { plan, spot }: Pick<OpenPlan, 'plan' | 'spot'>,
): Promise<OpenPlan> {
  const people = { living: null, hasLineMoved: false, touched: new Map(), known: new Map() };
  const open = { before: plan, plan: { ...plan }, spot, ...people };
  await advance(inner, open);
  return open;
}

/** Saves what was done under the lock, and tells whoever has to do with it. */
export async function closePlan(inner: TransactingDeps, open: OpenPlan): Promise<void> {
  const { before, plan, touched } = open;
  // With each change of the state, too: calendars go by it.
  if (plan.version === before.version && isOn(plan) !== isOn(before)) plan.version++;
  plan.dueAt = nextStep(plan)?.at ?? null;
  const isMoved = plan.startsAt.getTime() !== before.startsAt.getTime();
  // Who waits or asks is reminded of nothing, before or after.
  const isAboutSeats = [...touched.values()].some((standing) => !['waiting', 'asked'].includes(standing));
  const isReminded = isMoved || isAboutSeats || plan.calledOffAt !== before.calledOffAt;
  const isChanged = JSON.stringify(plan) !== JSON.stringify(before);
  if (isChanged) {
    plan.updatedAt = inner.clock();
    tellAreas(inner, open);
  }
  if (isReminded) keepReminders(inner, plan, { saves: isChanged });
  else if (isChanged) store.savePlan(inner.db, plan);
  if (isChanged || touched.size > 0) await tellPeople(inner, open);
}

const isTold = ({ listed, who }: store.PlanRow) => listed && who === 'everyone';

/** Areas hear of listed plans for everyone alone, and no more than which one it is. */
function tellAreas(inner: TransactingDeps, { before, plan }: OpenPlan): void {
  if (!isTold(before) && !isTold(plan)) return;
  const event = { type: 'plan_changed', planId: plan.id } as const;
  for (const q12 of new Set([before.q12, plan.q12]))
    tellArea(inner, q12, event, plan.hostId ?? before.hostId);
}

/**
 * Those whose standing changed hear of it, and the host; with another version, and once others have moved up in the line,
 * all who have to do with it.
 */
async function tellPeople(inner: TransactingDeps, open: OpenPlan): Promise<void> {
  const { before, plan, touched } = open;
  const hasNewVersion = plan.version !== before.version;
  const standings = new Map(touched);
  if (plan.hostId) standings.set(plan.hostId, 'going');
  if (hasNewVersion || open.hasLineMoved) {
    for (const [userId, standing] of await livingIn(inner, open)) standings.set(userId, standing);
  }
  const now = inner.clock();
  for (const [userId, standing] of standings) {
    const told = answeredStanding(standing, plan, now);
    tellPerson(inner, userId, { type: 'plan', planId: plan.id, standing: told, version: plan.version });
  }
  if (hasNewVersion && plan.conversationId) tellDetails(inner, plan.conversationId);
}

/** Behind so many in one plan the next is told to come back later. */
export const mostWaiting = 300;
/** Of all who want to act in one plan at once one alone has a connection of this node; the others wait without. */
const turns = new Turns(mostWaiting);

/** A host that changed while it was waited for: begun anew. */
class HostChanged extends Error {}
const mostAttempts = 3;

interface Wanting {
  actor: Actor;
  invite?: string | undefined;
}

/** How a plan is locked, and what is asked about those who act: once beforehand, and again if a step that was due may have changed the answer. */
interface Way {
  lock(inner: TransactingDeps): ReturnType<typeof store.lockPlan>;
  ask(inner: TransactingDeps): ReturnType<typeof people.findActing>;
}

/** Locks are taken in one order, the people's before the pairs' before the plan's before the conversation's. */
function wayInto(planId: string, wanting: readonly Wanting[], joins: boolean): Way {
  const userIds = wanting.map(({ actor }) => actor.id);
  const acting = wanting.map(({ actor, invite }) => ({
    userId: actor.id,
    inviteHash: invite === undefined ? null : secretHashOf(invite),
  }));
  return {
    async lock(inner) {
      if (!joins) return store.lockPlan(inner.db, planId);
      const locked = await store.lockForJoining(inner.db, userIds, planId);
      if (locked && locked.pairedWith !== locked.plan.hostId) throw new HostChanged();
      return locked;
    },
    ask: (inner) => people.findActing(inner.db, planId, acting, { joins, now: inner.clock() }),
  };
}

/** Locks a plan, does what is due, and saves and tells at the end what `act` did. PLAN_NOT_FOUND when there is none. */
async function underLock<Result>(
  deps: Deps,
  planId: string,
  { lock, ask }: Way,
  act: (inner: TransactingDeps, open: OpenPlan, acting: Awaited<ReturnType<Way['ask']>>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await turns.take(planId, () =>
        deps.transact(async (inner) => {
          const locking = lock(inner);
          // Sent without waiting for the lock: it is answered after that.
          const askedEarly = ask(inner);
          askedEarly.catch(() => {});
          const locked = await locking;
          if (!locked) throw new AppError('PLAN_NOT_FOUND');
          const isAdvancing = isStepDue(inner, locked.plan);
          const open = await advanced(inner, locked);
          if (open.plan.stage === 'erased') throw new AppError('PLAN_NOT_FOUND');
          const result = await act(inner, open, await (isAdvancing ? ask(inner) : askedEarly));
          await closePlan(inner, open);
          return result;
        }),
      );
    } catch (error) {
      if (!(error instanceof HostChanged)) throw error;
      if (attempt === mostAttempts) throw new AppError('UNAVAILABLE', { retryAfter_s: 1 });
    }
  }
}

/** Why somebody may not act in a plan at all; who has just deleted their account is told to come back, and finds out. */
function refusalOf(acting: people.ActingRow | undefined): AppError | null {
  if (!acting) return new AppError('PLAN_NOT_FOUND');
  return acting.stands ? null : new AppError('UNAVAILABLE', { retryAfter_s: 1 });
}

/**
 * The only way to act in a plan alone: locks it, does what is due, and saves and tells at the end what `act` did. Unknown,
 * hidden and not for this person are one answer: PLAN_NOT_FOUND. With `joins` what the actor is in is counted, and no block
 * between them and the host is on its way: it has the pair before it knows the plans.
 */
export function inPlan<Result>(
  deps: Deps,
  actor: Actor,
  planId: string,
  { joins = false }: { joins?: boolean },
  act: (inner: TransactingDeps, open: OpenPlan, acting: people.ActingRow) => Promise<Result>,
): Promise<Result> {
  return underLock(deps, planId, wayInto(planId, [{ actor }], joins), async (inner, open, [acting]) => {
    const refusal = refusalOf(acting);
    if (refusal) throw refusal;
    open.known.set(actor.id, acting!.me);
    return act(inner, open, acting!);
  });
}

/**
 * The same of several who want to join, one after the other in the given order: answers for each what `act` did, or why
 * they were refused.
 */
export function joiningPlan<One extends Wanting, Result>(
  deps: Deps,
  planId: string,
  joining: readonly One[],
  act: (
    inner: TransactingDeps,
    open: OpenPlan,
    one: One,
    acting: people.ActingRow,
  ) => Promise<Result | AppError>,
): Promise<(Result | AppError)[]> {
  return underLock(deps, planId, wayInto(planId, joining, true), async (inner, open, found) => {
    for (const [place, acting] of found.entries())
      if (acting) open.known.set(joining[place]!.actor.id, acting.me);
    const results: (Result | AppError)[] = [];
    for (const [place, one] of joining.entries()) {
      const acting = found[place];
      // Whoever asks twice at once may have joined by the first already.
      const me = open.known.get(one.actor.id) ?? null;
      results.push(refusalOf(acting) ?? (await act(inner, open, one, { ...acting!, me })));
    }
    return results;
  });
}

/** The same for its host while it is not over. Errors also: NOT_THE_HOST, PLAN_OVER. */
export function inOwnPlan<Result>(
  deps: Deps,
  actor: Actor,
  planId: string,
  act: (inner: TransactingDeps, open: OpenPlan) => Promise<Result>,
): Promise<Result> {
  return inPlan(deps, actor, planId, {}, async (inner, open) => {
    requireHost(open.plan, actor);
    if (isOver(open.plan, inner.clock())) throw new AppError('PLAN_OVER');
    return act(inner, open);
  });
}

export function requireHost({ hostId }: Pick<store.PlanRow, 'hostId'>, actor: Actor): void {
  if (hostId !== actor.id) throw new AppError('NOT_THE_HOST');
}

export const isOver = ({ calledOffAt, endsAt }: store.PlanRow, now: Date): boolean =>
  calledOffAt !== null || now >= endsAt;
