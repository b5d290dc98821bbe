import { requirePost } from '#features/posts/posts/posts.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import * as store from './bookmarks.store.ts';

export async function addBookmark(deps: Deps, actor: Actor, postId: string): Promise<store.BookmarkRow> {
  const post = await requirePost(deps, actor, postId);
  if (post.userId === actor.id) throw new AppError('OWN_POST_BOOKMARK');
  return store.putBookmark(deps.db, { userId: actor.id, postId, createdAt: deps.clock() });
}

export async function removeBookmark(deps: Deps, actor: Actor, postId: string): Promise<void> {
  await store.deleteBookmark(deps.db, actor.id, postId);
}
