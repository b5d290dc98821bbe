import type {
  Invitation,
  makeInvitation as makeInvitationEndpoint,
} from '@dazi/contract/identity/registration';
import { invitationLimits } from '@dazi/contract/identity/registration.rules';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import { port } from '#platform/ports.ts';
import { makeOnce, type Remember } from './client-ids.service.ts';
import { lockUser } from './identity.store.ts';
import * as store from './invitations.store.ts';
import { leftOf } from './registration.rules.ts';
import { requireReach } from './standing.service.ts';

export type BlockedWith = (deps: Deps, userId: string) => Promise<ReadonlySet<string>>;
export const blockedWithPort = port<BlockedWith>('between whom and a person there is a block');

const pathOf = (invitationId: string) => `/invitation/${invitationId}`;

/** The name of whoever made an invitation; null when it is not valid. */
export async function invitedBy(
  deps: Deps,
  invitationId: string,
  blockedWith: BlockedWith,
): Promise<string | null> {
  const found = await store.findInvitation(deps.db, invitationId);
  if (!found) return null;
  const [state] = await statesOf(deps, found.inviterId, [found], blockedWith);
  return state!.left > 0 ? found.inviterName : null;
}

/** Whether there is a place left; nobody else takes one until the end of the transaction. */
export async function takesPlace(
  inner: TransactingDeps,
  invitationId: string,
  blockedWith: BlockedWith,
): Promise<boolean> {
  await store.lockInvitation(inner.db, invitationId);
  return (await invitedBy(inner, invitationId, blockedWith)) !== null;
}

type Stored = Pick<store.InvitationRow, 'id' | 'people' | 'until' | 'closedAt'>;

/** Of each who came by it, as whoever made it is shown, and how many places that leaves. */
async function statesOf(deps: Deps, inviterId: string, rows: readonly Stored[], blockedWith: BlockedWith) {
  const uses = await store.listUses(
    deps.db,
    rows.map(({ id }) => id),
  );
  const hidden = await blockedWith(deps, inviterId);
  const now = deps.clock();
  return rows.map((row) => {
    const users = uses.filter(({ invitationId }) => invitationId === row.id);
    const came = users
      .filter(({ id, stands }) => stands && !hidden.has(id))
      .map(({ id, name, avatarUrl }) => ({ id, name, avatarUrl }));
    return { came, left: leftOf({ ...row, shown: came.length, used: users.length }, now) };
  });
}

export async function listInvitations(
  deps: Deps,
  actor: Actor,
  blockedWith: BlockedWith,
): Promise<Invitation[]> {
  const rows = await store.listInvitationsOf(deps.db, actor.id, invitationLimits.shown);
  if (rows.length === 0) return [];
  const states = await statesOf(deps, actor.id, rows, blockedWith);
  return rows.flatMap(({ id, until }, index) => {
    const { left, came } = states[index]!;
    if (left === 0 && came.length === 0) return [];
    return [{ id, path: pathOf(id), left, until: until.toISOString(), came }];
  });
}

/** Makes an invitation, once for each client id. Errors: ACCOUNT_LIMITED, TOO_NEW_TO_INVITE, INVITATIONS_USED_UP. */
export const makeInvitation = (
  deps: Deps,
  actor: Actor,
  { people, clientId }: BodyOf<typeof makeInvitationEndpoint>,
  blockedWith: BlockedWith,
): Promise<Invitation> =>
  makeOnce(deps, actor, 'invitation', clientId, {
    make: (remember) => newInvitation(deps, actor, people ?? invitationLimits.people, remember),
    async known(id) {
      const found = (await listInvitations(deps, actor, blockedWith)).find((each) => each.id === id);
      if (!found) throw new AppError('INVITATION_GONE');
      return found;
    },
  });

async function newInvitation(
  deps: Deps,
  actor: Actor,
  people: number,
  remember: Remember,
): Promise<Invitation> {
  requireReach(actor);
  return deps.transact(async (inner) => {
    const createdAt = inner.clock();
    const now_ms = createdAt.getTime();
    if (!actor.isAdministrator) {
      if (now_ms - actor.createdAt.getTime() < invitationLimits.fromAge_ms)
        throw new AppError('TOO_NEW_TO_INVITE');
      await lockUser(inner.db, actor.id);
      const since = new Date(now_ms - invitationLimits.within_ms);
      const made = await store.countMade(inner.db, actor.id, since);
      if (made >= invitationLimits.made) throw new AppError('INVITATIONS_USED_UP');
    }
    const id = inner.ids.secret();
    const until = new Date(now_ms + invitationLimits.lifetime_ms);
    await store.insertInvitation(inner.db, { id, inviterId: actor.id, people, createdAt, until });
    await remember(inner, id);
    return { id, path: pathOf(id), left: people, until: until.toISOString(), came: [] };
  });
}

/** INVITATION_GONE for those of others as for those that are over. */
export async function removeInvitation(deps: Deps, actor: Actor, invitationId: string): Promise<void> {
  const isClosed = await store.closeInvitation(deps.db, invitationId, actor.id, deps.clock());
  if (!isClosed) throw new AppError('INVITATION_GONE');
}

/** Those that nobody came by go once they no longer count. */
export async function forgetInvitations(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - invitationLimits.within_ms);
  await untilNoneIsLeft((limit) => store.forgetUnused(deps.db, before, limit));
}
