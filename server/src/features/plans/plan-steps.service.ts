import { planLimits } from '@dazi/contract/plans/plans.rules';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import { settleWithoutHost } from './hosting.service.ts';
import { deleteMarksOf } from './plan-marks.store.ts';
import * as people from './plan-people.store.ts';
import { tellOfPlan } from './plans.notices.ts';
import { nextStep, type PlanStep } from './plans.rules.ts';
import * as store from './plans.store.ts';
import { callOff, fillSeats, giveUp, idsOf, isOn, type OpenPlan } from './seats.service.ts';

type Step = (inner: TransactingDeps, open: OpenPlan) => Promise<void>;

export function isStepDue(inner: TransactingDeps, plan: store.PlanRow): boolean {
  const due = nextStep(plan);
  return due !== null && due.at <= inner.clock();
}

/** Does whatever is due, in the order of its moments, however late it is: every verb begins with this. */
export async function advance(inner: TransactingDeps, open: OpenPlan): Promise<void> {
  while (isStepDue(inner, open.plan)) await steps[nextStep(open.plan)!.step](inner, open);
}

/** Seats of those who have not answered after a change go to the next; without a host, perhaps nobody is left. */
const confirmStep: Step = async (inner, open) => {
  const { plan } = open;
  plan.confirmUntil = null;
  plan.askedAbout = [];
  const released = await people.unsureOnes(inner.db, plan);
  for (const person of released) await giveUp(inner, open, person, { standing: 'left' });
  const userIds = released.map(({ id }) => id);
  tellOfPlan(inner, { planId: plan.id, code: 'plan_released', personId: null, userIds });
  await fillSeats(inner, open);
  await settleWithoutHost(inner, open);
};

const hostStep: Step = async (inner, open) => {
  open.plan.hostWantedUntil = null;
  if (open.plan.hostId === null) await callOff(inner, open, 'host_left');
};

/** The cut-off: too few, nobody who hosts, or it takes place; who asked and was not let in hears so. */
const decide: Step = async (inner, open) => {
  const { plan } = open;
  plan.stage = 'decided';
  if (plan.hostId === null && plan.goingCount < 2) return callOff(inner, open, 'host_left');
  if (!isOn(plan)) return callOff(inner, open, 'too_few');
  const userIds = await people.declineAsked(inner.db, plan.id, inner.clock());
  for (const userId of userIds) open.touched.set(userId, 'declined');
  open.known.clear();
  open.living = null;
  tellOfPlan(inner, { planId: plan.id, code: 'plan_not_in', personId: null, userIds });
};

/** Whoever was in is asked how it was, unless that is long ago or they were alone. */
const endStep: Step = async (inner, open) => {
  const { plan } = open;
  plan.stage = 'ended';
  const since_ms = inner.clock().getTime() - plan.endsAt.getTime();
  if (plan.goingCount < 2 || since_ms >= planLimits.conversationAfterEnd_ms) return;
  const userIds = await idsOf(inner, open, ['going']);
  tellOfPlan(inner, { planId: plan.id, code: 'plan_how', personId: null, userIds });
};

/** Nothing but that it leaves lists and the map. */
const startStep: Step = async (_inner, { plan }) => {
  plan.stage = 'started';
};

const closeStep: Step = async (inner, { plan }) => {
  plan.stage = 'closed';
  if (plan.conversationId) await conversations.closeConversation(inner, plan.conversationId);
};

const foldStep: Step = async (inner, { plan }) => {
  plan.stage = 'folded';
  await store.deleteSpot(inner.db, plan.id);
};

/** What stays is that there was something of this kind, that day, in that part of the town. */
const eraseStep: Step = async (inner, open) => {
  const { plan } = open;
  plan.stage = 'erased';
  plan.title = null;
  plan.note = null;
  plan.costText = null;
  plan.takenAway = null;
  plan.inviteHash = null;
  plan.inviteSeed = null;
  await people.deletePeople(inner.db, plan.id);
  // Nobody is left to be told.
  open.living = null;
  open.known.clear();
  await store.deletePlanPost(inner.db, plan.id);
  await deleteMarksOf(inner.db, plan.id);
  if (!plan.conversationId) return;
  const closedAt = new Date(plan.endsAt.getTime() + planLimits.conversationAfterEnd_ms);
  await conversations.endConversation(inner, plan.conversationId, closedAt);
  plan.conversationId = null;
};

const steps: Readonly<Record<PlanStep, Step>> = {
  confirm: confirmStep,
  host: hostStep,
  decided: decide,
  started: startStep,
  ended: endStep,
  closed: closeStep,
  folded: foldStep,
  erased: eraseStep,
};
