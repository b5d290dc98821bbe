import { defaultPageSize } from '@dazi/contract/kernel/fields';
import type { Profile } from '@dazi/contract/people/profiles';
import type { Post } from '@dazi/contract/posts/posts';
import { onlineSince } from '#features/chat/presence/presence.service.ts';
import { visibleEmail } from '#features/identity/identity.service.ts';
import { closedFaceOf, faceOf, isOpenTo } from '#features/people/profiles/profiles.service.ts';
import { placeNamesOf } from '#features/places/places.service.ts';
import { listBookmarked } from '#features/posts/post-views/bookmarked.store.ts';
import { postViews } from '#features/posts/post-views/post-view.store.ts';
import { newestPosts, type PostFilters } from '#features/posts/post-views/posts-nearby.store.ts';
import { keepVisible, requirePost } from '#features/posts/posts/posts.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import {
  countPosts as countPostsOf,
  findFace,
  listFaces,
  listUsers as listUserRows,
} from './people.store.ts';
import { countStats } from './profile-stats.store.ts';

export { countUnread } from '#features/chat/conversation-views/conversation-views.service.ts';

export interface PageQuery {
  limit?: number | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
}

/** `page` counts from 1; a cursor goes on from where the last page ended and makes `page` meaningless. */
function pageOf({ limit = defaultPageSize, page = 1, cursor }: PageQuery) {
  return {
    limit,
    offset: cursor ? 0 : (page - 1) * limit,
    before: cursor ? frontierOf(cursor) : null,
    after: cursor ? frontierOf(cursor).id : null,
  };
}

/** Posts as somebody sees them, with the names of their places. */
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
  return seenBy(deps, viewer, await keepVisible(deps, viewer, ids));
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

export function countPosts(deps: Deps, viewer: Actor | null, userId: string): Promise<number> {
  return countPostsOf(deps.db, viewer?.id ?? null, userId, deps.clock());
}

export async function listUsers(
  deps: Deps,
  actor: Actor,
  query: PageQuery & { userId?: string | undefined },
) {
  const page = pageOf(query);
  const rows = await listUserRows(deps.db, actor.id, page, query.userId ?? null);
  return {
    users: rows.map(({ id, name, avatarUrl, email, isPrivate }) => ({
      id,
      name,
      avatarUrl,
      email: visibleEmail(email, id, actor, isPrivate),
    })),
    nextCursor: nextById(rows, page.limit, deps),
  };
}

export async function listProfiles(deps: Deps, actor: Actor, query: PageQuery) {
  const page = pageOf(query);
  const rows = await listFaces(deps.db, actor.id, page);
  return {
    profiles: Object.fromEntries(
      rows.map(({ profile, user }) => [user.id, faceOf(profile, user, actor)] as const),
    ) as Record<string, Profile>,
    nextCursor: nextById(
      rows.map(({ user }) => user),
      page.limit,
      deps,
    ),
  };
}

/**
 * The profile of somebody who saved one and is not hidden; unknown and hidden are one answer. Of somebody whom the
 * viewer has blocked no more than of a private one.
 */
export async function getProfile(deps: Deps, viewer: Actor | null, userId: string): Promise<Profile> {
  const viewerId = viewer?.id ?? null;
  const now = deps.clock();
  const found = await findFace(deps.db, viewerId, userId, onlineSince(now));
  if (!found) throw new AppError('PROFILE_NOT_FOUND');
  const { profile, user, blockedByMe } = found;
  if (blockedByMe) return { ...closedFaceOf(profile, user), isOnline: false, blockedByMe };
  const face = faceOf(profile, user, viewer);
  const ofOthers = viewerId === userId ? {} : { isOnline: found.isOnline, blockedByMe };
  if (!isOpenTo(profile, viewer)) return { ...face, ...ofOthers };
  return { ...face, ...ofOthers, stats: await countStats(deps.db, viewerId, userId, now) };
}

function nextById(rows: readonly { id: string }[], limit: number, deps: Deps): string | null {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return last ? cursorOf({ createdAt: deps.clock().toISOString(), id: last.id }) : null;
}
