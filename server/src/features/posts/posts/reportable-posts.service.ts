import { AppError } from '#platform/app-error.ts';
import type { ReportTarget } from '#platform/area.ts';
import { publishNotice } from '#platform/notices.ts';
import { postChanged } from './posts.notices.ts';
import { tellPostById } from './posts.service.ts';
import * as posts from './posts.store.ts';
import * as store from './reportable-posts.store.ts';

/** A post as something to report: everybody could see it. Moderators may take it down, and bring it back. */
export const reportablePost: ReportTarget = {
  async ownerOf(deps, _actor, postId) {
    const authorId = await store.findAuthorEver(deps.db, postId);
    if (authorId === undefined) throw new AppError('POST_NOT_FOUND');
    return authorId;
  },

  async snapshots(deps, postIds) {
    const now = deps.clock();
    return new Map(
      (await store.findPostsEver(deps.db, postIds)).map((post) => {
        const { userId, content, mediaIds, createdAt } = post;
        return [
          post.id,
          { ownerId: userId, content, mediaIds, createdAt, ...inPublic, ...wentAway(post, now) },
        ];
      }),
    );
  },

  foldLinks: (inner, postId, to) => store.foldLinks(inner.db, postId, to),

  async tellFolded(inner, postId) {
    const place = await posts.findPlace(inner.db, postId);
    if (place) {
      await tellPostById(inner, postId, { type: 'post_edited', messageId: postId, userId: place.userId });
    }
  },

  async remove(inner, postId, removal) {
    if (!(await posts.deactivatePost(inner.db, postId, inner.clock(), removal))) return false;
    const place = await posts.findPlace(inner.db, postId);
    if (place) {
      await tellPostById(inner, postId, { type: 'post_deleted', messageId: postId, userId: place.userId });
    }
    publishNotice(inner, postChanged, { postId });
    return true;
  },

  async restore(inner, postId) {
    if (!(await store.reactivatePost(inner.db, postId, inner.clock()))) return false;
    const [post] = await store.findPostsEver(inner.db, [postId]);
    const { latitude, longitude } = post!;
    await tellPostById(inner, postId, {
      ...{ type: 'post_created', messageId: postId, userId: post!.userId, latitude, longitude },
    });
    publishNotice(inner, postChanged, { postId });
    return true;
  },
};

const inPublic = { type: null, room: null, isPrivate: false } as const;

function wentAway({ isActive, expiresAt, removedBy, updatedAt }: store.PostEver, now: Date) {
  if (removedBy) return { goneAt: updatedAt, goneBy: removedBy };
  if (expiresAt && expiresAt <= now) return { goneAt: expiresAt, goneBy: 'expiry' as const };
  return isActive ? { goneAt: null, goneBy: null } : { goneAt: updatedAt, goneBy: 'author' as const };
}
