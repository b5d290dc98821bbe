import { restorable_ms } from '@dazi/contract/identity/identity.rules';
import type { AccountPart } from '#platform/account-part.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { settleBlock } from './blocked-identities.service.ts';
import * as store from './identity.store.ts';
import { endSessionsOf } from './sessions.service.ts';
import { standingOf } from './standing.service.ts';

/** Accounts erased in one run of the job; the rest waits for the next. */
const batch = 100;

/**
 * Deletes an account: from this moment `notHidden` keeps the person out of every answer, and all their
 * sessions and streams end. Nothing else changes, so that it can be taken back. Answers when that was.
 */
export async function leaveAccount(deps: Deps, parts: readonly AccountPart[], actor: Actor): Promise<Date> {
  return deps.transact(async (inner) => {
    await store.lockUser(inner.db, actor.id);
    await store.insertLeft(inner.db, actor.id, inner.clock());
    const left = await store.findLeft(inner.db, actor.id);
    if (!left) throw new AppError('SIGN_IN_REQUIRED');
    await endSessionsOf(inner, actor.id);
    await tellOf(inner, parts, actor.id);
    return left.leftAt;
  });
}

/** Brings a deleted account back as it was. ACCOUNT_NOT_LEFT when there is nothing to bring back. */
export async function returnToAccount(
  deps: Deps,
  parts: readonly AccountPart[],
  actor: Actor,
): Promise<void> {
  await deps.transact(async (inner) => {
    await store.lockUser(inner.db, actor.id);
    if (!(await store.deleteLeft(inner.db, actor.id))) throw new AppError('ACCOUNT_NOT_LEFT');
    await tellOf(inner, parts, actor.id);
  });
}

async function tellOf(inner: TransactingDeps, parts: readonly AccountPart[], userId: string) {
  for (const part of parts) await part.changed?.(inner, userId);
}

/** In short steps that may be interrupted: the mark set first makes the next run go on. One that fails stops none. */
export async function eraseLeftAccounts(deps: Deps, parts: readonly AccountPart[]): Promise<void> {
  const leftUntil = new Date(deps.clock().getTime() - restorable_ms);
  for (const userId of await store.findErasable(deps.db, leftUntil, batch)) {
    await eraseAccount(deps, parts, userId).catch((error) =>
      deps.log.error({ err: error }, 'account not erased, will be tried again'),
    );
  }
}

/**
 * Erases an account that moderators closed, as one that its owner deleted long ago: where it is interrupted, the next run of
 * `eraseLeftAccounts` goes on. Nothing happens to one that was opened again a moment ago.
 */
export async function eraseClosedAccount(
  deps: Deps,
  parts: readonly AccountPart[],
  userId: string,
): Promise<void> {
  await eraseAccount(deps, parts, userId, async (inner) => {
    const isClosed = (await standingOf(inner, userId)).kind === 'closed';
    if (!isClosed) return false;
    await store.insertLeft(inner.db, userId, new Date(inner.clock().getTime() - restorable_ms));
    // What stood through the close ends now, such as a seat on the board, which goes to the next.
    await tellOf(inner, parts, userId);
    return true;
  });
}

type Condition = (inner: TransactingDeps) => Promise<boolean>;

async function eraseAccount(
  deps: Deps,
  parts: readonly AccountPart[],
  userId: string,
  isDue: Condition = async () => true,
) {
  const isErasing = await deps.transact(async (inner) => {
    const user = await store.lockUser(inner.db, userId);
    if (!(await isDue(inner)) || !(await store.markErasing(inner.db, userId, inner.clock()))) return false;
    if (user && user.issuer !== store.erasedIssuer) await settleBlock(inner, parts, user);
    // Whoever signs in from here on gets a new account, whatever is still left of this one.
    await store.redactUser(inner.db, userId);
    await endSessionsOf(inner, userId);
    return true;
  });
  if (!isErasing) return;
  // What refers to others goes before what is referred to.
  for (const part of [...parts].reverse()) await part.erase(deps, userId);
  await store.deleteUser(deps.db, userId);
}
