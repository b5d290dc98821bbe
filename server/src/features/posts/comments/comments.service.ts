import type { Comment } from '@dazi/contract/posts/comments';
import { commentLimits } from '@dazi/contract/posts/comments.rules';
import {
  type Knows,
  makeOnce,
  type Remember,
  refuseLinks,
  requireBudget,
  requireReachTo,
} from '#features/identity/identity.service.ts';
import { seal } from '#features/media/media.service.ts';
import { requirePost, tellPost, tellPostById } from '#features/posts/posts/posts.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { commentAdded, commentRemoved } from './comments.notices.ts';
import { acceptContent, asComment, asTrees, placeUnder, removerOf } from './comments.rules.ts';
import * as store from './comments.store.ts';

export { belowVisibleComments } from './comments.store.ts';

export async function listComments(
  deps: Deps,
  viewer: Actor | null,
  postId: string,
  page: { cursor: string | undefined; limit: number },
): Promise<{ trees: Comment[]; nextCursor: string | null }> {
  const post = await requirePost(deps, viewer, postId);
  const viewerId = viewer?.id ?? null;
  const after = page.cursor ? frontierOf(page.cursor) : null;
  const roots = await store.listRoots(deps.db, viewerId, postId, { after, limit: page.limit });
  const replies = await store.listReplies(
    deps.db,
    viewerId,
    roots.map((root) => root.id),
  );
  const last = roots.length === page.limit ? roots.at(-1) : undefined;
  return {
    trees: asTrees([...roots, ...replies], { viewerId, postAuthorId: post.userId }),
    nextCursor: last ? cursorOf({ createdAt: last.createdAt.toISOString(), id: last.id }) : null,
  };
}

interface CommentInput {
  postId: string;
  parentId: string | null;
  content: string;
  clientId?: string | undefined;
}

/** Comments once for each client id. COMMENT_NOT_FOUND is said of the one that is answered. */
export const addComment = (deps: Deps, knows: Knows, actor: Actor, input: CommentInput): Promise<Comment> =>
  makeOnce(deps, actor, 'comment', input.clientId, {
    make: (remember) => writeComment(deps, knows, actor, input, remember),
    known: (commentId) => getComment(deps, actor, commentId),
  });

/** Errors: COMMENT_NOT_FOUND, POST_NOT_FOUND. */
async function getComment(deps: Deps, actor: Actor, commentId: string): Promise<Comment> {
  const comment = await store.findWithAuthor(deps.db, commentId);
  if (!comment?.isActive) throw new AppError('COMMENT_NOT_FOUND');
  const post = await requirePost(deps, actor, comment.postId);
  return asComment(comment, { viewerId: actor.id, postAuthorId: post.userId }, []);
}

async function writeComment(
  deps: Deps,
  knows: Knows,
  actor: Actor,
  input: CommentInput,
  remember: Remember,
): Promise<Comment> {
  const content = acceptContent(input.content);
  return deps.transact(async (inner) => {
    const post = await requirePost(inner, actor, input.postId);
    await requireReachTo(inner, actor, post.userId, knows);
    const parent = input.parentId ? await requireComment(inner, actor, input.parentId, input.postId) : null;
    if (parent && (await store.countReplies(inner.db, parent.rootId)) >= commentLimits.replies) {
      throw new AppError('COMMENT_TREE_FULL');
    }
    refuseLinks(inner, actor, content);
    await requireBudget(inner, actor, 'comments', (since) => store.writtenSince(inner.db, actor.id, since));
    const createdAt = inner.clock();
    const id = inner.ids.next(createdAt);
    const row = {
      id,
      postId: post.id,
      userId: actor.id,
      ...placeUnder(parent, id),
      content,
      linksFold: null,
      isActive: true,
      removedAt: null,
      removedBy: null,
      createdAt,
    };
    await store.insertComment(inner.db, row);
    await remember(inner, id);
    tellPost(inner, post, { type: 'comments_changed', messageId: post.id, userId: actor.id });
    publishNotice(inner, commentAdded, { postId: post.id, commentId: id, personId: actor.id });
    const look = { viewerId: actor.id, postAuthorId: post.userId };
    return asComment({ ...row, userName: actor.name, avatarUrl: actor.avatarUrl }, look, []);
  });
}

/** One's own also under a post that one no longer sees; those of others if one wrote the post. */
export async function removeComment(deps: Deps, actor: Actor, commentId: string): Promise<void> {
  await deps.transact(async (inner) => {
    const comment = await requireComment(inner, actor, commentId);
    await takeAway(inner, comment, await requireRemover(inner, actor, comment));
  });
}

/** The text goes; a copy of it stays sealed for a while, in case it is reported. */
export async function takeAway(
  inner: TransactingDeps,
  comment: store.CommentRow,
  removedBy: NonNullable<store.CommentRow['removedBy']>,
): Promise<void> {
  const { id: commentId, userId, content } = comment;
  if (userId !== null) {
    await seal(inner, { ownerId: userId, kind: 'comment', targetId: commentId, content, mediaIds: [] });
  }
  await store.redactComment(inner.db, commentId, { removedAt: inner.clock(), removedBy });
  await tellCommentsChanged(inner, comment);
  publishNotice(inner, commentRemoved, { commentId });
}

export async function tellCommentsChanged(
  inner: TransactingDeps,
  { postId, userId }: Pick<store.CommentRow, 'postId' | 'userId'>,
): Promise<void> {
  if (userId === null) return;
  await tellPostById(inner, postId, { type: 'comments_changed', messageId: postId, userId });
}

/** As whom somebody takes a comment away. Errors: COMMENT_NOT_FOUND where the post is not there for them, NOT_YOUR_COMMENT. */
async function requireRemover(deps: Deps, actor: Actor, comment: store.CommentRow) {
  if (comment.userId === actor.id) return 'author';
  const post = await requirePost(deps, actor, comment.postId).catch(() => {
    throw new AppError('COMMENT_NOT_FOUND');
  });
  const remover = removerOf(comment, { viewerId: actor.id, postAuthorId: post.userId });
  if (!remover) throw new AppError('NOT_YOUR_COMMENT');
  return remover;
}

async function requireComment(deps: Deps, viewer: Actor | null, commentId: string, postId?: string) {
  const comment = await store.findComment(deps.db, viewer?.id ?? null, commentId);
  if (!comment || (postId !== undefined && comment.postId !== postId))
    throw new AppError('COMMENT_NOT_FOUND');
  return comment;
}
