import { AppError } from '#platform/app-error.ts';
import type { ReportTarget } from '#platform/area.ts';
import * as store from './reportable-transfers.store.ts';

/** The memo of a transfer as something to report, by whoever received it. The transfer itself nobody takes away. */
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
      (await store.findMemos(deps.db, transferIds)).map(({ id, memo, actorId, createdAt }) => [
        id,
        {
          ownerId: actorId,
          content: memo,
          ...{ type: null, mediaIds: [], room: null, isPrivate: true, goneAt: null, goneBy: null },
          createdAt: new Date(createdAt),
        },
      ]),
    );
  },
};
