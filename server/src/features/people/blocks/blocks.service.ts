import type { Block, BlockedPerson } from '@dazi/contract/people/blocks';
import { blockLimits } from '@dazi/contract/people/blocks.rules';
import { tellHidden } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { port } from '#platform/ports.ts';
import { personBlocked, personUnblocked } from './blocks.notices.ts';
import * as store from './blocks.store.ts';

export { personBlocked, personUnblocked } from './blocks.notices.ts';
export {
  blocksBetween,
  hasBlocked,
  hasBlockedAny,
  isBlockedByAny,
  notBlocked,
  notBlockedBetween,
  notHidden,
  pairLock,
} from './blocks.store.ts';

/** Everyone who is hidden from a person, whoever of the two did it. */
export async function hiddenFrom(deps: Deps, viewerId: string): Promise<ReadonlySet<string>> {
  return new Set(await store.findHidden(deps.db, viewerId));
}

/** The same of each of several people; those from whom nobody is hidden are missing. */
export async function hiddenFromEach(
  deps: Deps,
  viewerIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return store.findHiddenOf(deps.db, viewerIds);
}

/**
 * Until the end of the transaction nothing else is decided between these two: a block, and what one of them says to
 * the other, come one after the other. Whoever asks for facts asks after this, in a statement of its own.
 */
export async function lockPair(inner: TransactingDeps, oneId: string, otherId: string): Promise<void> {
  await store.lockPair(inner.db, oneId, otherId);
}

const blockOf = (row: store.BlockRow, isActive: boolean): Block => ({
  id: row.id,
  blockerId: row.blockerId,
  blockedId: row.blockedId,
  reason: row.reason,
  blockedAt: row.createdAt.toISOString(),
  isActive,
});

/** What else ends between two people with a block, in its transaction; both are locked as a pair. */
export type PartBlocked = (inner: TransactingDeps, blockerId: string, blockedId: string) => Promise<void>;
export const partBlockedPort = port<PartBlocked>('what else ends between two people with a block');

/** Hides two people from each other. Works also against somebody who is hidden already, and answers the same then. */
export async function blockPerson(
  deps: Deps,
  actor: Actor,
  blockedId: string,
  reason: string | null,
  partBlocked?: PartBlocked,
): Promise<Block> {
  if (blockedId === actor.id) throw new AppError('BLOCK_YOURSELF');
  return deps.transact(async (inner) => {
    await lockPair(inner, actor.id, blockedId);
    const standing = await store.findBlock(inner.db, actor.id, blockedId);
    if (standing) return blockOf(standing, true);
    const createdAt = inner.clock();
    const id = inner.ids.next(createdAt);
    const row = { id, blockerId: actor.id, blockedId, reason: reason || null, createdAt };
    if (!(await store.insertBlock(inner.db, row))) throw new AppError('PERSON_NOT_FOUND');
    tellHidden(inner, actor.id, blockedId, true);
    publishNotice(inner, personBlocked, { blockerId: actor.id, blockedId });
    await partBlocked?.(inner, actor.id, blockedId);
    return blockOf(row, true);
  });
}

/** Takes the own block away; null when there was none. */
export async function unblockPerson(deps: Deps, actor: Actor, blockedId: string): Promise<Block | null> {
  return deps.transact(async (inner) => {
    await lockPair(inner, actor.id, blockedId);
    const gone = await store.deleteBlock(inner.db, actor.id, blockedId);
    if (!gone) return null;
    tellHidden(inner, actor.id, blockedId, false);
    publishNotice(inner, personUnblocked, { blockerId: actor.id, blockedId });
    return blockOf(gone, false);
  });
}

/** Whom somebody has blocked, the latest first; not those who have deleted their account. */
export async function listBlocks(
  deps: Deps,
  actor: Actor,
  cursor: string | undefined,
): Promise<{ blocks: BlockedPerson[]; nextCursor: string | null }> {
  const after = cursor ? frontierOf(cursor) : null;
  const rows = await store.pageOfLatest(deps.db, actor.id, after, blockLimits.page + 1);
  const shown = rows.slice(0, blockLimits.page);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    blocks: shown.map(({ block, user }) => ({ ...blockOf(block, true), user })),
    nextCursor: last ? cursorOf({ createdAt: last.block.createdAt.toISOString(), id: last.block.id }) : null,
  };
}

/** Whoever has blocked the owner reads it, too: their list of blocked people shows name and picture. */
export async function mayReadAvatar(
  deps: Deps,
  viewer: Actor | null,
  { ownerId }: { ownerId: string },
): Promise<boolean> {
  return store.showsFace(deps.db, viewer?.id ?? null, ownerId);
}
