import type { Post } from '@dazi/contract/posts/posts';
import { placeNamesOf } from '#features/places/places.service.ts';
import { filterVisible, requirePost } from '#features/posts/posts/posts.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, type PageQuery, pageOf } from '#platform/cursor.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { port } from '#platform/ports.ts';
import { listBookmarked } from './bookmarked.store.ts';
import { postViews } from './post-view.store.ts';
import { newestPosts, type PostFilters } from './posts-nearby.store.ts';

/** Which plan that goes on, and that a viewer may see, was made of a post. */
export type PlanOfPost = (deps: Deps, viewer: Actor | null, postId: string) => Promise<string | null>;
export const planOfPostPort = port<PlanOfPost>('which plan was made of a post');

async function seenBy(deps: Deps, viewer: Actor | null, ids: readonly string[]): Promise<Post[]> {
  const posts = await postViews(deps.db, viewer, ids, deps.clock());
  const names = await placeNamesOf(
    deps,
    posts.map(({ location }) => location),
  );
  return posts.map((post, place) => {
    const name = names[place];
    if (!name) return post;
    return { ...post, location: { ...post.location, address: name.name, names: name.names } };
  });
}

/** Posts that pass the filters, newest first. A page may be short and still have a cursor. */
export async function listPosts(
  deps: Deps,
  viewer: Actor | null,
  filters: Omit<PostFilters, 'viewerId' | 'now'>,
  query: PageQuery,
): Promise<{ posts: Post[]; nextCursor: string | null }> {
  if (filters.view !== 'all' && !viewer) throw new AppError('SIGN_IN_REQUIRED');
  const { ids, frontier } = await newestPosts(
    deps.db,
    { ...filters, viewerId: viewer?.id ?? null, now: deps.clock() },
    pageOf(query),
  );
  return { posts: await seenBy(deps, viewer, ids), nextCursor: frontier && cursorOf(frontier) };
}

/** The posts among these ids that the viewer may see. */
export async function listPostsById(
  deps: Deps,
  viewer: Actor | null,
  ids: readonly string[],
): Promise<Post[]> {
  return seenBy(deps, viewer, await filterVisible(deps, viewer, ids));
}

export async function getPost(deps: Deps, viewer: Actor | null, postId: string): Promise<Post> {
  await requirePost(deps, viewer, postId);
  const [post] = await seenBy(deps, viewer, [postId]);
  if (!post) throw new AppError('POST_NOT_FOUND');
  return post;
}

export async function listBookmarks(deps: Deps, actor: Actor, query: PageQuery) {
  const page = pageOf(query);
  const rows = await listBookmarked(deps.db, actor.id, page, deps.clock());
  const posts = await seenBy(
    deps,
    actor,
    rows.map((row) => row.postId),
  );
  const byId = new Map(posts.map((post) => [post.id, post]));
  const last = rows.length === page.limit ? rows.at(-1) : undefined;
  return {
    bookmarks: rows.flatMap((row) => {
      const message = byId.get(row.postId);
      const createdAt = row.createdAt.toISOString();
      return message ? [{ messageId: row.postId, userId: row.userId, createdAt, message }] : [];
    }),
    nextCursor: last ? cursorOf({ createdAt: last.createdAt.toISOString(), id: last.postId }) : null,
  };
}
