import { isBlank } from '@dazi/contract/kernel/blank-text';
import { withoutLinks } from '@dazi/contract/kernel/links';
import type { Comment } from '@dazi/contract/posts/comments';
import { commentLimits } from '@dazi/contract/posts/comments.rules';
import { AppError } from '#platform/app-error.ts';
import type { LinkFold } from '#platform/folded-links.ts';

export interface StoredComment {
  id: string;
  postId: string;
  userId: string | null;
  parentId: string | null;
  rootId: string;
  depth: number;
  content: string;
  linksFold: LinkFold | null;
  isActive: boolean;
  removedBy: Comment['removedBy'];
  createdAt: Date;
  userName: string | null;
  avatarUrl: string | null;
}

export function acceptContent(content: string): string {
  const trimmed = content.trim();
  if (isBlank(trimmed)) throw new AppError('COMMENT_EMPTY');
  if (trimmed.length > commentLimits.content) throw new AppError('COMMENT_TOO_LONG');
  return trimmed;
}

export function placeUnder(parent: { id: string; rootId: string; depth: number } | null, ownId: string) {
  if (!parent) return { parentId: null, rootId: ownId, depth: 0 };
  if (parent.depth >= commentLimits.depth) throw new AppError('COMMENT_TOO_DEEP');
  return { parentId: parent.id, rootId: parent.rootId, depth: parent.depth + 1 };
}

/** Who looks at the comments of which post: whoever wrote it may take away any of them. */
export interface Look {
  viewerId: string | null;
  postAuthorId: string;
}

/** Who takes a comment away; null for those who may not. */
export function removerOf(
  { userId }: Pick<StoredComment, 'userId'>,
  { viewerId, postAuthorId }: Look,
): 'author' | 'post-author' | null {
  if (viewerId === null) return null;
  if (viewerId === userId) return 'author';
  return viewerId === postAuthorId ? 'post-author' : null;
}

/** Rows in time order to trees. A deleted comment stays only while it holds replies. */
export function asTrees(rows: readonly StoredComment[], look: Look): Comment[] {
  const byParent = new Map<string | null, StoredComment[]>();
  for (const row of rows) byParent.set(row.parentId, [...(byParent.get(row.parentId) ?? []), row]);
  const under = (parentId: string | null): Comment[] =>
    (byParent.get(parentId) ?? [])
      .map((row) => asComment(row, look, under(row.id)))
      .filter((comment) => comment.isActive || comment.replies.length > 0);
  return under(null);
}

export function asComment(row: StoredComment, look: Look, replies: Comment[]): Comment {
  return {
    id: row.id,
    messageId: row.postId,
    userId: row.isActive ? row.userId : null,
    content: row.linksFold === 'folded' ? withoutLinks(row.content) : row.content,
    parentId: row.parentId,
    isActive: row.isActive,
    removedBy: row.isActive ? null : (row.removedBy ?? 'author'),
    createdAt: row.createdAt.toISOString(),
    depth: row.depth,
    user:
      row.isActive && row.userId
        ? { id: row.userId, name: row.userName ?? '', avatarUrl: row.avatarUrl }
        : null,
    can: {
      reply: row.isActive && row.depth < commentLimits.depth,
      remove: row.isActive && removerOf(row, look) !== null,
    },
    replies,
  };
}
