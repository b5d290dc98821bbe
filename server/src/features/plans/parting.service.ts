import { accountStandsNow } from '#features/identity/identity.service.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import { leave, remove } from './hosting.service.ts';
import * as people from './plan-people.store.ts';
import { closePlan, openPlan } from './plan-standing.service.ts';
import * as store from './plans.store.ts';
import type { OpenPlan } from './seats.service.ts';

/**
 * After a block, in its transaction: in a plan of the one who has blocked the other is removed; from a plan of the other's
 * they leave, as if by themselves. Two who are in the plan of somebody else both stay.
 */
export async function partBlocked(
  inner: TransactingDeps,
  blockerId: string,
  blockedId: string,
): Promise<void> {
  for (const planId of await store.findHostedBetween(inner.db, blockerId, blockedId, inner.clock())) {
    const open = await openPlan(inner, planId);
    if (!open) continue;
    if (open.plan.hostId === blockerId) await part(inner, open, blockedId, 'removed');
    else if (open.plan.hostId === blockedId) await part(inner, open, blockerId, 'left');
    await closePlan(inner, open);
  }
}

async function part(inner: TransactingDeps, open: OpenPlan, personId: string, how: 'removed' | 'left') {
  const person = { id: personId, name: await people.nameOf(inner.db, personId) };
  if (how === 'removed') await remove(inner, open, person);
  else await leave(inner, open, person, { counts: false });
}

/** Nobody is in, in line or asking who is hidden from the host: parted as by a block that comes now. */
export async function separateHost(inner: TransactingDeps, open: OpenPlan, hostId: string): Promise<void> {
  for (const { userId, isBlockedByHost } of await people.hiddenFromHost(inner.db, open.plan.id, hostId)) {
    await part(inner, open, userId, isBlockedByHost ? 'removed' : 'left');
  }
}

/**
 * Somebody deletes their account or is put out: they leave whatever they are in or host. Coming back they are in none of
 * these.
 */
export async function leaveAllPlans(inner: TransactingDeps, userId: string): Promise<void> {
  if (await accountStandsNow(inner, userId)) return;
  // Whoever is joining or making one at this moment has them before, or learns that the account is gone.
  await store.lockPlansOf(inner.db, userId);
  for (const planId of await people.livingPlansOf(inner.db, userId, inner.clock())) {
    const open = await openPlan(inner, planId);
    if (!open) continue;
    await part(inner, open, userId, 'left');
    await closePlan(inner, open);
  }
}
