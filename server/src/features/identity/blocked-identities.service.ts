import type { AccountPart, IdentityBlock } from '#platform/account-part.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import * as store from './blocked-identities.store.ts';
import { findUser, type UserRow } from './identity.store.ts';
import { identityDigest } from './registration.rules.ts';

export { pageOfBlocks } from './blocked-identities.store.ts';

type SignIn = Pick<UserRow, 'issuer' | 'subject'>;

const digestOf = (deps: Deps, signIn: SignIn) => identityDigest(deps.positionSecret, signIn);

export const blockedUntil = (deps: Deps, signIn: SignIn): Promise<Date | null> =>
  store.findBlockedUntil(deps.db, digestOf(deps, signIn), deps.clock());

async function save(inner: TransactingDeps, signIn: SignIn, userId: string | null, block: IdentityBlock) {
  const createdAt = inner.clock();
  const digest = digestOf(inner, signIn);
  await store.saveBlock(inner.db, { ...block, id: inner.ids.next(createdAt), digest, userId, createdAt });
}

/** Whose account was closed opens no other with the same sign-in. Lifting the measure takes it back. */
export async function blockIdentity(
  inner: TransactingDeps,
  userId: string,
  block: IdentityBlock,
): Promise<void> {
  const user = await findUser(inner.db, userId);
  if (user) await save(inner, user, userId, block);
}

/** In the transaction that begins an erasure, as long as the sign-in is known: what stays of it names nobody. */
export async function settleBlock(
  inner: TransactingDeps,
  parts: readonly AccountPart[],
  user: SignIn & Pick<UserRow, 'id'>,
): Promise<void> {
  const made = await store.findBlockOf(inner.db, user.id);
  if (made?.liftedAt) return store.deleteBlock(inner.db, made.id);
  if (made) return store.detachBlock(inner.db, made.id);
  for (const part of parts) {
    const block = await part.blocksIdentity?.(inner, user.id);
    if (block && block.until > inner.clock()) await save(inner, user, null, block);
  }
}

/** Lifts a block; answers what it was, or null when there is none of this id in force. */
export async function unblock(
  inner: TransactingDeps,
  blockId: string,
): Promise<{ userId: string | null; rule: number | null } | null> {
  const block = await store.lockBlock(inner.db, blockId, inner.clock());
  if (!block) return null;
  if (block.userId === null) await store.deleteBlock(inner.db, blockId);
  else await store.markLifted(inner.db, blockId, inner.clock());
  return block;
}

export async function forgetBlocks(deps: Deps): Promise<void> {
  await untilNoneIsLeft((limit) => store.forgetOver(deps.db, deps.clock(), limit));
}
