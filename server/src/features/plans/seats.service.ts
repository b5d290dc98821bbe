import type { MessageEvent } from '@dazi/contract/chat/conversations';
import type { CalledOffReason, removalReasons } from '@dazi/contract/plans/plans.rules';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import type { SpotRow } from './plan-fields.rules.ts';
import * as people from './plan-people.store.ts';
import { tellOfPlan } from './plans.notices.ts';
import {
  isInCalendars,
  isLiving,
  type LivingStanding,
  livingStandings,
  partedFrom,
  type StoredStanding,
} from './plans.rules.ts';
import type * as store from './plans.store.ts';

/** A plan under its lock: what is done to it is saved, and told, once at the end. */
export interface OpenPlan {
  readonly before: store.PlanRow;
  readonly plan: store.PlanRow;
  readonly spot: SpotRow | null;
  /** Whose own standing changed, and how they stand now. */
  readonly touched: Map<string, StoredStanding>;
  /** Rows of people that were read under the lock already. */
  readonly known: Map<string, people.PersonRow | null>;
  /** Somebody who stood in line does so no more: others have moved up. */
  hasLineMoved: boolean;
  /** Who has a seat, waits for one or asks, once that was asked for. */
  living: Map<string, StoredStanding> | null;
}

/** Somebody's row, read once: under the lock nobody else changes it. */
export async function personIn(
  inner: TransactingDeps,
  { plan, known }: OpenPlan,
  userId: string,
): Promise<people.PersonRow | null> {
  const row = known.get(userId);
  return row === undefined ? ((await people.findPerson(inner.db, plan.id, userId)) ?? null) : row;
}

type RemovalReason = (typeof removalReasons)[number];

export const isOn = ({ goingCount, least }: store.PlanRow): boolean => goingCount >= least;
export const isDecided = ({ stage }: store.PlanRow): boolean => stage !== 'ahead';

/** Writes a line into the conversation, where there is one that goes on. */
export async function say(inner: TransactingDeps, { plan }: OpenPlan, event: MessageEvent): Promise<void> {
  if (!plan.conversationId || plan.stage === 'closed') return;
  await conversations.appendEvent(inner, plan.conversationId, 'SYSTEM', plan.hostId, event);
}

/** Notes how somebody stands from now on; what is not named stays as it was. */
export async function stand(
  inner: TransactingDeps,
  open: OpenPlan,
  userId: string,
  standing: StoredStanding,
  changes: Partial<people.PersonRow> = {},
): Promise<people.PersonRow> {
  const now = inner.clock();
  const known = await personIn(inner, open, userId);
  const row: people.PersonRow = {
    id: known?.id ?? inner.ids.next(now),
    planId: open.plan.id,
    userId,
    triedAt: known?.triedAt ?? now,
    queuedAt: null,
    timesLeft: known?.timesLeft ?? 0,
    confirmedVersion: known?.confirmedVersion ?? 0,
    message: known?.message ?? null,
    declinedAt: known?.declinedAt ?? null,
    removalReason: known?.removalReason ?? null,
    parted: isInCalendars(standing) ? null : (known?.parted ?? null),
    ...changes,
    standing,
    since: known?.standing === standing ? known.since : now,
  };
  await people.putPerson(inner.db, row);
  open.touched.set(userId, standing);
  open.known.set(userId, row);
  if (known?.standing === 'waiting' && standing !== 'waiting') open.hasLineMoved = true;
  if (known?.standing !== standing) open.living?.delete(userId);
  if (isLiving(standing)) open.living?.set(userId, standing);
  return row;
}

/** Gives somebody a free seat. With the second person the conversation begins. */
export async function takeSeat(
  inner: TransactingDeps,
  open: OpenPlan,
  person: people.Named,
  changes: Partial<people.PersonRow> = {},
): Promise<void> {
  const { plan } = open;
  await stand(inner, open, person.id, 'going', {
    ...changes,
    confirmedVersion: plan.version,
    queuedAt: null,
    declinedAt: null,
    message: null,
  });
  plan.goingCount++;
  const isNowOn = becomesOn(plan);
  const lines = isNowOn ? [onLine(plan)] : [];
  if (plan.conversationId) await conversations.addMember(inner, plan.conversationId, person, 'AUTO', lines);
  else await beginConversation(inner, open, { newcomer: person, lines });
  if (isNowOn) await tellOn(inner, open);
}

interface Beginning {
  /** Who has just come, if that is why. */
  newcomer?: people.Named;
  /** What is said after them. */
  lines?: conversations.Line[];
}

/** As soon as somebody hosts and is not alone. Its name is said by the plan, in the language of whoever reads it. */
export async function beginConversation(
  inner: TransactingDeps,
  { plan }: OpenPlan,
  { newcomer, lines = [] }: Beginning = {},
): Promise<void> {
  if (plan.hostId === null || plan.goingCount < 2 || plan.conversationId) return;
  const isTheSecond = newcomer && plan.goingCount === 2;
  const guests = isTheSecond
    ? [{ ...newcomer, stands: true }]
    : await people.goingBeside(inner.db, plan.id, plan.hostId);
  const details = { title: null, description: null };
  plan.conversationId = await conversations.createGroup(inner, { id: plan.hostId }, details, {
    guests,
    further: lines,
  });
}

/** From how many on it takes place is told once, however often it falls below and rises again. */
function becomesOn(plan: store.PlanRow): boolean {
  if (!isOn(plan) || plan.isOnTold) return false;
  plan.isOnTold = true;
  return true;
}

const onLine = ({ hostId, goingCount }: store.PlanRow): conversations.Line => ({
  personId: hostId,
  event: { code: 'plan_on', params: { count: goingCount } },
});

async function tellOn(inner: TransactingDeps, open: OpenPlan): Promise<void> {
  const userIds = await idsOf(inner, open, ['going']);
  tellOfPlan(inner, { planId: open.plan.id, code: 'plan_on', personId: null, userIds });
}

export async function tellWhenOn(inner: TransactingDeps, open: OpenPlan): Promise<void> {
  const { plan } = open;
  if (!becomesOn(plan)) return;
  await say(inner, open, onLine(plan).event);
  await tellOn(inner, open);
}

/** Somebody gives up a seat, their place in line or their request, or loses it. The seat is filled by `fillSeats`. */
export async function giveUp(
  inner: TransactingDeps,
  open: OpenPlan,
  person: people.Named,
  how: { standing: 'left' | 'removed'; counts?: boolean; reason?: RemovalReason },
): Promise<void> {
  const { plan } = open;
  const known = await personIn(inner, open, person.id);
  if (!known || !isLiving(known.standing)) return;
  const wasGoing = known.standing === 'going';
  await stand(inner, open, person.id, how.standing, {
    queuedAt: null,
    message: null,
    timesLeft: known.timesLeft + (wasGoing && how.counts ? 1 : 0),
    ...(how.reason && { removalReason: how.reason }),
    ...(isInCalendars(known.standing) && { parted: partedFrom(plan, inner.clock()) }),
  });
  if (!wasGoing) return;
  plan.goingCount--;
  if (plan.hostId === person.id) plan.hostId = null;
  if (plan.conversationId) {
    // Nobody sees whether somebody left or was made to.
    const passesOn = { passesOn: false };
    const gone = await conversations.removeMember(
      inner,
      plan.conversationId,
      person,
      'member_left',
      passesOn,
    );
    if (gone?.isEmpty) plan.conversationId = null;
  }
}

/**
 * Passes free seats on: before the decision to the first in line, who are told and may leave; after it nobody is put in
 * unasked, and all in line are told that the first to tap has it. Once it has started nobody may.
 */
export async function fillSeats(inner: TransactingDeps, open: OpenPlan): Promise<void> {
  const { plan } = open;
  const free = plan.seats - plan.goingCount;
  if (free <= 0 || plan.calledOffAt) return;
  if (isDecided(plan)) {
    if (plan.stage !== 'decided') return;
    const inLine = await people.firstInLine(inner.db, plan, inner.clock());
    const userIds = inLine.map(({ row }) => row.userId);
    tellOfPlan(inner, { planId: plan.id, code: 'plan_free', personId: null, userIds });
    return;
  }
  for (const { name, row } of await people.firstInLine(inner.db, plan, inner.clock(), free)) {
    const person = { id: row.userId, name };
    open.known.set(person.id, row);
    await takeSeat(inner, open, person);
    tellOfPlan(inner, { planId: plan.id, code: 'plan_promoted', personId: null, userIds: [person.id] });
  }
}

/** It will not take place: all who are in, in line or asking are told but whoever called it off. */
export async function callOff(
  inner: TransactingDeps,
  open: OpenPlan,
  reason: CalledOffReason,
  actorId: string | null = null,
): Promise<void> {
  const { plan } = open;
  plan.calledOffAt = inner.clock();
  plan.calledOffReason = reason;
  plan.confirmUntil = null;
  plan.hostWantedUntil = null;
  plan.version++;
  await say(inner, open, { code: 'plan_called_off', params: { reason } });
  const userIds = (await idsOf(inner, open, livingStandings)).filter((userId) => userId !== actorId);
  tellOfPlan(inner, { planId: plan.id, code: 'plan_called_off', personId: null, userIds, reason });
}

/** How those stand who have a seat, wait for one or ask, in the order of their coming. */
export async function livingIn(
  inner: TransactingDeps,
  open: OpenPlan,
): Promise<ReadonlyMap<string, StoredStanding>> {
  open.living ??= new Map(
    (await people.standingsIn(inner.db, open.plan.id)).map(({ userId, standing }) => [userId, standing]),
  );
  return open.living;
}

export async function idsOf(
  inner: TransactingDeps,
  open: OpenPlan,
  standings: readonly LivingStanding[],
): Promise<string[]> {
  const living = [...(await livingIn(inner, open))];
  return living.flatMap(([userId, standing]) => (standings.some((one) => one === standing) ? [userId] : []));
}
