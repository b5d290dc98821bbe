import type { BodyOf, QueryOf } from '@dazi/contract/kernel/endpoint';
import type {
  inviteToPlan as inviteToPlanEndpoint,
  listPlanPeople,
  PlanParticipant,
  removeFromPlan,
} from '@dazi/contract/plans/plan-people';
import { requireReach } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { becomeHost, remove } from './hosting.service.ts';
import { separateHost } from './parting.service.ts';
import * as people from './plan-people.store.ts';
import { inOwnPlan, inPlan, isOver, requireHost } from './plan-standing.service.ts';
import { answeredStanding, inviteOf, isLiving, isUnsure, secretHashOf } from './plans.rules.ts';
import { requireFewerHosted } from './plans.service.ts';
import * as store from './plans.store.ts';
import { personIn } from './seats.service.ts';

/** Takes somebody out for good. Errors: those of the host, NOT_ONESELF, PARTICIPANT_NOT_FOUND. */
export async function removePerson(
  deps: Deps,
  actor: Actor,
  planId: string,
  personId: string,
  reason: BodyOf<typeof removeFromPlan>['reason'],
): Promise<void> {
  await inOwnPlan(deps, actor, planId, async (inner, open) => {
    if (personId === actor.id) throw new AppError('NOT_ONESELF');
    const person = await personIn(inner, open, personId);
    if (!person || !isLiving(person.standing)) throw new AppError('PARTICIPANT_NOT_FOUND');
    await remove(inner, open, { id: personId, name: await people.nameOf(inner.db, personId) }, reason);
  });
}

/** Says that one still comes after a change; saying it again changes nothing. */
export async function confirmPlan(deps: Deps, actor: Actor, planId: string, version: number): Promise<void> {
  await inPlan(deps, actor, planId, {}, async (inner, open, { me }) => {
    const { plan, touched } = open;
    if (me?.standing !== 'going') throw new AppError('NOT_IN_PLAN');
    // Whoever has seen the last change knows what they say, also when somebody has joined since.
    if (version < plan.askedVersion || version > plan.version) throw new AppError('PLAN_VERSION');
    if (me.confirmedVersion >= plan.askedVersion) return;
    await people.confirm(inner.db, planId, actor.id, plan.version);
    touched.set(actor.id, 'going');
  });
}

/** Hosts a plan that nobody hosts. Whoever is hidden from the new host is parted from it as by a block. */
export async function takeOver(deps: Deps, actor: Actor, planId: string): Promise<void> {
  requireReach(actor);
  await inPlan(deps, actor, planId, { joins: true }, async (inner, open, { me }) => {
    const { plan } = open;
    if (me?.standing !== 'going') throw new AppError('NOT_IN_PLAN');
    if (plan.hostId === actor.id) return;
    if (plan.hostId !== null) throw new AppError('HOST_TAKEN');
    if (isOver(plan, inner.clock())) throw new AppError('PLAN_OVER');
    await requireFewerHosted(inner, actor);
    await becomeHost(inner, open, actor);
    await separateHost(inner, open, actor.id);
  });
}

/** The secret of its link, which stays the same on every device until it is taken back or made anew. */
export async function inviteToPlan(
  deps: Deps,
  actor: Actor,
  planId: string,
  { renew = false }: Pick<BodyOf<typeof inviteToPlanEndpoint>, 'renew'>,
): Promise<string> {
  requireReach(actor);
  return inPlan(deps, actor, planId, {}, async (inner, { plan }) => {
    requireHost(plan, actor);
    const known = plan.inviteSeed && inviteOf(inner.positionSecret, plan.inviteSeed);
    if (known && !renew && secretHashOf(known) === plan.inviteHash) return known;
    plan.inviteSeed = inner.ids.secret();
    const invite = inviteOf(inner.positionSecret, plan.inviteSeed);
    plan.inviteHash = secretHashOf(invite);
    return invite;
  });
}

export async function removeInvite(deps: Deps, actor: Actor, planId: string): Promise<void> {
  await inPlan(deps, actor, planId, {}, async (_inner, { plan }) => {
    requireHost(plan, actor);
    plan.inviteHash = null;
    plan.inviteSeed = null;
  });
}

/** Once it is over only those who were in see who was. Errors: PLAN_NOT_FOUND, NOT_THE_HOST. */
export async function listPeople(
  deps: Deps,
  actor: Actor,
  planId: string,
  { standing }: Pick<QueryOf<typeof listPlanPeople>, 'standing'>,
): Promise<PlanParticipant[]> {
  const now = deps.clock();
  const found = await store.findVisible(deps.db, actor.id, planId, now);
  if (!found) throw new AppError('PLAN_NOT_FOUND');
  const { plan, standing: own } = found;
  if (standing !== 'going') requireHost(plan, actor);
  if (standing === 'going' && now >= plan.endsAt && own !== 'going') return [];
  return (await people.listPeople(deps.db, actor.id, plan, standing, now)).map((row) => ({
    person: { id: row.userId, name: row.name, avatarUrl: row.avatarUrl },
    standing: answeredStanding(row.standing, plan, now),
    message: row.message,
    since: row.since,
    unsure: isUnsure(plan, row),
  }));
}
