import { planLimits } from '@dazi/contract/plans/plans.rules';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import type { Named } from './plan-people.store.ts';
import { tellOfPlan, tellRemoved } from './plans.notices.ts';
import {
  beginConversation,
  callOff,
  fillSeats,
  giveUp,
  idsOf,
  isDecided,
  type OpenPlan,
} from './seats.service.ts';

/**
 * Somebody who was in is gone, and so is the host, perhaps. Before the decision those who are left are asked to take over;
 * after it a plan goes on without a host while two are left.
 */
export async function settleWithoutHost(inner: TransactingDeps, open: OpenPlan): Promise<void> {
  const { plan } = open;
  if (plan.calledOffAt || plan.hostId !== null) return;
  if (isDecided(plan)) {
    plan.hostWantedUntil = null;
    if (plan.goingCount < 2) await callOff(inner, open, 'host_left');
    return;
  }
  if (plan.goingCount === 0) {
    await callOff(inner, open, 'host_left');
    return;
  }
  if (plan.hostWantedUntil) return;
  const until = Math.min(inner.clock().getTime() + planLimits.confirm_ms, plan.decidesAt.getTime());
  plan.hostWantedUntil = new Date(until);
  plan.version++;
  const userIds = await idsOf(inner, open, ['going']);
  const notice = { planId: plan.id, code: 'plan_host_wanted', personId: null, userIds } as const;
  tellOfPlan(inner, { ...notice, until: plan.hostWantedUntil.toISOString() });
}

/** Somebody leaves, as if by themselves, and their seat goes to the next. */
export async function leave(
  inner: TransactingDeps,
  open: OpenPlan,
  person: Named,
  { counts }: { counts: boolean },
): Promise<void> {
  const { plan } = open;
  const going = plan.goingCount;
  const hostId = plan.hostId;
  await giveUp(inner, open, person, { standing: 'left', counts });
  if (plan.goingCount === going) return;
  if (hostId !== null && hostId !== person.id) {
    tellOfPlan(inner, { planId: plan.id, code: 'plan_left', personId: person.id, userIds: [hostId] });
  }
  await fillSeats(inner, open);
  await settleWithoutHost(inner, open);
}

/** Takes somebody out for good: to them there is no such plan any more, which they are told once and without a reason. */
export async function remove(
  inner: TransactingDeps,
  open: OpenPlan,
  person: Named,
  reason?: 'no_answer' | 'behaviour' | 'other',
): Promise<void> {
  const { plan } = open;
  const going = plan.goingCount;
  await giveUp(inner, open, person, { standing: 'removed', ...(reason && { reason }) });
  tellRemoved(inner, plan, [person.id]);
  // Who only waited or asked has freed nothing.
  if (plan.goingCount === going) return;
  await fillSeats(inner, open);
  await settleWithoutHost(inner, open);
}

export async function becomeHost(inner: TransactingDeps, open: OpenPlan, person: Named): Promise<void> {
  const { plan } = open;
  plan.hostId = person.id;
  plan.hostWantedUntil = null;
  plan.version++;
  await beginConversation(inner, open);
  if (plan.conversationId)
    await conversations.makeOwner(inner, plan.conversationId, person.id, 'plan_host_changed');
  const others = await idsOf(inner, open, ['going', 'waiting', 'asked']);
  const userIds = others.filter((userId) => userId !== person.id);
  tellOfPlan(inner, { planId: plan.id, code: 'plan_host_changed', personId: person.id, userIds });
}
