import { AppError } from '#platform/app-error.ts';
import type { ReportTarget } from '#platform/area.ts';
import { findMotions } from './motions.store.ts';

/** A motion as something to report. It stays in the chain, and for now in the lists. */
export const reportableMotion: ReportTarget = {
  async ownerOf(deps, _actor, motionId) {
    const [motion] = await findMotions(deps.db, [motionId]);
    if (!motion) throw new AppError('MOTION_NOT_FOUND');
    return motion.createdBy;
  },

  async snapshots(deps, motionIds) {
    return new Map(
      (await findMotions(deps.db, motionIds)).map(({ id, title, content, createdBy, createdAt }) => [
        id,
        {
          ownerId: createdBy,
          content: `${title}\n${content}`,
          ...{ type: null, mediaIds: [], room: null, isPrivate: false, goneAt: null, goneBy: null },
          createdAt,
        },
      ]),
    );
  },
};
