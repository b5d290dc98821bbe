import { planLimits } from '@dazi/contract/plans/plans.rules';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import { settleWithoutHost } from './hosting.service.ts';
import * as people from './plan-people.store.ts';
import { advance } from './plan-steps.service.ts';
import { tellOfPlan, tellRemoved } from './plans.notices.ts';
import { livingStandings } from './plans.rules.ts';
import { deleteTakenPost } from './plans.store.ts';
import type { TakenAway } from './plans.tables.ts';
import { fillSeats, giveUp, idsOf, isOn, type OpenPlan, say } from './seats.service.ts';

/**
 * What moderators took away is there again: what it said, and the plan as far as the clock has come, with those who were in
 * it and still may be. What was over meanwhile is over.
 */
export async function bringBack(inner: TransactingDeps, open: OpenPlan, taken: TakenAway): Promise<void> {
  const { plan } = open;
  plan.takenAway = null;
  plan.title = taken.title;
  plan.note = taken.note;
  plan.costText = taken.costText ?? plan.costText;
  plan.version++;
  if (plan.calledOffReason !== 'removed') return;
  plan.calledOffAt = null;
  plan.calledOffReason = null;
  await deleteTakenPost(inner.db, plan.id, inner.clock());
  if (plan.stage === 'folded') return;
  const wasClosed = plan.stage === 'closed';
  const isOver = inner.clock() >= plan.endsAt;
  // Nobody was there: how it was is not asked, and who had not confirmed keeps the seat.
  plan.stage = isOver ? 'ended' : taken.stage;
  if (wasClosed && plan.conversationId) await conversations.reopenConversation(inner, plan.conversationId);
  // Also of what is over: where it was is told to whoever is in for hours after the end.
  await partGone(inner, open);
  if (isOver) return;
  await askOnceMore(inner, open, taken);
  await advance(inner, open);
  await fillSeats(inner, open);
  await settleWithoutHost(inner, open);
  if (plan.calledOffAt) return;
  if (isOn(plan)) await say(inner, open, { code: 'plan_on', params: { count: plan.goingCount } });
  const userIds = await idsOf(inner, open, livingStandings);
  tellOfPlan(inner, { planId: plan.id, code: 'plan_restored', personId: null, userIds });
}

/** Whoever deleted their account, or was parted from the host by a block, while it was called off leaves now. */
async function partGone(inner: TransactingDeps, open: OpenPlan): Promise<void> {
  const { plan } = open;
  const living = await people.livingIn(inner.db, plan.id);
  plan.goingCount = living.filter(({ standing }) => standing === 'going').length;
  const hidden = plan.hostId ? await people.hiddenFromHost(inner.db, plan.id, plan.hostId) : [];
  const blocked = hidden.filter((one) => one.isBlockedByHost).map(({ userId }) => userId);
  const parted = new Set(hidden.map(({ userId }) => userId));
  for (const person of living) {
    if (person.stands && !parted.has(person.id)) continue;
    await giveUp(inner, open, person, { standing: blocked.includes(person.id) ? 'removed' : 'left' });
  }
  tellRemoved(inner, plan, blocked);
}

/** Whoever had not said whether they still come is asked again, and has as long for it as after a change that is made now. */
async function askOnceMore(
  inner: TransactingDeps,
  { plan }: OpenPlan,
  { confirmUntil }: TakenAway,
): Promise<void> {
  const now = inner.clock();
  if (!confirmUntil || now >= plan.decidesAt) return;
  plan.confirmUntil = new Date(Math.min(now.getTime() + planLimits.confirm_ms, plan.decidesAt.getTime()));
  const userIds = (await people.unsureOnes(inner.db, plan)).map(({ id }) => id);
  const changed = [...new Set(plan.askedAbout.flatMap((one) => one.changed))];
  const until = plan.confirmUntil.toISOString();
  tellOfPlan(inner, { planId: plan.id, code: 'plan_confirm', personId: null, userIds, changed, until });
}
