import { openSealed } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { ReportedSnapshot, ReportTarget } from '#platform/area.ts';
import { takeAway, tellCommentsChanged } from './comments.service.ts';
import * as store from './comments.store.ts';

/** A comment as something to report: everybody could see it, as the post that it stands under. */
export const reportableComment: ReportTarget = {
  async ownerOf(deps, _actor, commentId) {
    const [comment] = await store.findCommentsEver(deps.db, [commentId]);
    if (!comment) throw new AppError('COMMENT_NOT_FOUND');
    return comment.userId;
  },

  async snapshots(deps, commentIds) {
    const comments = await store.findCommentsEver(deps.db, commentIds);
    const gone = comments.filter(({ isActive }) => !isActive).map(({ id }) => id);
    const sealed = await openSealed(deps, 'comment', gone);
    return new Map(
      comments.flatMap((comment): [string, ReportedSnapshot][] => {
        const { id, userId, createdAt, isActive, removedAt, removedBy } = comment;
        const copy = sealed.get(id)?.[0];
        if (!isActive && !copy) return [];
        const went = isActive
          ? { goneAt: null, goneBy: null }
          : { goneAt: removedAt ?? copy?.sealedAt ?? createdAt, goneBy: byWhom(removedBy) };
        const content = copy?.content ?? comment.content;
        return [[id, { ownerId: userId, content, mediaIds: [], createdAt, ...inPublic, ...went }]];
      }),
    );
  },

  foldLinks: (inner, commentId, to) => store.foldLinks(inner.db, commentId, to),

  async tellFolded(inner, commentId) {
    const [comment] = await store.findCommentsEver(inner.db, [commentId]);
    if (comment) await tellCommentsChanged(inner, comment);
  },

  async remove(inner, commentId) {
    const [comment] = await store.findCommentsEver(inner.db, [commentId]);
    if (!comment?.isActive) return false;
    await takeAway(inner, comment, 'moderators');
    return true;
  },

  async restore(inner, commentId, { content }) {
    if (!(await store.restoreComment(inner.db, commentId, content))) return false;
    const [comment] = await store.findCommentsEver(inner.db, [commentId]);
    if (comment) await tellCommentsChanged(inner, comment);
    return true;
  },
};

const inPublic = { type: null, room: null, isPrivate: false } as const;

const byWhom = (removedBy: store.CommentRow['removedBy']): ReportedSnapshot['goneBy'] =>
  removedBy === 'moderators' ? 'moderators' : removedBy === 'post-author' ? 'room' : 'author';
