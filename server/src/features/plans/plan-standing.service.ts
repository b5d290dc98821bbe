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
  const open = { before: plan, plan: { ...plan }, spot, living: null, touched: new Map(), known: new Map() };
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

/** Those whose standing changed hear of it, and the host; with another version all who have to do with it. */
async function tellPeople(inner: TransactingDeps, open: OpenPlan): Promise<void> {
  const { before, plan, touched } = open;
  const hasNewVersion = plan.version !== before.version;
  const standings = new Map(touched);
  if (plan.hostId) standings.set(plan.hostId, 'going');
  if (hasNewVersion) {
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

interface Wanted {
  invite?: string | undefined;
  /** Counts what the actor is in, and must not meet a block between them and the host on its way. */
  joins?: boolean;
}

/**
 * The only way to act in a plan: locks it, does what is due, and saves and tells at the end what `act` did. Unknown, hidden
 * and not for this person are one answer: PLAN_NOT_FOUND. Locks are taken in one order, the person's before the pair's
 * before the plan's before the conversation's: a block has the pair before it knows the plans.
 */
export async function inPlan<Result>(
  deps: Deps,
  actor: Actor,
  planId: string,
  { invite, joins = false }: Wanted,
  act: (inner: TransactingDeps, open: OpenPlan, acting: people.ActingRow) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await turns.take(planId, () =>
        deps.transact(async (inner) => {
          const inviteHash = invite === undefined ? null : secretHashOf(invite);
          const askActing = () =>
            people.findActing(inner.db, actor.id, planId, { inviteHash, joins, now: inner.clock() });
          const locking = joins ? lockForJoining(inner, actor, planId) : store.lockPlan(inner.db, planId);
          // Sent without waiting for the lock: it is answered after that.
          const askedEarly = askActing();
          askedEarly.catch(() => {});
          const locked = await locking;
          if (!locked) throw new AppError('PLAN_NOT_FOUND');
          const isAdvancing = isStepDue(inner, locked.plan);
          const open = await advanced(inner, locked);
          if (open.plan.stage === 'erased') throw new AppError('PLAN_NOT_FOUND');
          const acting = await (isAdvancing ? askActing() : askedEarly);
          if (!acting) throw new AppError('PLAN_NOT_FOUND');
          if (!acting.stands) throw new AppError('UNAVAILABLE', { retryAfter_s: 1 });
          open.known.set(actor.id, acting.me);
          const result = await act(inner, open, acting);
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

async function lockForJoining(inner: TransactingDeps, actor: Actor, planId: string) {
  const locked = await store.lockForJoining(inner.db, actor.id, planId);
  if (locked && locked.pairedWith !== locked.plan.hostId) throw new HostChanged();
  return locked;
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
