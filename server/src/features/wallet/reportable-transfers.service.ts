import { AppError } from '#platform/app-error.ts';
import type { ReportTarget } from '#platform/area.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import { tellWallets } from './ledger-events.service.ts';
import * as store from './reportable-transfers.store.ts';

/**
 * The memo of a transfer as something to report, by whoever received it. The transfer itself nobody takes away: its memo is
 * shown no more, and stays for the commitment of the ledger.
 */
export const reportableTransfer: ReportTarget = {
  async ownerOf(deps, actor, transferId) {
    const [memo] = await store.findMemos(deps.db, [transferId]);
    if (!memo) throw new AppError('TRANSFER_NOT_FOUND');
    const isOwn = memo.actorId === actor.id;
    if (!isOwn && !(await store.wasReceivedBy(deps.db, actor.id, transferId))) {
      throw new AppError('TRANSFER_NOT_FOUND');
    }
    return memo.actorId;
  },

  async snapshots(deps, transferIds) {
    return new Map(
      (await store.findMemos(deps.db, transferIds)).map(({ id, memo, actorId, createdAt, removedAt }) => [
        id,
        {
          ownerId: actorId,
          content: memo,
          ...{ type: null, mediaIds: [], room: null, isPrivate: true },
          createdAt: new Date(createdAt),
          goneAt: removedAt === null ? null : new Date(removedAt),
          goneBy: removedAt === null ? null : 'moderators',
        },
      ]),
    );
  },

  remove: (inner, transferId) => changeMemo(inner, transferId, inner.clock()),
  restore: (inner, transferId) => changeMemo(inner, transferId, null),
};

async function changeMemo(inner: TransactingDeps, transferId: string, removedAt: Date | null) {
  const touched = await store.putMemoRemoval(inner.db, transferId, removedAt);
  if (!touched) return false;
  tellWallets(inner, touched);
  return true;
}
