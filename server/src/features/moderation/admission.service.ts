import { identityBlocks, type RegistrationMode } from '@dazi/contract/identity/registration.rules';
import type { DataOf } from '@dazi/contract/kernel/endpoint';
import type {
  BlockedIdentity,
  getRegistration as registrationEndpoint,
} from '@dazi/contract/moderation/admission';
import {
  changeRegistration,
  invitedBy,
  pageOfBlocks,
  registrationMode,
  standingOf,
  unblock,
} from '#features/identity/identity.service.ts';
import { hiddenFrom } from '#features/people/blocks/blocks.service.ts';
import type { IdentityBlock } from '#platform/account-part.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { hasOpenCase } from './cases.store.ts';
import { type DecisionRow, findDecision } from './decisions.store.ts';
import { actorIdOf } from './involvement.service.ts';
import { personView } from './moderation.rules.ts';
import { writeLog } from './moderation-log.service.ts';

function requireAdministrator(actor: Actor): void {
  if (!actor.isAdministrator) throw new AppError('ADMINISTRATORS_ONLY');
}

export async function getRegistration(
  deps: Deps,
  invitation: string | undefined,
): Promise<DataOf<typeof registrationEndpoint>> {
  const mode = await registrationMode(deps);
  if (invitation === undefined) return { mode, invitedBy: null, isInvitationValid: null };
  const inviter = await invitedBy(deps, invitation, hiddenFrom);
  return { mode, invitedBy: inviter, isInvitationValid: inviter !== null };
}

/** Opens or closes the door. What it says already is not written down again. */
export async function setRegistration(deps: Deps, actor: Actor, mode: RegistrationMode): Promise<void> {
  requireAdministrator(actor);
  await deps.transact(async (inner) => {
    if (!(await changeRegistration(inner, mode))) return;
    const actorId = actorIdOf(actor);
    await writeLog(inner, { action: 'registration_changed', code: mode, actorId, personId: null });
  });
}

export async function listBlockedIdentities(
  deps: Deps,
  actor: Actor,
  cursor: string | undefined,
): Promise<{ blocks: BlockedIdentity[]; nextCursor: string | null }> {
  requireAdministrator(actor);
  const after = cursor === undefined ? null : frontierOf(cursor);
  const rows = await pageOfBlocks(deps.db, deps.clock(), after, identityBlocks.page);
  const blocks = rows.map(({ userId, name, avatarUrl, ...row }) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    until: row.until.toISOString(),
    rule: row.rule,
    decisionNumber: row.decisionNumber === null ? null : Number(row.decisionNumber),
    person: userId !== null && name !== null ? personView({ id: userId, name, avatarUrl }) : null,
  }));
  const last = rows.length === identityBlocks.page ? blocks.at(-1) : undefined;
  return { blocks, nextCursor: last ? cursorOf(last) : null };
}

/** Errors: ADMINISTRATORS_ONLY, BLOCK_NOT_FOUND. */
export async function unblockIdentity(deps: Deps, actor: Actor, blockId: string): Promise<void> {
  requireAdministrator(actor);
  await deps.transact(async (inner) => {
    const block = await unblock(inner, blockId);
    if (!block) throw new AppError('BLOCK_NOT_FOUND');
    await writeLog(inner, {
      ...{ action: 'identity_unblocked', rule: block.rule, target: `sign-in ${blockId}` },
      ...{ actorId: actorIdOf(actor), personId: block.userId },
    });
  });
}

export function blockAfter({ createdAt, rule, number }: Pick<DecisionRow, 'createdAt' | 'rule' | 'number'>) {
  const isGrave = rule !== null && identityBlocks.graveRules.includes(rule.number);
  const lasts_ms = isGrave ? identityBlocks.grave_ms : identityBlocks.usual_ms;
  return {
    until: new Date(createdAt.getTime() + lasts_ms),
    rule: rule?.number ?? null,
    decisionNumber: Number(number),
  };
}

/**
 * What an erasure leaves behind: after a close as long as after any close, of somebody suspended until the measure would
 * end, and where a case was not decided in time, as long as a moderator could have decided. Of all others nothing.
 */
export async function blockAfterErasure(
  inner: TransactingDeps,
  userId: string,
): Promise<IdentityBlock | null> {
  const standing = await standingOf(inner, userId);
  const decision = standing.decisionId ? await findDecision(inner.db, standing.decisionId) : undefined;
  if (standing.kind === 'closed' && decision) return blockAfter(decision);
  const isUndecided = await hasOpenCase(inner.db, userId);
  const undecidedUntil = new Date(inner.clock().getTime() + identityBlocks.undecided_ms);
  if (standing.kind === 'suspended' && standing.until !== null) {
    const until = new Date(standing.until);
    return {
      until: isUndecided && undecidedUntil > until ? undecidedUntil : until,
      rule: decision?.rule?.number ?? null,
      decisionNumber: decision ? Number(decision.number) : null,
    };
  }
  return isUndecided ? { until: undecidedUntil, rule: null, decisionNumber: null } : null;
}
