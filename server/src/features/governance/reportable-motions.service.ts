import { tellGovernance } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Removal, ReportTarget } from '#platform/area.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import { findBoard } from './board.store.ts';
import { lockHeads } from './chains.store.ts';
import { decideAnew } from './motions.service.ts';
import { findMotions, putRemoval } from './motions.store.ts';

/** A motion as something to report. Taken away it leaves the lists and takes no ballots; its links and digests stay. */
export const reportableMotion: ReportTarget = {
  async ownerOf(deps, _actor, motionId) {
    const [motion] = await findMotions(deps.db, [motionId]);
    if (!motion) throw new AppError('MOTION_NOT_FOUND');
    return motion.createdBy;
  },

  async snapshots(deps, motionIds) {
    return new Map(
      (await findMotions(deps.db, motionIds)).map(
        ({ id, title, content, createdBy, createdAt, removedAt }) => [
          id,
          {
            ownerId: createdBy,
            content: `${title}\n${content}`,
            ...{ type: null, mediaIds: [], room: null, isPrivate: false, createdAt },
            ...{ goneAt: removedAt, goneBy: removedAt && 'moderators' },
          },
        ],
      ),
    );
  },

  async remove(inner, motionId, removal) {
    await lockHeads(inner.db);
    return changeRemoval(inner, motionId, removal);
  },

  async restore(inner, motionId) {
    const heads = await lockHeads(inner.db);
    if (!(await changeRemoval(inner, motionId, null))) return false;
    // Of those who said YES all may have a seat by now.
    await decideAnew(inner, heads, await findBoard(inner.db));
    return true;
  },
};

async function changeRemoval(inner: TransactingDeps, motionId: string, removal: Removal | null) {
  if (!(await putRemoval(inner.db, motionId, removal, inner.clock()))) return false;
  tellGovernance(inner, ['motions', 'resolutions']);
  return true;
}
